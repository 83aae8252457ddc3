import type { CodexEntry } from '#contract/codex.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import type { Draft } from './draft.ts'
import { limits, tooLarge } from './limits.ts'
import { clip, type Losses } from './losses.ts'

/**
 * Makes entries of drafts: every id is new to the project, relations inside the file follow, and what the
 * project already has word for word is passed over, so that importing twice adds nothing.
 * @throws AppError FILE_TOO_LARGE when one entry is larger than an entry's file may be.
 */
export function admit(
  drafts: readonly Draft[],
  existing: readonly CodexEntry[],
  options: { readonly newId: () => string; readonly losses: Losses },
): readonly CodexEntry[] {
  const { newId, losses } = options
  const existingDigests = new Set(existing.map(digestOf))
  const usedIds = new Set(existing.map(({ id }) => id))
  const idOf = new Map<string, string>()
  const admitted: CodexEntry[] = []
  for (const draft of drafts) {
    if (existingDigests.has(digestOf(draft))) {
      losses.add(draft.name, '', [
        '项目里已经有一模一样的条目，没有再导入。',
        'The book has exactly this entry already; it was not imported again.',
      ])
      continue
    }
    const id = draft.id !== undefined && !usedIds.has(draft.id) ? draft.id : newId()
    usedIds.add(id)
    if (draft.id !== undefined) idOf.set(draft.id, id)
    admitted.push({ ...draft, id })
  }
  return admitted.map((entry) => {
    const relations = entry.relations.map((relation) => ({
      ...relation,
      to: idOf.get(relation.to) ?? relation.to,
    }))
    const moved = { ...entry, relations }
    checkSize(moved)
    return moved
  })
}

/** What an entry says, its id aside, whatever the order of its fields. */
function digestOf({ id: _, ...entry }: CodexEntry | Draft): string {
  const sorted = (_key: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(byKey))
      : value
  return sha256Hex(JSON.stringify(entry, sorted))
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1)

function checkSize(entry: CodexEntry): void {
  const isLong = entry.body.length > limits.bodyUnits
  if (isLong || Buffer.byteLength(JSON.stringify(entry)) > limits.entryBytes)
    throw tooLarge(
      `条目“${clip(entry.name, 40)}”太大，请先拆开它，没有导入。`,
      `The entry “${clip(entry.name, 40)}” is too large. Split it first; nothing was imported.`,
    )
}
