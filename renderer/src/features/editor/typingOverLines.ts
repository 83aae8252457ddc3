import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/**
 * A key over a selection of several lines, written by the editor itself. Where the buttons of a suggestion stand behind
 * the last of them, Chromium joins the lines and leaves an empty one in the place of the buttons, which would be read as
 * a line of the text. Compositions are joined rightly.
 */
export const typingOverLines: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType, isComposing } = event
    const { doc, selection, readOnly } = view.state
    const { from, to } = selection.main
    if (inputType !== 'insertText' || data === null || isComposing || view.composing || readOnly) return false
    if (selection.ranges.length > 1 || doc.lineAt(from).to >= to) return false
    event.preventDefault()
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    const isHandled = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, data, insert))
    if (!isHandled) view.dispatch(insert())
    return true
  },
})
