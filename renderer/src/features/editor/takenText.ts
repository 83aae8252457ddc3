import { type ChangeDesc, type EditorState, StateEffect, StateField, type Text } from '@codemirror/state'
import { type FittedText, wholeOf } from './fittedText.ts'

/** A text of a run that now stands in the manuscript, followed while the writer works on it. */
interface Taken {
  /** Names the run it came from. */
  readonly key: string
  readonly from: number
  readonly to: number
  /** As it was taken, with the editor's line breaks. */
  readonly text: string
  /** What stood there before. */
  readonly replaced: string
}

const setTaken = StateEffect.define<Taken>()

/** What is typed at its edges is the writer's own; what is deleted whole does not come back. */
const mapped = (taken: Taken, changes: ChangeDesc): Taken => {
  const to = changes.mapPos(taken.to, -1)
  return { ...taken, from: Math.min(changes.mapPos(taken.from, 1), to), to }
}

/** Line breaks and an indent may stand between the place and the words. */
const fittedUnits = 16

/** A redo brings back what an undo took away. */
const found = (taken: Taken, doc: Text): Taken => {
  const { from, to, text } = taken
  if (from < to) return taken
  const at = doc.sliceString(from, from + fittedUnits + text.length).indexOf(text)
  return at < 0 ? taken : { ...taken, from: from + at, to: from + at + text.length }
}

export const takenField = StateField.define<Taken | null>({
  create: () => null,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setTaken)) return effect.value
    return value !== null && transaction.docChanged
      ? found(mapped(value, transaction.changes), transaction.newDoc)
      : value
  },
})

/** A transaction that puts a run's text in place of a range, with the caret behind its words, and follows those. */
export const takeText = (
  state: EditorState,
  key: string,
  { from, to }: { readonly from: number; readonly to: number },
  fitted: FittedText,
) => {
  const words = state.toText(fitted.text)
  const start = from + fitted.before.length
  const taken = {
    key,
    from: start,
    to: start + words.length,
    text: words.toString(),
    replaced: state.sliceDoc(from, to),
  }
  return {
    changes: { from, to, insert: state.toText(wholeOf(fitted)) },
    selection: { anchor: taken.to },
    effects: setTaken.of(taken),
    userEvent: 'input.suggestion',
  }
}

/** What the writer has made of a run's text, '' when nothing is left of it or the old text is back; null when it stands as it was taken. */
export const editedText = (state: EditorState, key: string): string | null => {
  const taken = state.field(takenField)
  if (taken?.key !== key) return null
  const now = state.sliceDoc(taken.from, taken.to)
  if (now === taken.text) return null
  return now === taken.replaced ? '' : now
}
