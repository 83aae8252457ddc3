import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApp } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'
import { FolderForm } from './FolderForm.tsx'
import { readBase64 } from './readBase64.ts'

const maxBytes = 64 * 1024 * 1024

/** One text file becomes a work of chapters; main finds its encoding. */
export const ImportForm = () => {
  const { t } = useTranslation()
  const { workspace } = useApp()
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const fileId = useId()
  const tooLarge = file !== null && file.size > maxBytes
  const ready = file !== null && !tooLarge && name.trim() !== ''

  const choose = (chosen: File | undefined) => {
    setFile(chosen ?? null)
    if (chosen !== undefined && name === '') setName(chosen.name.replace(/\.[^.]+$/, ''))
  }
  const submit = async (rootPath: string) => {
    if (file === null) return
    try {
      await workspace.importInto(rootPath, name.trim(), file.name, await readBase64(file))
    } catch (cause) {
      console.warn('file', cause)
      const message = '这个文件读不出来，请确认它还在原处。'
      workspace.store.setState({ busy: null, error: { code: 'IO_ERROR', message } })
    }
  }
  return (
    <FolderForm
      confirm={t('welcome.confirmImport')}
      ready={ready}
      onFolder={(rootPath) => void submit(rootPath)}
    >
      <div className="form-field">
        <label htmlFor={fileId}>{t('welcome.file')}</label>
        <input
          id={fileId}
          className="field"
          type="file"
          accept=".txt,.md,.docx,.epub,text/plain,text/markdown"
          onChange={(event) => choose(event.target.files?.[0])}
        />
        {tooLarge && <p className="form-error">{t('welcome.fileTooLarge')}</p>}
      </div>
      <Field label={t('welcome.name')} value={name} maxLength={200} onChange={setName} />
    </FolderForm>
  )
}
