import { diffProse, type ProseRow } from '../history/proseDiff.ts'

/** What a change does to the line break at the end of a file. */
type FinalBreak = 'added' | 'removed'

export interface ShownHunk {
  /** None is folded. */
  readonly rows: readonly ProseRow[]
  /** Absent: the end of the file stays as it is. */
  readonly finalBreak?: FinalBreak
}

interface Side {
  readonly text: string
  /** The file's last line is part of it and has no line break. */
  readonly isOpen: boolean
}

/** A unified diff as prose: paragraph by paragraph, with the words that go and the words that come; every line of it. */
export function shownHunks(diff: string, segmenter: Intl.Segmenter): readonly ShownHunk[] {
  return hunksOf(diff).map(({ earlier, now }) => {
    const rows = diffProse(earlier.text, now.text, segmenter)
    const isWhole = rows?.every(({ state }) => state !== 'folded') ?? false
    const finalBreak = breakOf(earlier, now)
    return {
      rows: rows && isWhole ? rows : wholly(earlier.text, now.text),
      ...(finalBreak ? { finalBreak } : {}),
    }
  })
}

/** Both sides of each hunk, as they are in the file. */
export function hunksOf(diff: string): readonly { readonly earlier: Side; readonly now: Side }[] {
  const hunks: string[][] = []
  for (const line of diff.split('\n')) {
    if (line.startsWith('@@')) hunks.push([])
    else hunks.at(-1)?.push(line)
  }
  return hunks.map((lines) => ({ earlier: sideOf(lines, '-'), now: sideOf(lines, '+') }))
}

function sideOf(lines: readonly string[], sign: '-' | '+'): Side {
  const own = (line: string | undefined) => line?.startsWith(' ') === true || line?.startsWith(sign) === true
  return {
    text: lines
      .filter(own)
      .map((line) => line.slice(1))
      .join('\n'),
    isOpen: lines.some((line, at) => line.startsWith('\\') && own(lines[at - 1])),
  }
}

function breakOf(earlier: Side, now: Side): FinalBreak | undefined {
  if (earlier.isOpen === now.isOpen) return undefined
  return now.isOpen ? 'removed' : 'added'
}

const wholly = (earlier: string, now: string): ProseRow[] =>
  (['removed', 'added'] as const).flatMap((state) =>
    (state === 'removed' ? earlier : now)
      .split('\n')
      .map((text): ProseRow => ({ state, chunks: [{ state, text }] })),
  )
