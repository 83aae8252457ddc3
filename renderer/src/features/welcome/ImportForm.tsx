import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { detectLanguage, promptLanguage } from '#contract/bookLanguage.ts'
import { useWorkspace } from '../../app/AppContext.tsx'
import type { ImportChoice } from '../../app/workspace.ts'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { FilePick } from '../../components/FilePick.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { FolderForm } from './FolderForm.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { acceptedFiles, isPlainText, useImportFormats } from './useImportFormats.ts'
import { useImportPreview } from './useImportPreview.ts'
import './ImportForm.css'

const maxBytes = 64 * 1024 * 1024
const titleOf = ({ name }: File) => name.replace(/\.[^.]+$/, '')

/** One file becomes a work of chapters, after a look at what it would become. */
export const ImportForm = ({ dropped }: { readonly dropped: File | null }) => {
  const { t, i18n } = useTranslation()
  const sentence = useErrorSentence()
  const workspace = useWorkspace()
  const formats = useImportFormats()
  const importing = useStore(workspace.store, (state) => state.busy === 'importing')
  const [file, setFile] = useState<File | null>(dropped)
  /** As typed; null: what the file says, else its name. */
  const [typedName, setName] = useState<string | null>(null)
  const [chosenLanguage, setChosenLanguage] = useState<'zh' | 'en' | null>(null)
  const [choice, setChoice] = useState<ImportChoice>({})
  const tooLarge = file !== null && file.size > maxBytes
  const state = useImportPreview(tooLarge ? null : file, choice)
  const preview = state.kind === 'ready' || state.kind === 'reading' ? state.preview : undefined
  const sure = preview?.sure !== false
  const name = typedName ?? preview?.facts.title ?? (file === null ? '' : titleOf(file))
  const ready = state.kind === 'ready' && sure && name.trim() !== ''

  const choose = (selected: File | undefined) => {
    setFile(selected ?? null)
    setChoice({})
    setChosenLanguage(null)
    if (name === '') setName(null)
  }
  const language =
    chosenLanguage ??
    promptLanguage(preview?.facts.language ?? detectLanguage(preview?.beginning ?? '') ?? i18n.language)
  const submit = async (rootPath: string) => {
    if (file === null || state.kind !== 'ready') return null
    const upload = { fileName: file.name, base64: state.base64 }
    return workspace.importInto({ rootPath, name: name.trim(), language, upload, choice })
  }
  const isText = file !== null && isPlainText(formats, file.name)
  return (
    <FolderForm confirm={t('welcome.confirmImport')} ready={ready} title={name} onFolder={submit}>
      <FilePick label={t('welcome.file')} accept={acceptedFiles(formats)} name={file?.name} onPick={choose} />
      {tooLarge && <p className="form-error">{t('welcome.fileTooLarge')}</p>}
      {isText && !tooLarge && (
        <EncodingChoice
          value={choice.encoding ?? ''}
          sure={sure}
          guesses={preview?.guesses.map(({ encoding }) => encoding) ?? []}
          onChange={(encoding) =>
            setChoice({ ...(choice.join && { join: true }), ...(encoding !== '' && { encoding }) })
          }
        />
      )}
      <div role="status" className="import-status">
        {state.kind === 'reading' && <p className="form-hint">{t('preview.reading')}</p>}
        {state.kind === 'lost' && <p className="form-error">{t('preview.unreadable')}</p>}
        {state.kind === 'failed' && <p className="form-error">{sentence(state.error)}</p>}
      </div>
      {preview && (
        <ImportPreview
          preview={preview}
          join={choice.join ?? false}
          onHeadings={(headings) => setChoice({ ...choice, headings })}
          onJoin={(join) => setChoice({ ...choice, join })}
        />
      )}
      <Field label={t('welcome.name')} value={name} maxLength={200} onChange={setName} />
      {preview && <LanguageChoice value={language} onChange={setChosenLanguage} />}
      {importing && (
        <ImportProgress
          characters={preview?.chapters.reduce((sum, chapter) => sum + chapter.words, 0) ?? 0}
        />
      )}
    </FolderForm>
  )
}

/** While an import is at work: what is being done, and the way out. Nothing stays of one that was stopped. */
const ImportProgress = ({ characters }: { readonly characters: number }) => {
  const { t, i18n } = useTranslation()
  const workspace = useWorkspace()
  return (
    <div className="import-progress" role="status" data-testid="import-progress">
      <progress aria-label={t('welcome.importing')} />
      <span>
        {t('picker.importing', { characters: new Intl.NumberFormat(i18n.language).format(characters) })}
      </span>
      <Button onClick={() => workspace.cancelImport()}>{t('picker.cancel')}</Button>
    </div>
  )
}

interface EncodingChoiceProps {
  /** Empty: as detected. */
  readonly value: string
  /** False while a person has to say it. */
  readonly sure: boolean
  readonly guesses: readonly string[]
  readonly onChange: (encoding: string) => void
}

const encodings = [
  'utf-8',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'utf-16le',
  'utf-16be',
  'windows-1252',
]

/** Which encoding a text file is in, the likeliest first. */
const EncodingChoice = ({ value, sure, guesses, onChange }: EncodingChoiceProps) => {
  const { t } = useTranslation()
  return (
    <SelectField
      label={t('preview.encoding')}
      value={value}
      options={[
        { value: '', label: t(sure ? 'preview.detected' : 'preview.choose') },
        ...[...new Set([...guesses, ...encodings])].map((name) => ({ value: name, label: name })),
      ]}
      error={!sure && value === '' ? t('preview.unsure') : undefined}
      onChange={onChange}
    />
  )
}
