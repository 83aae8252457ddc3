import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useWorkspace } from '../../app/AppContext.tsx'
import type { ImportChoice } from '../../app/workspace.ts'
import { Field } from '../../components/Field.tsx'
import { FilePick } from '../../components/FilePick.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { EncodingChoice } from './EncodingChoice.tsx'
import { FolderForm } from './FolderForm.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { languageOf } from './proposedFolder.ts'
import { useImportPreview } from './useImportPreview.ts'

const maxBytes = 64 * 1024 * 1024
const titleOf = ({ name }: File) => name.replace(/\.[^.]+$/, '')

/** One file becomes a work of chapters, after a look at what it would become. */
export const ImportForm = ({ dropped }: { readonly dropped: File | null }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const workspace = useWorkspace()
  const importing = useStore(workspace.store, (state) => state.busy === 'importing')
  const [file, setFile] = useState<File | null>(dropped)
  const [name, setName] = useState(dropped === null ? '' : titleOf(dropped))
  const [said, setSaid] = useState<'zh' | 'en' | null>(null)
  const [choice, setChoice] = useState<ImportChoice>({})
  const tooLarge = file !== null && file.size > maxBytes
  const state = useImportPreview(tooLarge ? null : file, choice)
  const preview = state.kind === 'ready' || state.kind === 'reading' ? state.preview : undefined
  const sure = preview?.sure !== false
  const ready = state.kind === 'ready' && sure && name.trim() !== ''

  const choose = (chosen: File | undefined) => {
    const isProposed = name === '' || (file !== null && name === titleOf(file))
    setFile(chosen ?? null)
    setChoice({})
    setSaid(null)
    if (chosen !== undefined && isProposed) setName(titleOf(chosen))
  }
  const language = said ?? languageOf(preview?.beginning ?? '')
  const submit = async (rootPath: string) => {
    if (file === null || state.kind !== 'ready') return null
    const upload = { fileName: file.name, base64: state.base64 }
    return workspace.importInto({ rootPath, name: name.trim(), language, upload, choice })
  }
  const isText = file !== null && /\.(?:txt|md)$/i.test(file.name)
  return (
    <FolderForm confirm={t('welcome.confirmImport')} ready={ready} title={name} onFolder={submit}>
      <FilePick
        label={t('welcome.file')}
        accept=".txt,.md,.docx,.epub,text/plain,text/markdown"
        name={file?.name}
        onPick={choose}
      />
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
        {state.kind === 'lost' && <p className="form-error">{t('preview.lost')}</p>}
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
      {preview && <LanguageChoice value={language} onChange={setSaid} />}
      {importing && (
        <ImportProgress
          characters={preview?.chapters.reduce((sum, chapter) => sum + chapter.words, 0) ?? 0}
        />
      )}
    </FolderForm>
  )
}
