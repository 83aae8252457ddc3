/** What is searched for in the whole book. */
export interface BookQuery {
  readonly text: string
  /** `name`: by the rules of the codex, so that 林远山 is no match of 林远. */
  readonly mode: 'literal' | 'regex' | 'name'
  /** Letter case counts as one, and where it is not a regular expression also width and Traditional forms. */
  readonly fold: boolean
}

/** A place in a chapter's text as stored, in UTF-16 units, `to` exclusive. */
export interface Match {
  readonly from: number
  readonly to: number
  /** The text after replacing. */
  readonly replacement: string
}

/** All matches of a text, in order, none overlapping another. */
export type Find = (text: string) => readonly Match[] | Promise<readonly Match[]>

/** The text with every match replaced but those whose number, counted from 0, is left out. */
export function withReplacements(
  text: string,
  matches: readonly Match[],
  leftOut: ReadonlySet<number>,
): string {
  const parts: string[] = []
  let copied = 0
  for (const [at, { from, to, replacement }] of matches.entries()) {
    if (leftOut.has(at)) continue
    parts.push(text.slice(copied, from), replacement)
    copied = to
  }
  return parts.join('') + text.slice(copied)
}
