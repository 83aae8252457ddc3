import { codeAt, lineAt, type Mutant } from './mutant.ts'

/** A break in the meaning that no generator would think of. `search` has to stand in exactly one file. */
export interface HandMutant {
  readonly packageName: string
  readonly breaks: string
  readonly search: RegExp
  /** As for `String.replace`: `$1` stands for a group. */
  readonly replacement: string
}

export const handMutants: readonly HandMutant[] = []

/** The mutant in these files, or why there is none: then the list is older than the code and has to be mended. */
export function applied(hand: HandMutant, sources: ReadonlyMap<string, string>): Mutant | string {
  const found = [...sources].flatMap(([path, source]) => {
    const match = hand.search.exec(source)
    return match ? [{ path, source, match }] : []
  })
  const [only, other] = found
  if (!only) return 'the pattern is in no file'
  if (other) return `the pattern is in ${only.path} and in ${other.path}`
  const { path, source, match } = only
  const { packageName, breaks } = hand
  const place = { line: lineAt(source, match.index), code: codeAt(source, match.index) }
  const replacement = match[0].replace(hand.search, hand.replacement)
  return {
    packageName,
    path,
    kind: breaks,
    from: match.index,
    to: match.index + match[0].length,
    replacement,
    ...place,
  }
}
