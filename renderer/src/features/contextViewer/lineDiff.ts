import { diffArrays } from 'diff'

export interface DiffLine {
  readonly state: 'same' | 'added' | 'removed'
  readonly text: string
}

export type DiffRow =
  | DiffLine
  | { readonly state: 'changed'; readonly before: string; readonly text: string }
  /** A run of lines that stayed as they were and are not shown. */
  | { readonly state: 'folded'; readonly count: number }

/** Lines added or removed beyond which two texts have too little in common to be read beside each other. */
const defaultMaxEdits = 1500

/**
 * The lines of two texts, those of `after` in their order with what was removed where it stood; as few edits as
 * there can be. Lines end at `\n` and keep a `\r`. Null when it takes more than `maxEdits` lines added or removed,
 * which also bounds the time.
 */
export const diffLines = (
  before: string,
  after: string,
  maxEdits: number = defaultMaxEdits,
): DiffLine[] | null => {
  const changes = diffArrays(before.split('\n'), after.split('\n'), { maxEditLength: maxEdits })
  if (changes === undefined) return null
  return changes.flatMap(({ added, removed, value }) => {
    const state = added ? 'added' : removed ? 'removed' : 'same'
    return value.map((text): DiffLine => ({ state, text }))
  })
}

/** One row for a line rewritten in its place, and long runs of equal lines folded but for one at each end. */
export const foldRows = (lines: readonly DiffLine[]): DiffRow[] => {
  const rows: DiffRow[] = []
  for (let from = 0; from < lines.length; ) {
    const isSame = lines[from]?.state === 'same'
    let to = from
    while (to < lines.length && (lines[to]?.state === 'same') === isSame) to += 1
    const run = lines.slice(from, to)
    rows.push(...(isSame ? foldSame(run, from === 0, to === lines.length) : pairEdits(run)))
    from = to
  }
  return rows
}

const foldSame = (run: readonly DiffLine[], first: boolean, last: boolean): DiffRow[] => {
  const ahead = first ? 0 : 1
  const behind = last ? 0 : 1
  const count = run.length - ahead - behind
  if (count < 2) return [...run]
  return [...run.slice(0, ahead), { state: 'folded', count }, ...run.slice(run.length - behind)]
}

/** As many gone as new in one place: most likely the same lines, rewritten. */
const pairEdits = (run: readonly DiffLine[]): DiffRow[] => {
  const removed = run.filter(({ state }) => state === 'removed')
  const come = run.filter(({ state }) => state === 'added')
  if (removed.length !== come.length) return [...removed, ...come]
  return come.map(({ text }, index) => ({ state: 'changed', before: removed[index]?.text ?? '', text }))
}
