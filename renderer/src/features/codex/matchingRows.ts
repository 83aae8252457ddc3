import type { CodexRow, CodexType } from './codexModel.ts'

/**
 * The rows of a kind, or, when something is looked for, of all kinds: nobody remembers whether a lantern was an item
 * or an event. By name or alias, width and letter case aside; files with a fault come first.
 */
export const matchingRows = (rows: readonly CodexRow[], shown: CodexType, query: string): CodexRow[] => {
  const fold = (text: string) => text.normalize('NFKC').toLowerCase()
  const part = fold(query.trim())
  const isMatch = ({ type, name, aliases }: CodexRow) =>
    part === '' ? type === shown : [name, ...aliases].some((word) => fold(word).includes(part))
  const matches = rows.filter(isMatch)
  const isBroken = ({ fault }: CodexRow) => fault !== undefined
  return [...matches.filter(isBroken), ...matches.filter((row) => !isBroken(row))]
}
