/** Where a suggestion belongs, recognisable in a text that has been loaded anew. */
export interface Anchor {
  /** Editor position of the beginning of what it would replace. */
  readonly from: number
  /** What stands right before that place. */
  readonly before: string
  /** What it would replace; '' when it is inserted. */
  readonly replaced: string
}

const beforeUnits = 48

export const anchorAt = (text: string, from: number, to: number): Anchor => ({
  from,
  before: text.slice(Math.max(0, from - beforeUnits), from),
  replaced: text.slice(from, to),
})

/** The place nearest to where it was that looks as it did; null when there is none any more. */
export const findAnchor = (text: string, anchor: Anchor): { from: number; to: number } | null => {
  const { before, replaced } = anchor
  const searched = before + replaced
  const expected = anchor.from - before.length
  const after = text.indexOf(searched, expected)
  const ahead = expected < 0 ? -1 : text.lastIndexOf(searched, expected)
  const positions = [after, ahead].filter((at) => at !== -1)
  if (positions.length === 0) return null
  const nearest = positions.reduce((left, right) =>
    Math.abs(right - expected) < Math.abs(left - expected) ? right : left,
  )
  const from = nearest + before.length
  return { from, to: from + replaced.length }
}
