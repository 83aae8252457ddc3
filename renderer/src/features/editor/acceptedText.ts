import { isolateHistory } from '@codemirror/commands'
import { type ChangeDesc, type EditorState, StateEffect, StateField, type Text } from '@codemirror/state'
import { type FittedText, wholeOf } from './fittedText.ts'
import { setParts } from './suggestion.ts'
import { isPending, wordsRange } from './suggestionParts.ts'

/** A text of a run that now stands in the manuscript, followed while the writer works on it. */
interface AcceptedText {
  /** Names the run it came from. */
  readonly key: string
  readonly from: number
  readonly to: number
  /** As it was taken, with the editor's line breaks. */
  readonly text: string
  /** What stood there before. */
  readonly replaced: string
}

const setAccepted = StateEffect.define<AcceptedText>()

/** What is typed at its edges is the writer's own; what is deleted whole does not come back. */
const mapped = (accepted: AcceptedText, changes: ChangeDesc): AcceptedText => {
  const to = changes.mapPos(accepted.to, -1)
  return { ...accepted, from: Math.min(changes.mapPos(accepted.from, 1), to), to }
}

/** Line breaks and an indent may stand between the place and the words. */
const fittedUnits = 16

/** A redo brings back what an undo took away. */
const locate = (accepted: AcceptedText, doc: Text): AcceptedText => {
  const { from, to, text } = accepted
  if (from < to) return accepted
  const at = doc.sliceString(from, from + fittedUnits + text.length).indexOf(text)
  return at < 0 ? accepted : { ...accepted, from: from + at, to: from + at + text.length }
}

export const acceptedField = StateField.define<AcceptedText | null>({
  create: () => null,
  update(value, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setAccepted)) return effect.value
      // Also by a redo: the last part of a suggestion is decided.
      if (effect.is(setParts) && effect.value.parts?.list.some(isPending) === false) {
        const { key, parts } = effect.value
        const { from, to } = wordsRange(parts, effect.value)
        return { key, from, to, text: transaction.newDoc.sliceString(from, to), replaced: parts.replaced }
      }
    }
    return value !== null && transaction.docChanged
      ? locate(mapped(value, transaction.changes), transaction.newDoc)
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
  const insertedText = state.toText(fitted.text)
  const start = from + fitted.before.length
  const accepted = {
    key,
    from: start,
    to: start + insertedText.length,
    text: insertedText.toString(),
    replaced: state.sliceDoc(from, to),
  }
  return {
    changes: { from, to, insert: state.toText(wholeOf(fitted)) },
    selection: { anchor: accepted.to },
    effects: setAccepted.of(accepted),
    // What is typed on behind an unfinished sentence would else be undone together with it.
    annotations: isolateHistory.of('full'),
    userEvent: 'input.suggestion',
  }
}

/** What the writer has made of a run's text, '' when nothing is left of it or the old text is back; null when it stands as it was taken. */
export const editedText = (state: EditorState, key: string): string | null => {
  const accepted = state.field(acceptedField)
  if (accepted?.key !== key) return null
  const now = state.sliceDoc(accepted.from, accepted.to)
  if (now === accepted.text) return null
  return now === accepted.replaced ? '' : now
}
