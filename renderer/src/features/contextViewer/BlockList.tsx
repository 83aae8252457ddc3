import { useTranslation } from 'react-i18next'
import { formatCount } from '../../i18n/format.ts'
import type { BlockDiff } from './blockDiff.ts'
import { blockName } from './evidence.ts'

const stateKeys = {
  same: 'viewer.blockSame',
  changed: 'viewer.blockChanged',
  added: 'viewer.blockAdded',
} as const

/** The blocks of this prompt beside those of another: same, changed, added, gone. */
export const BlockList = ({ blocks, removed }: BlockDiff) => {
  const { t } = useTranslation()
  return (
    <ul className="block-list">
      {blocks.map(({ blockId, state, stability, tokens }) => (
        <li key={blockId} className={`block block-${state}`}>
          <span className="block-state">{t(stateKeys[state])}</span>
          <span className="block-name" title={blockName(blockId, t)}>
            {blockName(blockId, t)}
          </span>
          <span className="block-stability">{t(`stability.${stability}`)}</span>
          <span className="number">{formatCount(tokens)}</span>
        </li>
      ))}
      {removed.map((blockId) => (
        <li key={blockId} className="block block-removed">
          <span className="block-state">{t('viewer.blockRemoved')}</span>
          <span className="block-name" title={blockName(blockId, t)}>
            {blockName(blockId, t)}
          </span>
        </li>
      ))}
    </ul>
  )
}
