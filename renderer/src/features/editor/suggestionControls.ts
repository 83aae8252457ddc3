import type { StateEffect } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { editedText, takeText } from './acceptedText.ts'
import { type Anchor, anchorAt, findAnchor } from './anchor.ts'
import type { StoredPlace } from './editorStore.ts'
import { type FindingMark, judgedAt } from './findingMarks.ts'
import { placedInWhole, wholeOf } from './fittedText.ts'
import { positionMap } from './lineEndings.ts'
import { createPartControls, type DividedText, type PartControls } from './partControls.ts'
import {
  fitted,
  openSuggestion,
  setSuggestion,
  suggestionField,
  suggestionRange,
  updateSuggestion,
} from './suggestion.ts'
import { movedParts } from './suggestionParts.ts'

/** The text of a run in the open chapter: while it comes, while it waits, and once it is taken. */
export interface SuggestionControls extends PartControls {
  /** Marks where a run's text will appear (where `inPlaceOf` stands, if it still does), in stored offsets. */
  suggest(key: string, replace: boolean, inPlaceOf?: string): StoredPlace
  /** Where a suggestion stands, in stored offsets, and what stands there of it; null when it is not in the text. */
  textSoFar(key: string, replace: boolean): (StoredPlace & { readonly text: string }) | null
  showSuggestion(key: string, text: string, streaming: boolean, marks?: readonly FindingMark[]): void
  /** The run whose suggestion is in the text now. */
  suggestionKey(): string | null
  dropSuggestion(): void
  /** How to find the place of this suggestion again; null when it is not in the text. */
  anchorOf(key: string): Anchor | null
  /** Shows a suggestion of a text loaded anew where it was; false when that place is gone. */
  suggestAgain(key: string, anchor: Anchor, text: string, divided?: DividedText): boolean
  /** Brings the end of the suggestion, and the buttons under it, into view. */
  showSuggestionEnd(): void
  /** Puts text in place of the suggestion, with its marks; false when its place is gone. */
  takeSuggestion(key: string, text: string, marks: readonly FindingMark[]): boolean
  /** Puts a run's text at the caret, over the selection. */
  insertAtCaret(key: string, text: string, marks: readonly FindingMark[]): void
  /** What became of a taken text in the chapter shown: '' nothing is left, null it stands as it was taken. */
  editedText(key: string): string | null
}

/** `aiComesNext`: said before a run's text changes the chapter. */
export const createSuggestionControls = ({
  view,
  place,
  aiComesNext,
}: {
  readonly view: EditorView
  readonly place: () => StoredPlace
  readonly aiComesNext: () => void
}): SuggestionControls => {
  const take = (
    key: string,
    range: { readonly from: number; readonly to: number },
    text: string,
    marks: readonly FindingMark[],
    effects: readonly StateEffect<unknown>[] = [],
  ) => {
    aiComesNext()
    const fits = fitted(view.state, range, text)
    const judged = judgedAt(view.state, range.from, wholeOf(fits), placedInWhole(fits, marks))
    const spec = { effects: [...effects, judged], sequential: true }
    view.dispatch(takeText(view.state, key, range, fits), spec)
  }

  return {
    suggest(key, replace, inPlaceOf) {
      const { state } = view
      const range = suggestionRange(state, replace, inPlaceOf)
      const map = positionMap(state)
      const { from, to } = { from: map.toStored(range.from), to: map.toStored(range.to) }
      // Once, before anything is written: the place and the room under it come into view.
      const intoView = EditorView.scrollIntoView(range.to, { y: 'nearest' })
      view.dispatch({ effects: [setSuggestion.of({ key, ...range, text: '', streaming: true }), intoView] })
      if (replace) return { cursorPosition: to, selection: { from, to } }
      return { ...place(), ...(inPlaceOf === undefined ? {} : { cursorPosition: to }) }
    },
    textSoFar(key, replace) {
      const suggestion = view.state.field(suggestionField)
      if (suggestion?.key !== key) return null
      const { before, skipped } = fitted(view.state, suggestion, suggestion.text)
      const map = positionMap(view.state)
      const { from, to } = { from: map.toStored(suggestion.from), to: map.toStored(suggestion.to) }
      const text = before + suggestion.text.slice(skipped)
      return { cursorPosition: to, selection: replace ? { from, to } : null, text }
    },
    showSuggestion: (key, text, streaming, marks = []) => {
      view.dispatch({ effects: updateSuggestion.of({ key, text, streaming, marks }) })
    },
    ...createPartControls(view, aiComesNext),
    suggestionKey: () => openSuggestion(view.state)?.key ?? null,
    dropSuggestion: () => view.dispatch({ effects: setSuggestion.of(null) }),
    anchorOf(key) {
      const suggestion = view.state.field(suggestionField)
      if (suggestion?.key !== key) return null
      return anchorAt(view.state.doc.toString(), suggestion.from, suggestion.to)
    },
    suggestAgain(key, anchor, text, divided) {
      const range = findAnchor(view.state.doc.toString(), anchor)
      if (range === null) return false
      const intoView = EditorView.scrollIntoView(range.to, { y: 'center' })
      const parts = divided === undefined ? {} : { parts: movedParts(divided.parts, range.from) }
      const suggestion = { key, ...range, text, streaming: false, ...parts }
      view.dispatch({ effects: [setSuggestion.of(suggestion), intoView] })
      return true
    },
    showSuggestionEnd() {
      const end = view.state.field(suggestionField)?.to
      if (end === undefined) return
      const after = Math.min(view.state.doc.lineAt(end).to + 1, view.state.doc.length)
      view.dispatch({ effects: EditorView.scrollIntoView(after, { y: 'end' }) })
      // The buttons stand under the text, which is no place a position could name.
      requestAnimationFrame(() =>
        view.dom.querySelector('.suggestion-bar')?.scrollIntoView({ block: 'center' }),
      )
    },
    takeSuggestion(key, text, marks) {
      const suggestion = view.state.field(suggestionField)
      if (suggestion?.key !== key) return false
      take(key, suggestion, text, marks, [setSuggestion.of(null)])
      return true
    },
    insertAtCaret: (key, text, marks) => take(key, view.state.selection.main, text, marks),
    editedText: (key) => editedText(view.state, key),
  }
}
