import { useTranslation } from 'react-i18next'
import type { RunSpending as Spending } from '#contract/spending.ts'
import { formatCount, formatDollars, percent } from '../../i18n/format.ts'
import { blockName } from '../contextViewer/evidence.ts'

/** What a run read and wrote, what the provider's cache did, and what it cost. */
export const RunSpending = ({ usage, cache, price }: Spending) => {
  const { t } = useTranslation()
  const isUnreported = cache === undefined || cache.state === 'unreported'
  const first = cache?.firstDifferent
  const extraPrice = cache?.lostPrice ?? 0
  const parts = [
    t(usage.estimated ? 'run.usageEstimated' : isUnreported ? 'run.usagePlain' : 'run.usage', {
      input: formatCount(usage.inputTokens),
      output: formatCount(usage.outputTokens),
      share: percent(usage.cachedInputTokens, usage.inputTokens),
    }),
    cache === undefined || isUnreported || cache.state === 'hit' ? '' : t(`run.cache.${cache.state}`),
    first === undefined
      ? ''
      : t('run.cache.from', {
          part: first.layer === 'history' ? t('run.cache.history') : blockName(first.blockId, t),
        }),
    extraPrice > 0 ? t('run.cache.extraPrice', { price: formatDollars(extraPrice) }) : '',
    price === undefined || price.total === 0
      ? ''
      : t(price.billed ? 'run.billed' : 'run.price', {
          price: formatDollars(price.total),
          month: price.asOf,
        }),
  ]
  return (
    <p className="run-usage number" data-testid="ai-spending" data-cache={cache?.state}>
      {parts.filter((part) => part !== '').join(' · ')}
    </p>
  )
}
