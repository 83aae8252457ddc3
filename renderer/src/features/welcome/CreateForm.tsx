import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'

/** A new work: its name and an empty folder. */
export const CreateForm = () => {
  const { t } = useTranslation()
  const { workspace } = useApp()
  const busy = useStore(workspace.store, (state) => state.busy !== null)
  const [name, setName] = useState('')
  const [rootPath, setRootPath] = useState('')
  const ready = name.trim() !== '' && rootPath.trim() !== ''
  return (
    <form
      className="welcome-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void workspace.create(rootPath.trim(), name.trim())
      }}
    >
      <Field label={t('welcome.name')} value={name} maxLength={200} onChange={setName} />
      <Field
        label={t('welcome.folder')}
        hint={t('welcome.folderHint')}
        value={rootPath}
        maxLength={4096}
        onChange={setRootPath}
      />
      <button type="submit" className="button button-primary" disabled={!ready || busy}>
        {t('welcome.confirmCreate')}
      </button>
    </form>
  )
}
