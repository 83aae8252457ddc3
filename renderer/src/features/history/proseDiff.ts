import { diffArrays } from 'diff'
import { type DiffRow, diffLines, foldRows } from '../contextViewer/lineDiff.ts'

/** A piece of a paragraph: as in both, only then, or only now. */
export interface ProsePiece {
  readonly state: 'same' | 'added' | 'removed'
  readonly text: string
}

export type ProseRow =
  | { readonly state: 'folded'; readonly count: number }
  | { readonly state: 'same' | 'added' | 'removed' | 'changed'; readonly chunks: readonly ProsePiece[] }

/** Words added or removed beyond which a paragraph counts as written anew. */
const maxEdits = 400

/**
 * What became of a text, paragraph by paragraph, with the words that changed inside a paragraph; unchanged ones are
 * folded. Line endings are not compared. Null when the texts have too little in common.
 */
export const diffProse = (earlier: string, now: string, segmenter: Intl.Segmenter): ProseRow[] | null => {
  const lines = diffLines(plain(earlier), plain(now))
  return lines && foldRows(lines).map((row) => proseRow(row, segmenter))
}

const plain = (text: string) => text.replace(/\r\n?/g, '\n')

const proseRow = (row: DiffRow, segmenter: Intl.Segmenter): ProseRow => {
  if (row.state === 'folded') return row
  if (row.state !== 'changed') return { state: row.state, chunks: [{ state: row.state, text: row.text }] }
  const changes = diffArrays(wordsOf(row.before, segmenter), wordsOf(row.text, segmenter), {
    maxEditLength: maxEdits,
  })
  const chunks = changes?.map(
    ({ added, removed, value }): ProsePiece => ({
      state: added ? 'added' : removed ? 'removed' : 'same',
      text: value.join(''),
    }),
  ) ?? [
    { state: 'removed', text: row.before },
    { state: 'added', text: row.text },
  ]
  return { state: 'changed', chunks }
}

const wordsOf = (text: string, segmenter: Intl.Segmenter) =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)
