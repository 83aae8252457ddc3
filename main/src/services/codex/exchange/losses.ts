import type { CodexLoss } from '#contract/codex.ts'
import { firstUnits } from '../../../lib/text.ts'

/** One sentence in both languages. */
export type Sentence = readonly [zh: string, en: string]

/** For fields that none of the formats in use has. */
export const unknownField: Sentence = [
  '不认识的字段，原样保留，不起作用。',
  'An unknown field: kept as it is, without effect.',
]

/** Collects what an import or export could not map. */
export interface Losses {
  add(entry: string, field: string, reason: Sentence): void
  /** In order of appearance; what concerns many entries alike is one row. */
  list(): readonly CodexLoss[]
}

const rowsOfOneKind = 20
const maxRows = 10_000

export function createLosses(): Losses {
  const groups = new Map<string, { field: string; reason: Sentence; entries: string[]; count: number }>()
  let unlisted = 0
  return {
    add(entry, field, reason) {
      const key = `${field}\0${reason[0]}`
      const existing = groups.get(key)
      if (!existing && groups.size >= maxRows) {
        unlisted += 1
        return
      }
      const group = existing ?? { field, reason, entries: [], count: 0 }
      groups.set(key, group)
      group.count += 1
      if (group.entries.length < rowsOfOneKind) group.entries.push(clip(entry, 60))
    },
    list() {
      const rows = [...groups.values()].flatMap(({ field, reason, entries, count }) => {
        const [zh, en] = reason
        const row = { field: clip(field, 200), reason: clip(zh, 500), english: clip(en, 500) }
        if (count <= rowsOfOneKind) return entries.map((entry) => ({ entry, ...row }))
        const examples = entries.slice(0, 3).map((entry) => clip(entry, 40))
        return [{ entry: `${examples.join(', ')}, … (${count})`, ...row }]
      })
      if (rows.length <= maxRows && unlisted === 0) return rows
      const left = Math.max(0, rows.length - maxRows + 1) + unlisted
      const rest = {
        entry: '',
        field: '',
        reason: `另有 ${left} 项没有列出。`,
        english: `${left} more are not listed.`,
      }
      return [...rows.slice(0, maxRows - 1), rest]
    },
  }
}

/** At most `maxUnits` UTF-16 units, never half a pair. */
export function clip(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text
  return `${firstUnits(text, maxUnits - 1)}…`
}
