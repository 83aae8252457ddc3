import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import { visibleScan } from '../editor/visibleScan.ts'

/** A name of the codex in a text; offsets in UTF-16 units. */
export interface NameHit {
  readonly entityId: string
  readonly from: number
  readonly to: number
}

/** Finds the names in a stretch of the chapter; null when it could not be asked. */
export type FindNames = (text: string) => Promise<readonly NameHit[] | null>

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

/** Asks for the names that can be seen. */
export const nameMarks = (find: FindNames): Extension => [
  namesField,
  visibleScan({
    async scan(text, from) {
      const names = await find(text)
      return (
        names && setNames.of(names.map((name) => ({ ...name, from: name.from + from, to: name.to + from })))
      )
    },
  }),
]
