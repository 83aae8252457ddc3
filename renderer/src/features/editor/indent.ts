import { type Extension, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

const indented = Decoration.line({ class: 'cm-indented' })
const heading = Decoration.line({ class: 'cm-heading' })
const headingMark = Decoration.mark({ class: 'cm-heading-mark' })

/** How a line is shown: nothing is ever written into the text. */
export const lineStyle = (text: string): 'heading' | 'plain' | 'indented' => {
  if (/^#{1,6}\s/.test(text)) return 'heading'
  return /^[\s\u3000]/.test(text) ? 'plain' : 'indented'
}

const build = (view: EditorView): DecorationSet => {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    for (let position = from; position <= to; ) {
      const line = view.state.doc.lineAt(position)
      const style = lineStyle(line.text)
      if (style === 'indented') builder.add(line.from, line.from, indented)
      if (style === 'heading') {
        builder.add(line.from, line.from, heading)
        builder.add(line.from, line.from + line.text.search(/[^#\s]|$/), headingMark)
      }
      position = line.to + 1
    }
  }
  return builder.finish()
}

/** First-line indent and headings, for display only; held still while an input method composes. */
export const firstLineIndent: Extension = [
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      constructor(view: EditorView) {
        this.decorations = build(view)
      }
      update(update: ViewUpdate) {
        if (update.view.composing) this.decorations = this.decorations.map(update.changes)
        else this.decorations = build(update.view)
      }
    },
    { decorations: (plugin) => plugin.decorations },
  ),
  EditorView.domEventHandlers({
    compositionend: (_event, view) => {
      // After the composed text is in the document; an empty transaction makes the plugin look again.
      setTimeout(() => view.dispatch({}))
    },
  }),
]
