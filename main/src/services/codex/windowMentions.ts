import type { CodexFinding, CodexQuery } from '../sources/index.ts'
import { findCalledNames, findMentions, type Mention } from './mentions.ts'
import type { NameIndex } from './nameIndex.ts'

/** UTF-16 units behind the cursor in which names are detected. */
const unitsAfter = 500
/** What distances are measured by: a name so far away counts as little as one at the edge. */
const nearUnits = 5000

/**
 * The strongest reason per entry id: called by name, in the selection, in the instruction, in the
 * conversation, in the chapter's plan, near the cursor.
 */
export function findingsFor(query: CodexQuery, index: NameIndex): Map<string, CodexFinding> {
  const { text, cursorPosition, selection, instruction, latest } = query
  const findings = new Map<string, CodexFinding>()
  if (index.names.length === 0) return findings
  const add = (id: string, finding: CodexFinding) => {
    if (!findings.has(id)) findings.set(id, finding)
  }
  for (const { entry, key, confidence } of findCalledNames(instruction, index)) {
    add(entry.id, { by: 'called', key, confidence })
  }
  if (selection) {
    for (const { entry, key, confidence } of mentionsWithin(text, selection.from, selection.to, index)) {
      add(entry.id, { by: 'selection', key, confidence })
    }
  }
  for (const { entry, key, confidence } of findMentions(instruction, index)) {
    add(entry.id, { by: 'instruction', key, confidence })
  }
  for (const { entry, key, confidence } of latest.flatMap((message) => findMentions(message, index))) {
    add(entry.id, { by: 'conversation', key, confidence })
  }
  for (const { entry, key, confidence } of findMentions(query.plan ?? '', index)) {
    add(entry.id, { by: 'plan', key, confidence })
  }
  const from = Math.max(0, cursorPosition - query.reachUnits)
  const to = Math.min(text.length, cursorPosition + unitsAfter)
  const near = mentionsWithin(text, from, to, index)
    .map((mention) => ({ mention, ...placeOf(mention, cursorPosition) }))
    .toSorted((a, b) => a.distance - b.distance)
  for (const { mention, by, distance } of near) {
    const { entry, key, confidence } = mention
    add(entry.id, { by, key, confidence, distance, window: nearUnits })
  }
  return findings
}

/** UTF-16 units above the window in which entries of the level `always` are detected. */
const earlierUnits = 20_000

/** Where in this chapter, above the window, each entry was named last. */
export function earlierMentions(query: CodexQuery, index: NameIndex): Map<string, CodexFinding> {
  const { text, cursorPosition } = query
  const to = Math.max(0, cursorPosition - query.reachUnits)
  const last = new Map<string, CodexFinding>()
  for (const { entry, key, to: end } of mentionsWithin(text, Math.max(0, to - earlierUnits), to, index)) {
    last.set(entry.id, { by: 'earlier', key, distance: cursorPosition - end, window: nearUnits })
  }
  return last
}

function placeOf({ from, to }: Mention, cursor: number) {
  return from < cursor
    ? { by: 'before' as const, distance: Math.max(0, cursor - to) }
    : { by: 'after' as const, distance: from - cursor }
}

/**
 * Mentions in a range, judged by the text around it: a name cut in two by the edge is not a shorter name, so a hidden
 * 张三丰 still covers 张三 there.
 */
function mentionsWithin(text: string, from: number, to: number, index: NameIndex): Mention[] {
  const margin = index.longest + 2
  const start = Math.max(0, from - margin)
  return findMentions(text.slice(start, to + margin), index)
    .map((mention) => ({ ...mention, from: mention.from + start, to: mention.to + start }))
    .filter((mention) => mention.from >= from && mention.to <= to)
}
