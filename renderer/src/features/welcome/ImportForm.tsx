import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'
import { readBase64 } from './readBase64.ts'

const maxBytes = 64 * 1024 * 1024

/** One text file becomes a work of chapters; main finds its encoding. */
export const ImportForm = () => {
  const { t } = useTranslation()
  const { workspace } = useApp()
  const busy = useStore(workspace.store, (state) => state.busy !== null)
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const [rootPath, setRootPath] = useState('')
  const fileId = useId()
  const tooLarge = file !== null && file.size > maxBytes
  const ready = file !== null && !tooLarge && name.trim() !== '' && rootPath.trim() !== ''

  const choose = (chosen: File | undefined) => {
    setFile(chosen ?? null)
    if (chosen !== undefined && name === '') setName(chosen.name.replace(/\.[^.]+$/, ''))
  }
  const submit = async () => {
    if (file === null) return
    try {
      await workspace.importInto(rootPath.trim(), name.trim(), file.name, await readBase64(file))
    } catch (cause) {
      console.warn('file', cause)
      const message = '这个文件读不出来，请确认它还在原处。'
      workspace.store.setState({ busy: null, error: { code: 'IO_ERROR', message } })
    }
  }
  return (
    <form
      className="welcome-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void submit()
      }}
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
      <Field
        label={t('welcome.folder')}
        hint={t('welcome.folderHint')}
        value={rootPath}
        maxLength={4096}
        onChange={setRootPath}
      />
      <button type="submit" className="button button-primary" disabled={!ready || busy}>
        {t('welcome.confirmImport')}
      </button>
    </form>
  )
}
