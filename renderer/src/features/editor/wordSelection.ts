import { EditorSelection, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

export interface WordRange {
  readonly from: number
  readonly to: number
}

/** The word of a line at an offset, or before it at its end; null on marks and white space. */
export const wordAt = (line: string, offset: number, segmenter: Intl.Segmenter): WordRange | null => {
  const segments = segmenter.segment(line)
  const segment = [segments.containing(offset), segments.containing(Math.max(0, offset - 1))].find(
    (segment) => segment?.isWordLike,
  )
  return segment ? { from: segment.index, to: segment.index + segment.segment.length } : null
}

const segmenterOfLine = new Intl.Segmenter(undefined, { granularity: 'word' })

const rangeAt = (view: EditorView, position: number): WordRange | null => {
  const { from, text } = view.state.doc.lineAt(position)
  const word = wordAt(text, position - from, segmenterOfLine)
  return word && { from: from + word.from, to: from + word.to }
}

/** A double click selects a word, also where words are not written apart; dragging goes on word by word. */
export const selectWords: Extension = EditorView.mouseSelectionStyle.of((view, event) => {
  if (event.button !== 0 || event.detail !== 2) return null
  let start = rangeAt(view, view.posAtCoords({ x: event.clientX, y: event.clientY }, false))
  if (start === null) return null
  return {
    get(current) {
      const first = start ?? { from: 0, to: 0 }
      const position = view.posAtCoords({ x: current.clientX, y: current.clientY }, false)
      const last = rangeAt(view, position) ?? { from: position, to: position }
      return last.from < first.from
        ? EditorSelection.single(first.to, last.from)
        : EditorSelection.single(first.from, Math.max(first.to, last.to))
    },
    update({ docChanged, changes }) {
      if (docChanged && start !== null)
        start = { from: changes.mapPos(start.from), to: changes.mapPos(start.to) }
    },
  }
})
