import { type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import type { ChannelOutput } from '#contract/index.ts'
import { visibleScan } from '../editor/visibleScan.ts'
import { type CheckedWord, checkedWords } from './checkedWords.ts'
import { withoutNames } from './nameWords.ts'

/** What a list of words says of a place. */
export type ListedPlace = ChannelOutput<'wordLists:matches'>['matches'][number]

/** A marked word of the editor's text that was clicked. */
export interface MisspeltWord {
  readonly from: number
  readonly to: number
  /** As the text has it. */
  readonly word: string
  /** The word of a list that it is; null: it is in no dictionary. */
  readonly listed: ListedPlace | null
  /** What stands around it in its line, and where it begins in that. */
  readonly line: { readonly text: string; readonly from: number }
  /** The lower left corner of the word, in CSS pixels of the window. */
  readonly x: number
  readonly y: number
}

export interface MisspellingOptions {
  /** In lower case: never misspelt. Null: nothing is checked. */
  readonly names: () => ReadonlySet<string> | null
  /** Of these words the misspelt ones; null: they cannot be looked up. */
  readonly findMisspelt: (words: readonly string[]) => Promise<ReadonlySet<string> | null>
  /** Words of lists in a text; null: they cannot be looked up. */
  readonly findListed: (text: string) => Promise<readonly ListedPlace[] | null>
  /** A marked word was clicked with the right button, or the key for menus was pressed in it. */
  readonly onMenu: (asked: MisspeltWord) => void
}

type Range = Pick<CheckedWord, 'from' | 'to'> & { readonly listed: ListedPlace | null }

const setMisspelt = StateEffect.define<readonly Range[]>()
/** Other names, or the check was switched. */
export const checkAgain = StateEffect.define<null>()

/** The misspelt words that can be seen; one that is changed loses its mark until it is looked up again. */
const misspeltField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, docChanged, effects }) {
    const placed = effects.findLast((effect) => effect.is(setMisspelt))
    if (placed !== undefined) return Decoration.set(placed.value.map(marked), true)
    if (!docChanged) return marks
    return marks.update({ filter: (from, to) => changes.touchesRange(from, to) === false }).map(changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

const marked = ({ from, to, listed }: Range) =>
  Decoration.mark({ class: listed?.kind === 'sensitive' ? 'cm-sensitive' : 'cm-misspelt', listed }).range(
    from,
    to,
  )

/** Where something was typed last; null: the caret has been moved since. The word there is not finished. */
const typingField = StateField.define<number | null>({
  create: () => null,
  update(before, transaction) {
    if (transaction.docChanged)
      return transaction.isUserEvent('input') ? transaction.newSelection.main.head : null
    return transaction.selection === undefined ? before : null
  },
})

/** Underlines misspelt words and words of lists, and answers a right click on one. */
export const misspellings = (options: MisspellingOptions): Extension => [
  misspeltField,
  typingField,
  visibleScan({
    async scan(text, from, view) {
      const [misspelt, listed] = await Promise.all([misspeltIn(text, options), options.findListed(text)])
      if (misspelt === null || listed === null) return null
      const typing = view.state.field(typingField)
      const isFree = (range: Omit<Range, 'listed'>) =>
        listed.every((place) => range.to <= place.from || place.to <= range.from)
      const ranges = [
        ...misspelt.filter(isFree).map((range) => ({ ...range, listed: null })),
        ...listed.map((place) => ({ from: place.from, to: place.to, listed: place })),
      ].map((range) => ({ ...range, from: range.from + from, to: range.to + from }))
      return setMisspelt.of(
        ranges.filter((range) => !(typing !== null && range.from < typing && typing <= range.to)),
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
      options.onMenu({ ...word, x: box.left, y: box.bottom })
      return true
    },
  }),
]

/** Words that are in no dictionary; null: they cannot be looked up. */
const misspeltIn = async (text: string, { names, findMisspelt }: MisspellingOptions) => {
  const inCodex = names()
  if (inCodex === null) return []
  const rests = checkedWords(text).flatMap(({ from, to, word }) => {
    const rest = withoutNames(word, inCodex)
    return rest === '' ? [] : [{ from, to, rest }]
  })
  const misspelt = await findMisspelt(rests.map(({ rest }) => rest))
  return misspelt && rests.filter(({ rest }) => misspelt.has(rest))
}

/** On either side of a word: more than tells one place from another. */
const lineUnits = 20

const misspeltAt = ({ state }: EditorView, position: number) => {
  let hit: Omit<MisspeltWord, 'x' | 'y'> | null = null
  state.field(misspeltField).between(position, position, (from, to, { spec }) => {
    const line = state.doc.lineAt(from)
    const start = Math.max(line.from, from - lineUnits)
    hit ??= {
      ...{ from, to, word: state.sliceDoc(from, to), listed: spec.listed },
      line: { text: state.sliceDoc(start, Math.min(line.to, to + lineUnits)), from: from - start },
    }
  })
  return hit as Omit<MisspeltWord, 'x' | 'y'> | null // the assignment in the callback is not seen by the compiler
}
