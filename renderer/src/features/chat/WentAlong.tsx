import { useTranslation } from 'react-i18next'
import type { Receipt } from '#contract/context.ts'
import { formatCount } from '../../i18n/format.ts'

/** How much of the talk a request took along, and what stayed behind. */
export const WentAlong = ({ history }: { readonly history: NonNullable<Receipt['history']> }) => {
  const { t } = useTranslation()
  const { sent, tokens, leftOut } = history
  const { overBudget, compacted = 0 } = leftOut
  if (sent.length + overBudget + compacted === 0) return null
  return (
    <p className="run-usage number" data-testid="chat-history">
      {t('chat.wentAlong', { count: sent.length, tokens: formatCount(tokens) })}
      {overBudget > 0 && t('chat.stayed', { count: overBudget })}
      {compacted > 0 && t('chat.archived', { count: compacted })}
    </p>
  )
}
