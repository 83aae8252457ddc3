import { defineSource, type Source } from '../context/source.ts'
import {
  type CodexReader,
  type EntryDraft,
  entryDraft,
  entryLabel,
  reportBroken,
  rereadEntry,
  scoreOf,
} from './codexReading.ts'
import type { CodexCard, CodexPort } from './ports.ts'

interface CardDraft extends EntryDraft {
  readonly card: CodexCard
}

/**
 * Entries named near the cursor, in the selection or the request, and pinned ones: shortened, then dropped. One of the
 * level `always` is among them for as long as it is not whole in Rules.
 */
export function createCodexEntries(codex: CodexPort, readingOf: CodexReader): Source {
  return defineSource<CardDraft>({
    name: 'codexEntries',
    display: { name: { zh: '设定条目', en: 'Codex entry' }, card: 'entry' },
    layer: 'retrieved',
    place: 0,
    stability: 'scene',
    titleIsText: true,
    maxAppended: Number.POSITIVE_INFINITY,
    shrinkSteps: [
      // At a paragraph; inside one where the end of a paragraph would leave more than 500 tokens unused.
      { step: 'head', cutOrder: 2, boundary: 'grapheme', leastUnits: 300, slackTokens: 500 },
      { step: 'short', cutOrder: 2.5 },
      { step: 'line', cutOrder: 3 },
      { step: 'name', cutOrder: 5 },
      { step: 'out', cutOrder: 6 },
    ],
    missing: { code: 'KG_UNAVAILABLE', params: {} },
    label: entryLabel,
    score: ({ finding }) => finding && scoreOf(finding),
    async read(scene, io) {
      const reading = await readingOf(scene, io)
      reportBroken(reading, io)
      return [...reading.matches, ...reading.always]
        .filter(({ finding }) => finding && finding.by !== 'relation' && finding.by !== 'earlier')
        .map((card) => ({
          ...entryDraft(card, scene),
          card,
          ...(card.finding?.by === 'pin' || card.finding?.by === 'called' ? { pinned: true } : {}),
        }))
    },
    reread: rereadEntry(codex),
  })
}
