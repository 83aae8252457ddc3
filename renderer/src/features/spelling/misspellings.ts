import { type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import { visibleScan } from '../editor/visibleScan.ts'
import { type CheckedWord, checkedWords } from './checkedWords.ts'
import { withoutNames } from './nameWords.ts'

/** A misspelt word of the editor's text that was clicked. */
export interface MisspeltWord {
  readonly from: number
  readonly to: number
  /** As the text has it. */
  readonly word: string
  /** The lower left corner of the word, in CSS pixels of the window. */
  readonly x: number
  readonly y: number
}

export interface MisspellingOptions {
  /** In lower case: never misspelt. Null: nothing is checked. */
  readonly names: () => ReadonlySet<string> | null
  /** Of these words the misspelt ones; null: they cannot be looked up. */
  readonly findMisspelt: (words: readonly string[]) => Promise<ReadonlySet<string> | null>
  /** A misspelt word was clicked with the right button, or the key for menus was pressed in it. */
  readonly onMenu: (asked: MisspeltWord) => void
}

type Range = Pick<CheckedWord, 'from' | 'to'>

const setMisspelt = StateEffect.define<readonly Range[]>()
/** Other names, or the check was switched. */
export const checkAgain = StateEffect.define<null>()

/** The misspelt words that can be seen; one that is changed loses its mark until it is looked up again. */
const misspeltField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, docChanged, effects }) {
    const placed = effects.findLast((effect) => effect.is(setMisspelt))
    if (placed !== undefined) return Decoration.set(placed.value.map(marked))
    if (!docChanged) return marks
    return marks.update({ filter: (from, to) => changes.touchesRange(from, to) === false }).map(changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

const marked = ({ from, to }: Range) => Decoration.mark({ class: 'cm-misspelt' }).range(from, to)

/** Where something was typed last; null: the caret has been moved since. The word there is not finished. */
const typingField = StateField.define<number | null>({
  create: () => null,
  update(before, transaction) {
    if (transaction.docChanged)
      return transaction.isUserEvent('input') ? transaction.newSelection.main.head : null
    return transaction.selection === undefined ? before : null
  },
})

/** Underlines misspelt words, and answers a right click on one. */
export const misspellings = ({ names, findMisspelt, onMenu }: MisspellingOptions): Extension => [
  misspeltField,
  typingField,
  visibleScan({
    async scan(text, from, view) {
      const inCodex = names()
      if (inCodex === null) return setMisspelt.of([])
      const rests = checkedWords(text).flatMap((place) => {
        const rest = withoutNames(place.word, inCodex)
        return rest === '' ? [] : [{ from: place.from + from, to: place.to + from, rest }]
      })
      const misspelt = await findMisspelt(rests.map(({ rest }) => rest))
      const typing = view.state.field(typingField)
      return (
        misspelt &&
        setMisspelt.of(
          rests.filter(
            ({ rest, from, to }) => misspelt.has(rest) && !(typing !== null && from < typing && typing <= to),
          ),
        )
      )
    },
    isStale: ({ startState, state, transactions }) =>
      (startState.field(typingField) !== null && state.field(typingField) === null) ||
      transactions.some(({ effects }) => effects.some((effect) => effect.is(checkAgain))),
  }),
  EditorView.domEventHandlers({
    contextmenu(event, view) {
      if (view.state.readOnly) return false
      // By key the place of the event is that of the focus, which may be the whole text.
      const isByMouse = event.button === 2
      const at = isByMouse
        ? view.posAtCoords({ x: event.clientX, y: event.clientY })
        : view.state.selection.main.head
      const word = at === null ? null : misspeltAt(view, at)
      const box = word && view.coordsAtPos(word.from, 1)
      if (word === null || box === null) return false
      event.preventDefault()
      onMenu({ ...word, x: box.left, y: box.bottom })
      return true
    },
  }),
]

const misspeltAt = ({ state }: EditorView, position: number) => {
  let hit: Omit<MisspeltWord, 'x' | 'y'> | null = null
  state.field(misspeltField).between(position, position, (from, to) => {
    hit ??= { from, to, word: state.sliceDoc(from, to) }
  })
  return hit as Omit<MisspeltWord, 'x' | 'y'> | null // the assignment in the callback is not seen by the compiler
}
