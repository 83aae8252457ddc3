import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../app/AppContext.tsx'
import { FolderForm } from './FolderForm.tsx'

interface OpenFormProps {
  /** A known work whose folder was moved; absent: any work. */
  readonly projectId?: string
}

/** Opens the folder of a work that exists. */
export const OpenForm = ({ projectId }: OpenFormProps) => {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  return (
    <FolderForm
      confirm={t('welcome.confirmOpen')}
      onFolder={(rootPath) => workspace.openFolder(rootPath, projectId)}
    />
  )
}
