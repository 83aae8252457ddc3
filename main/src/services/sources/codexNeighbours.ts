import { defineSource, type Source } from '../context/source.ts'
import {
  type CodexReader,
  type EntryDraft,
  entryDraft,
  entryLabel,
  rereadEntry,
  scoreOf,
} from './codexReading.ts'
import type { CodexCard, CodexPort } from './ports.ts'

interface NeighbourDraft extends EntryDraft {
  readonly card: CodexCard
}

/** Entries related to those that the text names; the first to be cut. */
export function createCodexNeighbours(codex: CodexPort, readingOf: CodexReader): Source {
  return defineSource<NeighbourDraft>({
    name: 'codexNeighbours',
    display: { name: { zh: '相关条目', en: 'Related entry' }, card: 'entry' },
    layer: 'retrieved',
    // Together with the detected entries: one list by key.
    place: 0,
    stability: 'scene',
    shrinkSteps: [{ step: 'out', cutOrder: 1 }],
    missing: { code: 'KG_UNAVAILABLE', params: {} },
    label: entryLabel,
    score: ({ finding }) => finding && scoreOf(finding),
    async read(scene, io) {
      const { matches } = await readingOf(scene, io)
      return matches
        .filter(({ finding }) => finding?.by === 'relation')
        .map((card) => ({ ...entryDraft(card, scene), card }))
    },
    reread: rereadEntry(codex),
  })
}
