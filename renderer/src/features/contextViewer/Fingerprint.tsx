import { useTranslation } from 'react-i18next'
import type { Receipt } from '#contract/context.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { formatCount, percent } from '../../i18n/format.ts'
import { FollowUpCosts } from '../aiPanel/FollowUps.tsx'
import { RunSpending } from '../aiPanel/RunSpending.tsx'
import { DetailsFold } from './DetailsFold.tsx'
import { blockName, shortHash } from './evidence.ts'

/** Both hashes, and whether the provider can reuse what it read before. */
export const Fingerprint = ({ receipt }: { readonly receipt: Receipt }) => {
  const { t } = useTranslation()
  const { stablePrefixHash, promptHash, stablePrefixUnchanged, delta, tokenCount } = receipt
  const first = delta.baseHash === null
  const comparison = first ? 'viewer.first' : stablePrefixUnchanged ? 'viewer.same' : 'viewer.different'
  return (
    <section
      className="fingerprint"
      data-testid="ai-context-fingerprint"
      aria-label={t('viewer.fingerprint')}
    >
      <span className="fingerprint-row">
        <span>
          {t('viewer.stablePrefix')}{' '}
          <span className={stablePrefixUnchanged ? 'good' : ''}>{t(comparison)}</span>
        </span>
        <DetailsFold>
          <span className="fingerprint-row">
            <Hash name={t('viewer.stablePrefix')} hash={stablePrefixHash} />
            <Hash name={t('viewer.promptHash')} hash={promptHash} />
          </span>
        </DetailsFold>
      </span>
      <span className="fingerprint-row number">
        {t('viewer.reused', {
          tokens: formatCount(delta.reusedTokens),
          share: percent(delta.reusedTokens, tokenCount),
        })}
        {delta.firstChange !== null && (
          <span>
            {t('viewer.firstChange', {
              block: blockName(delta.firstChange.blockId, t),
              tokens: formatCount(delta.firstChange.tokensAfter),
            })}
          </span>
        )}
      </span>
      {receipt.spending !== undefined && <RunSpending {...receipt.spending} />}
      {receipt.followUps !== undefined && <FollowUpCosts followUps={receipt.followUps} />}
    </section>
  )
}

const Hash = ({ name, hash }: { readonly name: string; readonly hash: string }) => {
  const { t } = useTranslation()
  return (
    <span className="hash">
      {name} <code title={hash}>{shortHash(hash)}</code>
      <CopyButton text={hash} label={t('viewer.copy', { name })} done={t('viewer.copied')} />
    </span>
  )
}
