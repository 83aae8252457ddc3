import { useTranslation } from 'react-i18next'
import type { Receipt, ReceiptChunk } from '#contract/context.ts'
import { formatCount } from '../../i18n/format.ts'
import { ChunkCard } from './ChunkCard.tsx'
import { groupConstraints } from './constraintGroup.ts'
import type { Layer } from './evidence.ts'

interface LayerSectionProps {
  readonly layer: Layer
  readonly tokens: number
  readonly chunks: readonly ReceiptChunk[]
  readonly redaction: Receipt['redaction']
}

/** One layer: its chunks in the order the model reads them. */
export const LayerSection = ({ layer, tokens, chunks, redaction }: LayerSectionProps) => {
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
