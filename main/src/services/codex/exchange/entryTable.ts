import type { CodexEntry } from '#contract/codex.ts'
import { csvTable } from '../../../lib/csv.ts'
import { aliasNames } from '../entry.ts'
import type { Losses, Sentence } from './losses.ts'
import { type Reader, relationsOf, reportUnknown, words } from './reader.ts'

const noColumn: Sentence = ['表格里没有这一栏。', 'The table has no column for it.']
const withoutColumn = ['exclude', 'progressions', 'knownBy'] as const

/** An entry a row, as CSV. */
export function entryTable(entries: readonly CodexEntry[], reader: Reader, losses: Losses): string {
  const { columns, kinds, levels, comma } = words[reader.language]
  const rows = entries.map((entry) => [
    entry.name,
    kinds[entry.type],
    aliasNames(entry).join(comma),
    entry.tags.join(comma),
    relationsOf(entry, entries, reader),
    entry.constraints.join(comma),
    levels[entry.aiContextLevel],
    entry.body,
  ])
  for (const entry of entries) {
    for (const field of withoutColumn)
      if ((entry[field]?.length ?? 0) > 0) losses.add(entry.name, field, noColumn)
    reportUnknown(entry, losses)
  }
  return csvTable([columns, ...rows])
}
