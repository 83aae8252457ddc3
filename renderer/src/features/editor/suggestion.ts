import { invertedEffects } from '@codemirror/commands'
import { type ChangeDesc, type EditorState, MapMode, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import type { FindingMark } from './findingMarks.ts'
import { type FittedText, fitText, placedInWhole, unfitted, wholeOf } from './fittedText.ts'
import { partDecorations } from './partWidgets.ts'
import { hasParagraphs, isPending, mappedParts, type SuggestionParts } from './suggestionParts.ts'
import { SuggestionBar, SuggestionText } from './suggestionWidgets.ts'

/** AI text shown in the manuscript before the writer has taken it; never part of the document. */
export interface Suggestion {
  /** Names the run it belongs to. */
  readonly key: string
  /** Editor positions of what it would replace; equal when it is inserted. */
  readonly from: number
  readonly to: number
  readonly text: string
  readonly streaming: boolean
  /** Where it may break a rule. */
  readonly marks?: readonly FindingMark[]
  /** What the writer decides part by part; absent while it is taken or left as a whole. */
  readonly parts?: SuggestionParts
}

export const setSuggestion = StateEffect.define<Suggestion | null>()
export const updateSuggestion = StateEffect.define<Pick<Suggestion, 'key' | 'text' | 'streaming' | 'marks'>>()

/** The suggestion at its place after a change, or null when that place was deleted. */
const mapped = (suggestion: Suggestion, changes: ChangeDesc): Suggestion | null => {
  const { from, to, parts } = suggestion
  if (parts?.kind === 'paragraph') {
    const end = changes.mapPos(to, from === to ? 1 : -1)
    const start = Math.min(changes.mapPos(from, 1), end)
    return { ...suggestion, from: start, to: end, parts: mappedParts(parts, changes) }
  }
  if (from === to) {
    const at = changes.mapPos(from, 1, MapMode.TrackDel)
    return at === null ? null : { ...suggestion, from: at, to: at }
  }
  const newFrom = changes.mapPos(from, 1)
  const newTo = changes.mapPos(to, -1)
  if (newFrom >= newTo) return null
  return {
    ...{ ...suggestion, from: newFrom, to: newTo },
    ...(parts === undefined ? {} : { parts: mappedParts(parts, changes) }),
  }
}

/** A suggestion whose parts were divided or decided about, with its place in the text behind that step. */
export const setParts = StateEffect.define<Suggestion>({
  map: (suggestion, changes) => mapped(suggestion, changes) ?? undefined,
})

/** The part that keys decide about, by its index. */
export const setCurrentPart = StateEffect.define<number>()

/** An undo gives back what was open before the step, and a redo what was open behind it. */
const undoableParts = invertedEffects.of(({ effects, startState }) => {
  const before = startState.field(suggestionField)
  return before?.parts !== undefined && effects.some((effect) => effect.is(setParts))
    ? [setParts.of(before)]
    : []
})

/** The suggestion, while something of it is open. */
export const openSuggestion = (state: EditorState): Suggestion | null => {
  const value = state.field(suggestionField)
  return value?.parts?.list.some(isPending) === false ? null : value
}

/** The parts a suggestion has: several paragraphs, or changes of the passage it replaces; null when it is one. */
export const divisibleInto = (state: EditorState): SuggestionParts['kind'] | null => {
  const value = state.field(suggestionField)
  if (value === null || value.streaming || value.parts !== undefined) return null
  const { from, to, text } = value
  if (from === to) return hasParagraphs(text) ? 'paragraph' : null
  return text.replace(/\r\n?/g, '\n') === state.sliceDoc(from, to) ? null : 'change'
}

const replaced = Decoration.mark({ class: 'cm-replaced' })

/** Its empty line is not shown with an indent that the text has already. */
const unindented = Decoration.line({ class: 'cm-unindented' })

const decorate = (state: EditorState): DecorationSet => {
  const value = state.field(suggestionField)
  const fits = state.field(fittedField)
  if (value === null || fits === null) return Decoration.none
  if (value.parts !== undefined) return partDecorations(value.parts, value.from)
  const ranges = []
  const line = state.doc.lineAt(value.from)
  if (line.length === 0 && /^\s/.test(fits.before.replace(/^\n+/, '')))
    ranges.push(unindented.range(line.from))
  if (value.from < value.to) ranges.push(replaced.range(value.from, value.to))
  if (fits.text !== '') {
    const widget = new SuggestionText(wholeOf(fits), placedInWhole(fits, value.marks ?? []))
    ranges.push(Decoration.widget({ widget, side: 1 }).range(value.to))
  }
  return Decoration.set(ranges, true)
}

export const suggestionField = StateField.define<Suggestion | null>({
  create: () => null,
  update(value, transaction) {
    let next = value !== null && transaction.docChanged ? mapped(value, transaction.changes) : value
    for (const effect of transaction.effects) {
      if (effect.is(setSuggestion)) next = effect.value
      if (effect.is(updateSuggestion) && next?.key === effect.value.key) next = { ...next, ...effect.value }
      if (effect.is(setParts) && (next === null || next.key === effect.value.key)) next = effect.value
      if (effect.is(setCurrentPart) && next?.parts !== undefined)
        next = { ...next, parts: { ...next.parts, current: effect.value } }
    }
    return next
  },
})

/** A run's text as it goes into a range of the chapter: fitted where it is inserted, as it is where it replaces. */
export const fitted = (
  state: EditorState,
  { from, to }: { readonly from: number; readonly to: number },
  text: string,
  streaming = false,
): FittedText => (from === to ? fitText(state.doc, from, text, streaming) : unfitted(text))

const isSame = (left: FittedText | null, right: FittedText | null) =>
  left?.before === right?.before && left?.text === right?.text && left?.after === right?.after

/**
 * The suggestion as it would be taken, anew after every step: what the writer types in front of it may end a
 * paragraph. It stands still while an input method composes, which would lose its text.
 */
export const fittedField = StateField.define<FittedText | null>({
  create: () => null,
  update(before, transaction) {
    const value = transaction.state.field(suggestionField)
    if (value === null) return null
    if (transaction.isUserEvent('input.type.compose') && before !== null) return before
    const now = fitted(transaction.state, value, value.text, value.streaming)
    return isSame(before, now) ? before : now
  },
})

const suggestionText = EditorView.decorations.compute([suggestionField, fittedField], decorate)

/** The bar under the paragraph; a block, so it comes from a field of its own. */
const suggestionBar = EditorView.decorations.compute([suggestionField], (state) => {
  const value = state.field(suggestionField)
  if (value === null || value.parts !== undefined) return Decoration.none
  const widget = new SuggestionBar(value.streaming, value.text !== '', divisibleInto(state))
  return Decoration.set([
    Decoration.widget({ widget, side: 2, block: true }).range(state.doc.lineAt(value.to).to),
  ])
})

/** Suggestion, text and bar. */
export const suggestions = [suggestionField, fittedField, undoableParts, suggestionText, suggestionBar]

/** What a new suggestion takes: the place of `inPlaceOf`, else the selection, else paragraph or caret. */
export const suggestionRange = (
  state: EditorState,
  replace: boolean,
  inPlaceOf: string | undefined,
): { from: number; to: number } => {
  const current = state.field(suggestionField)
  if (inPlaceOf !== undefined && current?.key === inPlaceOf) return { from: current.from, to: current.to }
  const { from, to, empty, head } = state.selection.main
  if (!replace) return { from: to, to }
  const line = state.doc.lineAt(head)
  return empty ? { from: line.from, to: line.to } : { from, to }
}
