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

interface AlwaysDraft extends EntryDraft {
  readonly card: CodexCard
}

/** Codex entries of the level `always`: part of Rules, shortened before one is left out. */
export function createCodexAlways(codex: CodexPort, readingOf: CodexReader): Source {
  return defineSource<AlwaysDraft>({
    name: 'codexAlways',
    display: { name: { zh: '设定条目', en: 'Codex entry' }, card: 'entry' },
    layer: 'rules',
    place: 5,
    stability: 'book',
    titleIsText: true,
    shrinkSteps: [
      // At a paragraph, where that leaves 300 characters.
      { step: 'head', cutOrder: 1.5, boundary: 'grapheme', leastUnits: 300 },
      { step: 'short', cutOrder: 2 },
      { step: 'line', cutOrder: 3 },
      { step: 'name', cutOrder: 4 },
      { step: 'out', cutOrder: 5 },
    ],
    missing: { code: 'KG_UNAVAILABLE', params: {} },
    label: entryLabel,
    score: ({ finding }) => finding && scoreOf(finding),
    async read(scene, io) {
      const { always } = await readingOf(scene, io)
      return always.map((card) => ({ ...entryDraft(card, scene), card }))
    },
    reread: rereadEntry(codex),
  })
}
