import { EditorSelection, type StateCommand, Text } from '@codemirror/state'

/**
 * Enter: the next line has the indent of this one, character by character; CodeMirror's own command writes half-width
 * spaces for U+3000. White space behind the caret would be a second indent and goes, and so does an indent without
 * words in front of it.
 */
export const breakParagraph: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false
  const spec = state.changeByRange(({ from, to }) => {
    const line = state.doc.lineAt(from)
    const last = state.doc.lineAt(to)
    const indent = /^\s*/.exec(line.text)?.[0] ?? ''
    const spaces = /^\s*/.exec(last.text.slice(to - last.from))?.[0] ?? ''
    const start = from - line.from <= indent.length ? line.from : from
    return {
      changes: { from: start, to: to + spaces.length, insert: Text.of(['', indent]) },
      range: EditorSelection.cursor(start + 1 + indent.length),
    }
  })
  dispatch(state.update(spec, { scrollIntoView: true, userEvent: 'input' }))
  return true
}
