import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

/** A name of the codex in a text; offsets in UTF-16 units. */
export interface NameHit {
  readonly entityId: string
  readonly from: number
  readonly to: number
}

/** Finds the names in a stretch of the chapter; null when it could not be asked. */
export type FindNames = (text: string) => Promise<readonly NameHit[] | null>

/** Pause after typing or scrolling before names are looked for. */
const restMs = 300

export const setNames = StateEffect.define<readonly NameHit[]>()

/** The names that are underlined; what is typed moves them, and goes through the one it is typed in. */
export const namesField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    const { changes } = transaction
    const left = transaction.docChanged
      ? marks.update({ filter: (from, to) => changes.touchesRange(from, to) !== 'cover' }).map(changes)
      : marks
    const effect = transaction.effects.find((effect) => effect.is(setNames))
    return effect === undefined ? left : Decoration.set(effect.value.map(marked), true)
  },
  provide: (field) => EditorView.decorations.from(field),
})

const marked = ({ entityId, from, to }: NameHit) =>
  Decoration.mark({ class: 'cm-name', entityId }).range(from, to)

/** The underlined name at a position, its edges included. */
export const nameAt = (state: EditorState, position: number): NameHit | null => {
  let hit: NameHit | null = null
  state.field(namesField, false)?.between(position, position, (from, to, { spec }) => {
    hit ??= { entityId: String(spec.entityId), from, to }
  })
  return hit
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
        this.scheduleScan()
      }
      update(update: ViewUpdate) {
        if (update.docChanged || update.viewportChanged) this.scheduleScan()
      }
      scheduleScan() {
        clearTimeout(this.timer)
        this.timer = setTimeout(() => void this.scan(), restMs)
      }
      async scan() {
        const { view } = this
        // An input method loses its text when decorations change beside it.
        if (view.composing) return this.scheduleScan()
        const visited = stretch(view)
        if (visited === null) return
        const { doc } = view.state
        const names = await find(doc.sliceString(visited.from, visited.to))
        if (names === null || view.state.doc !== doc || view.composing) return
        const placed = names.map((name) => ({
          ...name,
          from: name.from + visited.from,
          to: name.to + visited.from,
        }))
        view.dispatch({ effects: setNames.of(placed) })
      }
      destroy() {
        clearTimeout(this.timer)
      }
    },
  ),
]
