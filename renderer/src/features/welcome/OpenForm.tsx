import { useTranslation } from 'react-i18next'
import { useApp } from '../../app/AppContext.tsx'
import { FolderForm } from './FolderForm.tsx'

/** Opens the folder of a work that exists. */
export const OpenForm = () => {
  const { t } = useTranslation()
  const { workspace } = useApp()
  return (
    <FolderForm
      confirm={t('welcome.confirmOpen')}
      onFolder={(rootPath) => void workspace.openFolder(rootPath)}
    />
  )
}
