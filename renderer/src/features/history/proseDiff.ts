import { diffArrays } from 'diff'
import { type DiffRow, diffLines, foldRows } from '../contextViewer/lineDiff.ts'

/** A piece of a paragraph: as in both, only then, or only now. */
export interface ProsePiece {
  readonly state: 'same' | 'added' | 'removed'
  readonly text: string
}

export type ProseRow =
  | { readonly state: 'folded'; readonly count: number }
  | { readonly state: 'same' | 'added' | 'removed' | 'changed'; readonly pieces: readonly ProsePiece[] }

/** Words added or removed beyond which a paragraph counts as written anew. */
const maxEdits = 400

/**
 * What became of a text, paragraph by paragraph, with the words that changed inside a paragraph; unchanged ones are
 * folded. Line endings are not compared. Null when the texts have too little in common.
 */
export const diffProse = (earlier: string, now: string, words: Intl.Segmenter): ProseRow[] | null => {
  const lines = diffLines(plain(earlier), plain(now))
  return lines && foldRows(lines).map((row) => proseRow(row, words))
}

const plain = (text: string) => text.replace(/\r\n?/g, '\n')

const proseRow = (row: DiffRow, words: Intl.Segmenter): ProseRow => {
  if (row.state === 'folded') return row
  if (row.state !== 'changed') return { state: row.state, pieces: [{ state: row.state, text: row.text }] }
  const changes = diffArrays(wordsOf(row.before, words), wordsOf(row.text, words), {
    maxEditLength: maxEdits,
  })
  const pieces = changes?.map(
    ({ added, removed, value }): ProsePiece => ({
      state: added ? 'added' : removed ? 'removed' : 'same',
      text: value.join(''),
    }),
  ) ?? [
    { state: 'removed', text: row.before },
    { state: 'added', text: row.text },
  ]
  return { state: 'changed', pieces }
}

const wordsOf = (text: string, words: Intl.Segmenter) =>
  Array.from(words.segment(text), ({ segment }) => segment)
