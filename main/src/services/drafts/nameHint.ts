/** Names of one person, place or thing, as far as a request says them. */
export interface HintName {
  readonly kind: string
  /** The first is the main one. */
  readonly names: readonly string[]
}

/** The most that a request has of them. */
export const hintTokens = 1000

/** One line for each of whom any name is wanted, the surest first, as far as they fit. */
export function nameHint(
  names: readonly HintName[],
  isRequested: (name: string) => boolean,
  count: (text: string) => number,
): string {
  let left = hintTokens
  const lines: string[] = []
  for (const { kind, names: all } of names) {
    if (!all.some(isRequested)) continue
    const line = `${kind}: ${all.join('/')}`
    left -= count(`${line}\n`)
    if (left < 0) break
    lines.push(line)
  }
  return lines.join('\n')
}
