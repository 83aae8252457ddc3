import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

/** A name of the codex in a text; offsets in UTF-16 units. */
export interface FoundName {
  readonly entityId: string
  readonly from: number
  readonly to: number
}

/** Finds the names in a stretch of the chapter; null when it could not be asked. */
export type FindNames = (text: string) => Promise<readonly FoundName[] | null>

/** Pause after typing or scrolling before names are looked for. */
const restMs = 300

export const setNames = StateEffect.define<readonly FoundName[]>()

/** The names that are underlined; what is typed moves them, and goes through the one it is typed in. */
export const namesField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    const { changes } = transaction
    const left = transaction.docChanged
      ? marks.update({ filter: (from, to) => changes.touchesRange(from, to) !== 'cover' }).map(changes)
      : marks
    const found = transaction.effects.find((effect) => effect.is(setNames))
    return found === undefined ? left : Decoration.set(found.value.map(marked), true)
  },
  provide: (field) => EditorView.decorations.from(field),
})

const marked = ({ entityId, from, to }: FoundName) =>
  Decoration.mark({ class: 'cm-name', entityId }).range(from, to)

/** The underlined name at a position, its edges included. */
export const nameAt = (state: EditorState, position: number): FoundName | null => {
  let found: FoundName | null = null
  state.field(namesField, false)?.between(position, position, (from, to, { spec }) => {
    found ??= { entityId: String(spec.entityId), from, to }
  })
  return found
}

/** Whole lines that can be seen, as one stretch. */
const stretch = ({ state, visibleRanges }: EditorView) => {
  const [first, last] = [visibleRanges[0], visibleRanges.at(-1)]
  if (first === undefined || last === undefined) return null
  return { from: state.doc.lineAt(first.from).from, to: state.doc.lineAt(last.to).to }
}

/** Asks for the names that can be seen, when nothing has moved for a moment; typing never waits for it. */
export const nameMarks = (find: FindNames): Extension => [
  namesField,
  ViewPlugin.fromClass(
    class {
      timer: ReturnType<typeof setTimeout> | undefined
      readonly view: EditorView
      constructor(view: EditorView) {
        this.view = view
        this.lookSoon()
      }
      update(update: ViewUpdate) {
        if (update.docChanged || update.viewportChanged) this.lookSoon()
      }
      lookSoon() {
        clearTimeout(this.timer)
        this.timer = setTimeout(() => void this.look(), restMs)
      }
      async look() {
        const { view } = this
        // An input method loses its text when decorations change beside it.
        if (view.composing) return this.lookSoon()
        const seen = stretch(view)
        if (seen === null) return
        const { doc } = view.state
        const names = await find(doc.sliceString(seen.from, seen.to))
        if (names === null || view.state.doc !== doc || view.composing) return
        const placed = names.map((name) => ({
          ...name,
          from: name.from + seen.from,
          to: name.to + seen.from,
        }))
        view.dispatch({ effects: setNames.of(placed) })
      }
      destroy() {
        clearTimeout(this.timer)
      }
    },
  ),
]
