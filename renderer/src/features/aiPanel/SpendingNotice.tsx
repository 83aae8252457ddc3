import { useTranslation } from 'react-i18next'
import { useProjectId, useViewStore } from '../../app/AppContext.tsx'
import { openSettings } from '../../app/viewStore.ts'
import { Notice } from '../../components/Notice.tsx'
import { formatDollars } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'

/** Of a limit; from here on the author is told. */
const nearShare = 0.8

/** That the money of the month is nearly spent, before a request is refused for it. */
export const SpendingNotice = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const { data } = useChannelQuery('spending:get', { projectId: useProjectId() })
  const near = (['book', 'all'] as const).find((of) => {
    const { spent = 0, limit } = data?.[of] ?? {}
    return limit !== undefined && spent >= nearShare * limit
  })
  if (near === undefined || data === undefined) return null
  const { spent, limit = 0 } = data[near]
  return (
    <Notice
      tone="warning"
      actions={[{ label: t('spending.open'), onPress: () => openSettings(view, 'spending') }]}
    >
      {t(`spending.near.${near}`, { spent: formatDollars(spent), limit: formatDollars(limit) })}
    </Notice>
  )
}
