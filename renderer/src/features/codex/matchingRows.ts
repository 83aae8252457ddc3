import type { CodexRow, CodexType } from './codexModel.ts'

/** By name or alias, width and letter case aside. */
export const isNamed = (names: readonly string[], query: string): boolean => {
  const fold = (text: string) => text.normalize('NFKC').toLowerCase()
  return names.some((name) => fold(name).includes(fold(query.trim())))
}

/**
 * The rows of a kind, or, when something is looked for, of all kinds: nobody remembers whether a lantern was an item
 * or an event. Files with a fault come first.
 */
export const matchingRows = (rows: readonly CodexRow[], shown: CodexType, query: string): CodexRow[] => {
  const isMatch = ({ type, name, aliases }: CodexRow) =>
    query.trim() === '' ? type === shown : isNamed([name, ...aliases], query)
  const matches = rows.filter(isMatch)
  const isBroken = ({ fault }: CodexRow) => fault !== undefined
  return [...matches.filter(isBroken), ...matches.filter((row) => !isBroken(row))]
}
