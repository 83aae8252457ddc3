import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { Receipt, ReceiptChunk } from '#contract/context.ts'
import { useChoices } from '../../app/AppContext.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { formatCount, percent } from '../../i18n/format.ts'
import { FollowUpCosts } from '../aiPanel/FollowUps.tsx'
import { RunSpending } from '../aiPanel/RunSpending.tsx'
import { WentAlong } from '../chat/WentAlong.tsx'
import { ChunkCard } from './ChunkCard.tsx'
import { groupConstraints } from './constraintGroup.ts'
import type { ReceiptView } from './contextModel.ts'
import { DetailsFold } from './DetailsFold.tsx'
import { Evidence } from './Evidence.tsx'
import { blockName, type Layer, layerNames, shortHash, windowSegments } from './evidence.ts'
import { Legend } from './Legend.tsx'
import { OmittedList } from './OmittedList.tsx'
import { StackedBar } from './StackedBar.tsx'
import './ReadTab.css'

/** The window as one bar, then the four layers in order, then what was left out and the evidence. */
export const ReadTab = ({ shown }: { readonly shown: ReceiptView }) => {
  const { t } = useTranslation()
  const { receipt, chunks } = shown
  const segments = windowSegments(receipt)
  const { budget, tokenizer, history } = receipt
  const sent = receipt.tokenCount + (history?.tokens ?? 0)
  return (
    <>
      <div className="viewer-scroll">
        <div className="window-card">
          <p className="window-heading number">
            <b>{formatCount(sent)}</b>
            <span>{` / ${t('viewer.window', { total: formatCount(budget.windowTokens) })}`}</span>
            <span className="grow" />
            {!tokenizer.exact && <span>{t('viewer.estimated')}</span>}
          </p>
          <StackedBar segments={segments} total={budget.windowTokens} tall />
          <Legend segments={segments} />
          {history && <WentAlong history={history} />}
        </div>
        <ChosenBar />
        {layerNames.map((layer) => (
          <LayerSection
            key={layer}
            layer={layer}
            tokens={receipt.layers[layer].tokens}
            chunks={chunks.filter((chunk) => chunk.layer === layer && chunk.action !== 'dropped')}
            redaction={receipt.redaction}
          />
        ))}
        <OmittedList trim={receipt.trim} chunks={chunks} />
        <Evidence receipt={receipt} chunks={chunks} />
      </div>
      <Fingerprint receipt={receipt} />
    </>
  )
}

/** What the writer has chosen for the next request; nothing while nothing is. */
const ChosenBar = () => {
  const { t } = useTranslation()
  const choices = useChoices()
  const { pinned, without } = useStore(choices.store)
  if (pinned.length + without.length === 0) return null
  const parts = [
    ...(without.length > 0 ? [t('card.withoutCount', { n: without.length })] : []),
    ...(pinned.length > 0 ? [t('card.pinnedCount', { n: pinned.length })] : []),
  ]
  return (
    <p className="chosen-bar" role="status" data-testid="ai-context-chosen">
      {parts.join(t('card.and'))}
      <button type="button" className="viewer-tool" onClick={choices.clear}>
        {t('card.clear')}
      </button>
    </p>
  )
}

interface LayerSectionProps {
  readonly layer: Layer
  readonly tokens: number
  readonly chunks: readonly ReceiptChunk[]
  readonly redaction: Receipt['redaction']
}

/** One layer: its chunks in the order the model reads them. */
const LayerSection = ({ layer, tokens, chunks, redaction }: LayerSectionProps) => {
  const { t } = useTranslation()
  const cards = groupConstraints(chunks)
  const heading = `layer-heading-${layer}`
  return (
    <section
      className={`layer layer-${layer}`}
      data-testid={`ai-context-layer-${layer}`}
      aria-labelledby={heading}
    >
      <h3 id={heading} className="layer-heading">
        <span className="layer-mark" aria-hidden="true" />
        {t(`layer.${layer}`)}
        <span className="grow" />
        <span className="number">
          {formatCount(tokens)}
          {cards.length > 1 && ` · ${t('viewer.chunks', { n: cards.length })}`}
        </span>
      </h3>
      {cards.length === 0 ? (
        <p className="layer-empty">{t('viewer.layerEmpty')}</p>
      ) : (
        <ul className="chunk-list">
          {cards.map((card) => (
            <ChunkCard
              key={`${card.chunk.source}#${card.chunk.from ?? ''}-${card.chunk.label}-${card.chunk.reason}`}
              card={card}
              redaction={redaction}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Both hashes, and whether the provider can reuse what it read before. */
const Fingerprint = ({ receipt }: { readonly receipt: Receipt }) => {
  const { t } = useTranslation()
  const { stablePrefixHash, promptHash, sentHash, stablePrefixUnchanged, delta, tokenCount } = receipt
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
        <DetailsFold of={t('viewer.stablePrefix')}>
          <span className="fingerprint-row">
            <Hash name={t('viewer.stablePrefix')} hash={stablePrefixHash} />
            <Hash name={t('viewer.promptHash')} hash={promptHash} />
            {sentHash !== undefined && <Hash name={t('viewer.sentHash')} hash={sentHash} />}
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
