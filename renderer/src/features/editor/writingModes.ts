import { EditorState, type Extension, Facet, type TransactionSpec } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

export interface WritingModes {
  /** Only the paragraph of the caret, or those of the selection, in full ink. */
  readonly focus: boolean
  /** The line of the caret stays in the middle while something is written. */
  readonly typewriter: boolean
}

/** Whether the line of the caret is kept in the middle. */
export const isTypewriter = Facet.define<boolean, boolean>({ combine: (values) => values.includes(true) })

const current = Decoration.line({ class: 'cm-current' })

const currentLines = ({ visibleRanges, state }: EditorView): DecorationSet => {
  const { from, to } = state.selection.main
  const lines = []
  for (const range of visibleRanges) {
    const end = Math.min(to, range.to)
    for (let at = Math.max(from, range.from); at <= end; ) {
      const line = state.doc.lineAt(at)
      lines.push(current.range(line.from))
      at = line.to + 1
    }
  }
  return Decoration.set(lines, true)
}

const focusing: Extension = [
  EditorView.editorAttributes.of({ class: 'cm-focus-mode' }),
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      constructor(view: EditorView) {
        this.decorations = currentLines(view)
      }
      update(update: ViewUpdate) {
        if (update.docChanged || update.selectionSet || update.viewportChanged)
          this.decorations = currentLines(update.view)
      }
    },
    { decorations: (plugin) => plugin.decorations },
  ),
]

/** What keys do is followed; a press of the mouse is not, which would move the text away under it. */
const follows = (transaction: Parameters<Parameters<typeof EditorState.transactionExtender.of>[0]>[0]) =>
  (transaction.docChanged || transaction.selection !== undefined) &&
  ['input', 'delete', 'move', 'undo', 'redo', 'select'].some((event) => transaction.isUserEvent(event)) &&
  !transaction.isUserEvent('select.pointer') &&
  !transaction.isUserEvent('input.disk')

const typing: Extension = [
  isTypewriter.of(true),
  EditorView.editorAttributes.of({ class: 'cm-typewriter' }),
  EditorState.transactionExtender.of((transaction): Pick<TransactionSpec, 'effects'> | null =>
    follows(transaction)
      ? { effects: EditorView.scrollIntoView(transaction.newSelection.main.head, { y: 'center' }) }
      : null,
  ),
]

/** How the text is shown while it is written; nothing moves by itself, so there is nothing to slow down or still. */
export const writingModes = ({ focus, typewriter }: WritingModes): Extension => [
  focus ? focusing : [],
  typewriter ? typing : [],
]
