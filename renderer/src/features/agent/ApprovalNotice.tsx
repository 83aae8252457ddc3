import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useAgent } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { pendingApproval } from './taskStore.ts'

/** An approval that was put aside is still pending. */
export const ApprovalNotice = () => {
  const { t } = useTranslation()
  const agent = useAgent()
  const approvalId = useStore(agent.store, ({ task }) => pendingApproval(task)?.approvalId)
  const asideApprovalId = useStore(agent.store, (state) => state.asideApprovalId)
  if (approvalId === undefined || approvalId !== asideApprovalId) return null
  return (
    <Notice tone="warning" actions={[{ label: t('approval.open'), onPress: agent.showApproval }]}>
      <span data-testid="approval-aside">{t('approval.pending')}</span>
    </Notice>
  )
}
