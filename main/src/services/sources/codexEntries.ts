import { defineSource, type Source } from '../context/source.ts'
import {
  type CodexReader,
  type EntryDraft,
  entryDraft,
  entryLabel,
  rereadEntry,
  scoreOf,
  tellBroken,
} from './codexReading.ts'
import type { CodexCard, CodexPort } from './ports.ts'

interface FoundDraft extends EntryDraft {
  readonly card: CodexCard
}

/** Entries found near the cursor, in the selection or the request, and pinned ones: shortened, then dropped. */
export function createCodexEntries(codex: CodexPort, readingOf: CodexReader): Source {
  return defineSource<FoundDraft>({
    name: 'codexEntries',
    layer: 'retrieved',
    place: 0,
    stability: 'scene',
    titleIsText: true,
    unlimited: true,
    late: Number.POSITIVE_INFINITY,
    ladder: [
      // At a paragraph; inside one where the end of a paragraph would leave more than 500 tokens unused.
      { step: 'head', cutOrder: 2, boundary: 'grapheme', leastUnits: 300, slackTokens: 500 },
      { step: 'short', cutOrder: 2.5 },
      { step: 'line', cutOrder: 3 },
      { step: 'name', cutOrder: 5 },
      { step: 'out', cutOrder: 6 },
    ],
    missing: { code: 'KG_UNAVAILABLE', params: {} },
    label: entryLabel,
    score: ({ found }) => found && scoreOf(found),
    async read(scene, io) {
      const reading = await readingOf(scene, io)
      tellBroken(reading, io)
      return reading.found
        .filter(({ found }) => found?.by !== 'relation')
        .map((card) => ({
          ...entryDraft(card, scene),
          card,
          ...(card.found?.by === 'pin' || card.found?.by === 'called' ? { pinned: true } : {}),
        }))
    },
    reread: rereadEntry(codex),
  })
}
