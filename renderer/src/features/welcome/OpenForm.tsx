import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'

/** Opens the folder of a work that exists. */
export const OpenForm = () => {
  const { t } = useTranslation()
  const { workspace } = useApp()
  const busy = useStore(workspace.store, (state) => state.busy !== null)
  const [rootPath, setRootPath] = useState('')
  const ready = rootPath.trim() !== ''
  return (
    <form
      className="welcome-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void workspace.openFolder(rootPath.trim())
      }}
    >
      <Field
        label={t('welcome.folder')}
        hint={t('welcome.folderHint')}
        value={rootPath}
        maxLength={4096}
        onChange={setRootPath}
      />
      <button type="submit" className="button button-primary" disabled={!ready || busy}>
        {t('welcome.confirmOpen')}
      </button>
    </form>
  )
}
