import { useTranslation } from 'react-i18next'
import type { RunSpending as Spending } from '#contract/spending.ts'
import { formatCount, formatDollars, percent } from '../../i18n/format.ts'
import { blockName } from '../contextViewer/evidence.ts'

/** What a run cost and what came from the provider's cache; what it read and wrote is folded below. */
export const RunSpending = (spending: Spending) => {
  const { t } = useTranslation()
  const { usage, cache, price } = spending
  const isUnreported = cache === undefined || cache.state === 'unreported'
  const first = cache?.firstDifferent
  const extraPrice = cache?.lostPrice ?? 0
  const head = [
    price === undefined || price.total === 0
      ? t('run.usage')
      : t(price.billed ? 'run.billed' : 'run.price', {
          price: formatDollars(price.total),
          month: price.asOf,
        }),
    usage.cachedInputTokens > 0
      ? t('run.cached', { share: percent(usage.cachedInputTokens, usage.inputTokens) })
      : '',
    extraPrice > 0 ? t('run.cache.extraPrice', { price: formatDollars(extraPrice) }) : '',
  ]
  const details = [
    t(usage.estimated ? 'run.tokensEstimated' : 'run.tokens', {
      input: formatCount(usage.inputTokens),
      output: formatCount(usage.outputTokens),
    }),
    isUnreported || cache.state === 'hit' ? '' : t(`run.cache.${cache.state}`),
    first === undefined
      ? ''
      : t('run.cache.from', {
          part: first.layer === 'history' ? t('run.cache.history') : blockName(first.blockId, t),
        }),
  ]
  return (
    <details className="run-usage number" data-testid="ai-spending" data-cache={cache?.state}>
      <summary>{joined(head)}</summary>
      {joined(details)}
    </details>
  )
}

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ')
