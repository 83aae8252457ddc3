import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'

/** The viewer while it has nothing to show: loading, empty, or an error with a way out. */
export const ViewerState = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { context, workspace } = useApp()
  const { loading, viewError, previewError } = useStore(context.store)
  const projectId = useStore(workspace.store, (state) => state.project?.projectId)
  const error = viewError ?? previewError
  if (loading) return <Skeleton label={t('viewer.loading')} lines={8} />
  if (error === null) return <p className="panel-note">{t('viewer.empty')}</p>
  const again = () => {
    if (projectId !== undefined) void context.showLatest(projectId)
  }
  return (
    <Notice tone="danger" actions={[{ label: t('error.retry'), onPress: again }]}>
      {t('viewer.failed', { message: sentence(error) })}
    </Notice>
  )
}
