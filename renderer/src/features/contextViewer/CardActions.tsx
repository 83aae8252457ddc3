import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ReceiptChunk } from '#contract/context.ts'
import { useApp } from '../../app/AppContext.tsx'
import { chunkReference } from './sources.ts'

/** What can be done with a part: go to where it stands, keep it out of the next request, pin its entry. */
export const CardActions = ({ chunk }: { readonly chunk: ReceiptChunk }) => {
  const { t } = useTranslation()
  const { choices, codex, workspace } = useApp()
  const { pinned, without } = useStore(choices.store)
  const rows = useStore(codex.store, (state) => state.rows)
  const entry = rows?.find(({ path }) => path === chunk.source)
  const reference = chunkReference(chunk)
  const from = chunk.from ?? 0
  return (
    <span className="card-actions">
      {chunk.source.startsWith('manuscript/') && (
        <button
          type="button"
          className="viewer-tool"
          onClick={() => void workspace.reveal(chunk.source, { from, to: from })}
        >
          {t('card.open')}
        </button>
      )}
      {entry !== undefined && (
        <>
          <button type="button" className="viewer-tool" onClick={() => void codex.openEntry(entry.id)}>
            {t('card.openEntry')}
          </button>
          <button
            type="button"
            className="viewer-tool"
            aria-pressed={pinned.includes(entry.id)}
            onClick={() => choices.toggle('pinned', entry.id)}
          >
            {t(pinned.includes(entry.id) ? 'card.unpin' : 'card.pin')}
          </button>
        </>
      )}
      {chunk.layer === 'retrieved' && (
        <button
          type="button"
          className="viewer-tool"
          aria-pressed={without.includes(reference)}
          onClick={() => choices.toggle('without', reference)}
        >
          {t(without.includes(reference) ? 'card.with' : 'card.without')}
        </button>
      )}
    </span>
  )
}
