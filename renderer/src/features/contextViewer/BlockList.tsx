import { useTranslation } from 'react-i18next'
import { formatCount } from '../../i18n/format.ts'
import type { BlockDiff } from './blockDiff.ts'
import { blockName } from './evidence.ts'

const stateKeys = {
  same: 'viewer.blockSame',
  changed: 'viewer.blockChanged',
  added: 'viewer.blockAdded',
} as const

type Block = BlockDiff['blocks'][number]

/** The blocks of this prompt beside those of another: what changed, came or went first; what did not, in a fold. */
export const BlockList = ({ blocks, removed }: BlockDiff) => {
  const { t } = useTranslation()
  const same = blocks.filter(({ state }) => state === 'same')
  const others = blocks.filter(({ state }) => state !== 'same')
  return (
    <>
      <ul className="block-list">
        {others.map((block) => (
          <BlockRow key={block.blockId} {...block} />
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
      {same.length > 0 && (
        <details className="blocks-same">
          <summary>{t('viewer.blocksSame', { n: formatCount(same.length) })}</summary>
          <ul className="block-list">
            {same.map((block) => (
              <BlockRow key={block.blockId} {...block} />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

const BlockRow = ({ blockId, state, stability, tokens }: Block) => {
  const { t } = useTranslation()
  return (
    <li className={`block block-${state}`}>
      <span className="block-state">{t(stateKeys[state])}</span>
      <span className="block-name" title={blockName(blockId, t)}>
        {blockName(blockId, t)}
      </span>
      <span className="block-stability">{t(`stability.${stability}`)}</span>
      <span className="number">{formatCount(tokens)}</span>
    </li>
  )
}
