import { isolateHistory, undo } from '@codemirror/commands'
import type { EditorState } from '@codemirror/state'
import { EditorView, type ViewUpdate } from '@codemirror/view'
import { type FindingMark, partsJudged } from './findingMarks.ts'
import { paragraphLead } from './fittedText.ts'
import { fitted, openSuggestion, setCurrentPart, setParts, suggestionField } from './suggestion.ts'
import {
  isAccepted,
  isPending,
  left,
  movedParts,
  partsOfInsertion,
  partsOfReplacement,
  type SuggestionParts,
  slotOf,
  steppedTo,
  taken,
  wordsRange,
} from './suggestionParts.ts'

/** A suggestion as far as it is decided about part by part; enough to show it again in a text loaded anew. */
export interface DividedText {
  /** Its parts; their positions count from the beginning of the suggestion in the chapter. */
  readonly parts: SuggestionParts
  /** What stands in the chapter of it, line breaks as `\n`; '' while nothing of an insertion is taken. */
  readonly text: string
}

/** The open parts as the buttons show them. */
export interface PartsCount {
  readonly kind: SuggestionParts['kind']
  /** Which of the open parts is the current one, from 1. */
  readonly position: number
  /** How many are open; at least one. */
  readonly pending: number
  /** It was divided just now, and the keys that decide should work at once. */
  readonly isNew: boolean
}

export interface PartControls {
  /** Lets the writer decide about `text` of a run part by part; false when its place is gone or nothing changes. */
  divideSuggestion(key: string, text: string, marks: readonly FindingMark[]): boolean
  /** Takes or leaves the current part, one by its index, or all that are open. */
  decideParts(isAccepted: boolean, which: 'current' | 'rest' | number): void
  /** Makes the next or previous open part the current one and brings it into view. */
  stepPart(step: 1 | -1): void
  /** Takes back the last step in the text, which may be a decision. */
  undoStep(): void
  /** What is decided of a run's suggestion, also once all is; null when it is not divided or not in the text. */
  dividedText(key: string): DividedText | null
}

/** Whether something of a divided suggestion stands in the chapter. */
export const hasAccepted = (divided: DividedText | null | undefined): boolean =>
  divided?.parts.list.some(isAccepted) === true

/** Whether parts of it are open. */
export const hasOpen = (divided: DividedText): boolean => divided.parts.list.some(isPending)

/** The run whose parts an update has changed, by a decision, an undo or a redo; null for any other update. */
export const partsChangedIn = ({ transactions }: ViewUpdate): string | null => {
  for (const { effects } of transactions)
    for (const effect of effects) if (effect.is(setParts)) return effect.value.key
  return null
}

/** Whether an update has divided a suggestion; an undo that opens parts again has not. */
export const isDividing = (update: ViewUpdate): boolean => {
  const before = update.startState.field(suggestionField)
  return before !== null && before.parts === undefined && partsChangedIn(update) !== null
}

/** The open parts of the suggestion in the text; null when it is not divided. */
export const countParts = (state: EditorState, isNew: boolean): PartsCount | null => {
  const parts = openSuggestion(state)?.parts
  if (parts === undefined) return null
  const open = parts.list.flatMap((part, index) => (isPending(part) ? [index] : []))
  return { kind: parts.kind, position: open.indexOf(parts.current) + 1, pending: open.length, isNew }
}

/** The decisions about parts of the suggestion in the editor's chapter. */
export const createPartControls = (view: EditorView, aiComesNext: () => void): PartControls => {
  const showCurrent = () => {
    const value = openSuggestion(view.state)
    const part = value?.parts?.list[value.parts.current]
    if (value?.parts === undefined || part === undefined) return
    const at = value.parts.kind === 'change' ? part.to : slotOf(value.parts, value.parts.current, value.from)
    view.dispatch({ effects: EditorView.scrollIntoView(at, { y: 'nearest', yMargin: 120 }) })
    requestAnimationFrame(() =>
      view.dom.querySelector('.cm-suggestion.cm-part-current')?.scrollIntoView({ block: 'nearest' }),
    )
  }

  return {
    divideSuggestion(key, text, marks) {
      const { state } = view
      const value = state.field(suggestionField)
      if (value?.key !== key || value.streaming || value.parts !== undefined) return false
      const { from, to } = value
      const fits = fitted(state, value, text)
      const edges = { first: fits.before, later: paragraphLead(state.doc, from), after: fits.after }
      const shifted = marks.map((mark) => {
        const { from: start, to: end } = mark
        return { ...mark, from: start - fits.skipped, to: end - fits.skipped }
      })
      const parts =
        from === to
          ? partsOfInsertion(fits.text, edges, shifted)
          : partsOfReplacement(state.sliceDoc(from, to), text, from, marks)
      if (parts === null) return false
      view.dispatch({ effects: setParts.of({ ...value, text, parts }) })
      showCurrent()
      return true
    },
    decideParts(isAccepting, which) {
      const value = openSuggestion(view.state)
      if (value?.parts === undefined) return
      const { parts } = value
      const open = parts.list.flatMap((part, index) => (isPending(part) ? [index] : []))
      const chosen = new Set(which === 'rest' ? open : [which === 'current' ? parts.current : which])
      const annotations = isolateHistory.of('full')
      if (isAccepting) {
        aiComesNext()
        const { changes, ...next } = taken(parts, chosen, value, view.state.doc.length)
        const added = next.parts.list.filter((part, index) => chosen.has(index) && isAccepted(part))
        view.dispatch({
          ...{ changes, annotations, userEvent: 'input.suggestion' },
          selection: { anchor: added.at(-1)?.to ?? next.to },
          effects: [setParts.of({ ...value, ...next }), partsJudged(added)],
        })
      } else view.dispatch({ annotations, effects: setParts.of({ ...value, parts: left(parts, chosen) }) })
      showCurrent()
    },
    stepPart(step) {
      const value = openSuggestion(view.state)
      if (value?.parts === undefined) return
      view.dispatch({ effects: setCurrentPart.of(steppedTo(value.parts, step)) })
      showCurrent()
    },
    undoStep() {
      undo(view)
      showCurrent()
    },
    dividedText(key) {
      const value = view.state.field(suggestionField)
      if (value?.key !== key || value.parts === undefined) return null
      const { from, to } = wordsRange(value.parts, value)
      return { parts: movedParts(value.parts, -value.from), text: view.state.sliceDoc(from, to) }
    },
  }
}
