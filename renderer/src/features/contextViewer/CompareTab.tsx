import { useTranslation } from 'react-i18next'
import type { DeltaPlan } from '#contract/context.ts'
import { formatCount } from '../../i18n/format.ts'
import { blockName } from './evidence.ts'

const stateKeys = {
  same: 'viewer.blockSame',
  changed: 'viewer.blockChanged',
  added: 'viewer.blockAdded',
} as const

/** The blocks of this prompt beside those of the one before: same, changed, added, gone. */
export const CompareTab = ({ delta }: { readonly delta: DeltaPlan }) => {
  const { t } = useTranslation()
  return (
    <div className="viewer-scroll" data-testid="ai-context-compare">
      <p className="compare-lead">
        {t(delta.baseHash === null ? 'viewer.noCompare' : `delta.${delta.kind}`)}
      </p>
      <ul className="block-list">
        {delta.blocks.map(({ blockId, state, stability, tokens }) => (
          <li key={blockId} className={`block block-${state}`}>
            <span className="block-state">{t(stateKeys[state])}</span>
            <span className="block-name" title={blockId}>
              {blockName(blockId, t)}
            </span>
            <span className="block-stability">{t(`stability.${stability}`)}</span>
            <span className="number">{formatCount(tokens)}</span>
          </li>
        ))}
        {delta.removed.map((blockId) => (
          <li key={blockId} className="block block-removed">
            <span className="block-state">{t('viewer.blockRemoved')}</span>
            <span className="block-name" title={blockId}>
              {blockName(blockId, t)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
