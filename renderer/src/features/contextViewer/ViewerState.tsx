import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useContextModel, useProjectId, useQueries } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useShownReceipt } from './useReceipt.ts'

/** The viewer while it has nothing to show: loading, empty, or an error with a way out. */
export const ViewerState = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const context = useContextModel()
  const queries = useQueries()
  const previewError = useStore(context.store, (state) => state.previewError)
  const { error: viewError, isLoading } = useShownReceipt()
  const projectId = useProjectId()
  const error = viewError ?? previewError
  if (isLoading) return <Skeleton label={t('viewer.loading')} lines={8} />
  if (error === null) return <p className="panel-note">{t('viewer.empty')}</p>
  const again = () => {
    context.showLatest(projectId)
    void queries.invalidateProject(projectId)
  }
  return (
    <Notice tone="danger" actions={[{ label: t('error.retry'), onPress: again }]}>
      {t('viewer.failed', { message: sentence(error) })}
    </Notice>
  )
}
