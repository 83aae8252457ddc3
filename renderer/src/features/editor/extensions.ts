import { defaultKeymap, historyKeymap } from '@codemirror/commands'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { type Compartment, EditorState, type Extension, Prec } from '@codemirror/state'
import { drawSelection, EditorView, keymap, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { acceptedField } from './acceptedText.ts'
import { findCount } from './findCount.ts'
import { judgedField } from './findingMarks.ts'
import { firstLineIndent } from './indent.ts'
import { noteMarks } from './noteMarks.ts'
import { breakParagraph } from './paragraphBreak.ts'
import { type SelectionWatchOptions, selectionWatch } from './selectionWatch.ts'
import { openSuggestion, suggestions } from './suggestion.ts'
import { type SuggestionActions, suggestionActions } from './suggestionWidgets.ts'
import { typingOverLines } from './typingOverLines.ts'
import { undoBySentence } from './undoSteps.ts'
import { selectWords } from './wordSelection.ts'
import { isTypewriter } from './writingModes.ts'

export interface ExtensionOptions {
  readonly nonce: string
  readonly actions: SuggestionActions
  /** Holds the phrases of the find panel and the label of the text, changed with the language. */
  readonly wordCompartment: Compartment
  readonly wordsNow: Extension
  /** Holds `readingOnly` while another window writes. */
  readonly reading: Compartment
  /** Holds what writing modes and names need. */
  readonly showing: Compartment
  readonly onUpdate: Parameters<typeof EditorView.updateListener.of>[0]
  readonly onBlur: () => void
  /** The buttons under the suggestion have come into view, or left it. */
  readonly onBarInView: (inView: boolean) => void
  /** A composition of an input method has ended. */
  readonly onComposed: () => void
  readonly smartTyping: Extension
  readonly spelling: Extension
  readonly selection: SelectionWatchOptions
}

/** Share of the height kept free under the caret: for the footer, and for what a skill is about to write. */
const roomBelowCaret = 0.3

const whenSuggested = (act: () => void) => (view: EditorView) => {
  if (openSuggestion(view.state) === null) return false
  act()
  return true
}

/** Nothing can be typed; the text can still be reached by keyboard, to scroll and copy. */
export const readingOnly: Extension = [
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ tabindex: '0', 'aria-readonly': 'true' }),
]

/** Everything of the editor but the document and its endings. */
export const editorExtensions = (options: ExtensionOptions): Extension => [
  EditorView.cspNonce.of(options.nonce),
  undoBySentence,
  typingOverLines,
  options.smartTyping,
  options.spelling,
  selectWords,
  drawSelection(),
  EditorView.lineWrapping,
  EditorView.scrollMargins.of((view) =>
    // In the middle there is room on both sides.
    view.state.facet(isTypewriter) ? null : { bottom: view.scrollDOM.clientHeight * roomBelowCaret },
  ),
  search({ top: true }),
  findCount,
  highlightSelectionMatches({ minSelectionLength: 2 }),
  options.wordCompartment.of(options.wordsNow),
  options.reading.of([]),
  options.showing.of([]),
  suggestionActions.of(options.actions),
  suggestions,
  acceptedField,
  judgedField,
  noteMarks,
  watchBar(options.onBarInView),
  selectionWatch(options.selection),
  firstLineIndent,
  Prec.high(
    keymap.of([
      { key: 'Escape', run: whenSuggested(options.actions.discard) },
      { key: 'Mod-Enter', run: whenSuggested(options.actions.accept) },
    ]),
  ),
  keymap.of([{ key: 'Enter', run: breakParagraph, shift: breakParagraph }]),
  keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]),
  EditorView.updateListener.of(options.onUpdate),
  EditorView.domEventHandlers({
    blur: () => options.onBlur(),
    compositionend: () => options.onComposed(),
  }),
]

/** `bookLanguage`: that of the text; undefined while no work is open. Spelling is checked by the page itself. */
export const languageWords = (
  phrases: Record<string, string>,
  label: string,
  bookLanguage: 'zh' | 'en' | undefined,
): Extension => [
  EditorState.phrases.of(phrases),
  EditorView.contentAttributes.of({
    tabindex: '0',
    'aria-label': label,
    spellcheck: 'false',
    ...(bookLanguage !== undefined && { lang: bookLanguage === 'zh' ? 'zh-CN' : 'en' }),
    autocapitalize: 'off',
  }),
]

/** Height of the footer that lies over the end of the text. */
const coveredPx = 42

const isInView = (view: EditorView): boolean => {
  const bar = view.dom.querySelector('.suggestion-bar')?.getBoundingClientRect()
  if (bar === undefined) return false
  const { top, bottom } = view.scrollDOM.getBoundingClientRect()
  return bar.top >= top && bar.bottom <= bottom - coveredPx
}

/** Tells whether the buttons under the suggestion can be seen, after every change of text, size or scrolling. */
const watchBar = (report: (inView: boolean) => void) =>
  ViewPlugin.fromClass(
    class {
      readonly view: EditorView
      constructor(view: EditorView) {
        this.view = view
        view.scrollDOM.addEventListener('scroll', this.measure, { passive: true })
      }
      readonly measure = () =>
        this.view.requestMeasure({ key: this, read: isInView, write: (inView) => report(inView) })
      update(update: ViewUpdate) {
        if (update.geometryChanged || update.viewportChanged || update.transactions.length > 0) this.measure()
      }
      destroy() {
        this.view.scrollDOM.removeEventListener('scroll', this.measure)
      }
    },
  )
