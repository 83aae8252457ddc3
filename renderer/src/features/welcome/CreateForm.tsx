import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApp } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'
import { FolderForm } from './FolderForm.tsx'

/** A new work: its name and an empty folder. */
export const CreateForm = () => {
  const { t } = useTranslation()
  const { workspace } = useApp()
  const [name, setName] = useState('')
  return (
    <FolderForm
      confirm={t('welcome.confirmCreate')}
      ready={name.trim() !== ''}
      onFolder={(rootPath) => void workspace.create(rootPath, name.trim())}
    >
      <Field label={t('welcome.name')} value={name} maxLength={200} onChange={setName} />
    </FolderForm>
  )
}
