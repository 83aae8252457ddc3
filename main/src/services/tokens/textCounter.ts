import type { SplittingTokenizer } from './tokenizer.ts'

export interface TextCounter {
  /** Tokens of the whole text. */
  readonly tokens: number
  /** UTF-16 units of the whole text. */
  readonly length: number
  /**
   * Replaces `[from, to)` by `insert` (UTF-16 offsets of the text as it is now, clamped) and returns the new
   * count. Counts the pieces around the edit only, whatever the length of the text.
   */
  replace(from: number, to: number, insert: string): number
}

/** One entry per piece in each list; separate lists, so that searching for an offset reads only lengths. */
interface Segments {
  readonly texts: string[]
  readonly lengths: number[]
  readonly counts: number[]
}

/**
 * Exact running count of a text that is being edited, kept as one count per piece.
 *
 * Whether a split is safe depends on one or two characters before it, and after it on one character or, behind a
 * line break, on the white space up to the next character. So an edit is recounted together with the piece
 * before it and the piece after it; every other split stays safe.
 */
export function createTextCounter(tokenizer: SplittingTokenizer, text = ''): TextCounter {
  const segments: Segments = { texts: [], lengths: [], counts: [] }
  let tokens = 0
  let length = 0

  function cut(part: string): Segments {
    const result: Segments = { texts: [], lengths: [], counts: [] }
    for (let from = 0; from < part.length; ) {
      const to = tokenizer.nextSplit(part, from)
      const piece = part.slice(from, to)
      result.texts.push(piece)
      result.lengths.push(piece.length)
      result.counts.push(tokenizer.count(piece))
      from = to
    }
    return result
  }

  /** Index of the piece before the one `offset` lies in or ends, and where it starts. */
  function pieceBefore(offset: number): { index: number; start: number } {
    let index = 0
    let start = 0
    for (const pieceLength of segments.lengths) {
      if (start + pieceLength >= offset) break
      start += pieceLength
      index++
    }
    return index === 0
      ? { index, start }
      : { index: index - 1, start: start - (segments.lengths[index - 1] ?? 0) }
  }

  function replace(from: number, to: number, insert: string): number {
    const editFrom = Math.max(0, Math.min(from, length))
    const editTo = Math.max(editFrom, Math.min(to, length))
    const first = pieceBefore(editFrom)
    let last = first.index
    for (let stop = first.start; last < segments.lengths.length && stop <= editTo; last++) {
      stop += segments.lengths[last] ?? 0
    }
    last = Math.min(last + 1, segments.lengths.length)

    const removed = last - first.index
    const around = segments.texts.slice(first.index, last).join('')
    const changed = cut(around.slice(0, editFrom - first.start) + insert + around.slice(editTo - first.start))
    spliceMany(segments.texts, first.index, removed, changed.texts)
    spliceMany(segments.lengths, first.index, removed, changed.lengths)
    tokens += sum(changed.counts) - sum(spliceMany(segments.counts, first.index, removed, changed.counts))
    length += insert.length - (editTo - editFrom)
    return tokens
  }

  replace(0, 0, text)
  return {
    get tokens() {
      return tokens
    },
    get length() {
      return length
    },
    replace,
  }
}

/** `splice` that takes more items than the stack has room for arguments. */
function spliceMany<T>(list: T[], at: number, removed: number, added: readonly T[]): T[] {
  if (added.length < 1000) return list.splice(at, removed, ...added)
  const tail = list.splice(at)
  for (const item of added) list.push(item)
  for (let i = removed; i < tail.length; i++) list.push(tail[i] as T) // in range
  return tail.slice(0, removed)
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
