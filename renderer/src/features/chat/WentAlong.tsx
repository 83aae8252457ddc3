import { useTranslation } from 'react-i18next'
import type { Receipt } from '#contract/context.ts'
import { formatCount } from '../../i18n/format.ts'

/** How much of the talk a request took along, and what stayed behind. */
export const WentAlong = ({ history }: { readonly history: NonNullable<Receipt['history']> }) => {
  const { t } = useTranslation()
  const { sent, tokens, leftOut } = history
  if (sent.length + leftOut.overBudget === 0) return null
  return (
    <p className="run-usage number" data-testid="chat-history">
      {t('chat.wentAlong', { count: sent.length, tokens: formatCount(tokens) })}
      {leftOut.overBudget > 0 && t('chat.stayed', { count: leftOut.overBudget })}
    </p>
  )
}
