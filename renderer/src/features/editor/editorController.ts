import { openSearchPanel } from '@codemirror/search'
import type { Extension, TransactionSpec } from '@codemirror/state'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, type ViewUpdate } from '@codemirror/view'
import type { Ipc } from '../../ipc/types.ts'
import type { Journal } from '../journal/journal.ts'
import { createSmartTyping, type SmartTypingOptions } from '../smartTyping/smartTyping.ts'
import { createDocumentFile } from './documentFile.ts'
import { createEditorStore, type EditorStore, type StoredPlace } from './editorStore.ts'
import { editorExtensions } from './extensions.ts'
import { openStored, positionMap } from './lineEndings.ts'
import { type NoteMark, setNoteMarks } from './noteMarks.ts'
import { openingCaret } from './openingCaret.ts'
import { countParts, isDividing, partsChangedIn } from './partControls.ts'
import { sameHeadings } from './scenes.ts'
import { type AtSelection, showAtSelection } from './selectionWatch.ts'
import { divisibleInto, suggestionField } from './suggestion.ts'
import { createSuggestionControls, type SuggestionControls } from './suggestionControls.ts'
import type { SuggestionActions } from './suggestionWidgets.ts'
import { createTextFacts } from './textFacts.ts'
import { createTypingLock } from './typingLock.ts'

const restDelayMs = 600
const countDelayMs = 150
const maxCachedChapters = 12
/** Looked at in one task of the page: some 6 ms. A chapter of usual length is known at once. */
const unitsAtOnce = 40_000

export interface EditorOptions {
  readonly ipc: Ipc
  readonly journal: Journal
  readonly nonce: string
  readonly actions: SuggestionActions
  /** Phrases and labels in the language of the page. */
  readonly wordExtension: () => Extension
  readonly typing: SmartTypingOptions
  readonly spelling: Extension
}

/** A stretch of the open chapter, in stored offsets, and what is to be found there. */
export interface TextRange {
  readonly from: number
  readonly to: number
  readonly text?: string
}

export interface EditorController extends SuggestionControls {
  readonly store: EditorStore
  /** Shows the editor inside `parent`; returns what takes it out again. */
  attach(parent: HTMLElement): () => void
  /** Saves the chapter that is open, then shows another one; its undo history is kept. False: it cannot be saved. */
  open(projectId: string, documentId: string): Promise<boolean>
  /** Saves and leaves the chapter; false when it could not be saved. */
  close(): Promise<boolean>
  /** Reads the chapter again after a change from outside; unsaved text is never replaced. */
  reread(): Promise<void>
  /**
   * Everything to disk; the hash of the stored file, or null when it could not be saved. A chapter that is being
   * opened is waited for.
   */
  flush(): Promise<string | null>
  /** What is unsaved goes into the journal at once; for a page that is about to go. */
  saveNow(): Promise<void>
  /** Puts a text that was never saved into the open chapter. */
  restore(text: string, baseHash: string): Promise<void>
  /** Both versions survive: the one not chosen is one undo away, or a chapter of its own. */
  resolveConflict(choice: 'mine' | 'disk' | 'both'): Promise<void>
  /** Caret and selection, in stored offsets. */
  place(): StoredPlace
  /** The line the caret is in, as it stands in the text. */
  paragraphAtCaret(): string
  isComposing(): boolean
  openSearch(): void
  /** What is selected, with `\n` between lines; empty when nothing is. */
  selectedText(): string
  /** Selects a range of stored offsets and brings it into view; where `text` is not there any more, only the place. */
  show(range: TextRange): void
  /** One step in the text as it is here (breaks are `\n`); false without a plan, or where it may only be read. */
  apply(plan: (text: string) => TransactionSpec | null): boolean
  focus(): void
  /** Shows something at the selection, with the focus in it; null: nothing stands there. */
  showAtSelection(kind: AtSelection['kind'] | null): void
  /** Whether buttons appear at a selection by themselves. */
  setSelectionBar(isOn: boolean): void
  /** Marks words of the stored text that have notes; while an input method composes they stay as they are. */
  setNoteMarks(marks: readonly NoteMark[]): void
  refreshWords(): void
  /** What the text is shown with besides: writing modes, names. */
  setShowing(next: Extension): void
  /** The text can be read, searched and copied, and not changed; what is unsaved in it stays. */
  setReadOnly(readOnly: boolean): void
  /**
   * Nothing can be typed until `work` is over, for it leaves the chapter or changes its file: what is typed meanwhile
   * was meant for another place than the one on the screen.
   */
  withTypingPaused<Result>(work: () => Promise<Result>): Promise<Result>
  /** Called after a chapter is shown and after every change of text or suggestion. */
  onChange(listener: () => void): () => void
  /** Called with the run whose parts were decided about, also by an undo or a redo. */
  onParts(listener: (key: string) => void): () => void
  /** Called when another chapter, or the same one anew, has been put into the editor. */
  onOpen(listener: () => void): () => void
  /** Called while a chapter is still shown that is about to be left. */
  onLeave(listener: () => void): () => void
  dispose(): void
}

/** The one editor of the window: one chapter at a time, its file, and the suggestion inside it. */
export const createEditorController = (options: EditorOptions): EditorController => {
  const store = createEditorStore()
  const wordCompartment = new Compartment()
  const lock = createTypingLock(() => view, options.ipc.connection)
  const showing = new Compartment()
  let shownWith: Extension = []
  let isBarOn = true
  const listeners = new Set<() => void>()
  const partListeners = new Set<(key: string) => void>()
  const leaving = new Set<() => void>()
  const opening = new Set<() => void>()
  const facts = createTextFacts()
  const smartTyping = createSmartTyping(options.typing)
  const cachedStates = new Map<string, { readonly state: EditorState; readonly hash: string }>()
  let openProjectId = ''
  /** The latest opening of a chapter, which may still be going on. */
  let lastOpening: Promise<unknown> = Promise.resolve()
  let restTimer: ReturnType<typeof setTimeout> | undefined
  let countTimer: ReturnType<typeof setTimeout> | undefined

  const onUpdate = (update: ViewUpdate) => {
    const suggestionChanged = update.state.field(suggestionField) !== update.startState.field(suggestionField)
    if (update.docChanged) file.touched()
    if (update.docChanged || update.selectionSet) {
      rest()
      count()
    }
    if (suggestionChanged) showOpenParts(isDividing(update))
    const key = partsChangedIn(update)
    if (key !== null) for (const listener of partListeners) listener(key)
    if (update.docChanged || suggestionChanged) for (const listener of listeners) listener()
  }

  const showOpenParts = (isNew = false) => {
    const before = store.getState()
    const openParts = countParts(view.state, isNew)
    const into = divisibleInto(view.state)
    if (openParts !== null || before.openParts !== null || into !== before.divisibleInto)
      store.setState({ openParts, divisibleInto: into })
  }

  const extensions = editorExtensions({
    nonce: options.nonce,
    actions: options.actions,
    wordCompartment,
    reading: lock.compartment,
    showing,
    wordsNow: options.wordExtension(),
    onUpdate,
    onBarInView: (barInView) => {
      if (store.getState().barInView !== barInView) store.setState({ barInView })
    },
    onBlur: () => void file.flush(),
    smartTyping: smartTyping.extension,
    spelling: options.spelling,
    selection: {
      report: (atSelection) => store.setState({ atSelection }),
      isBarOn: () => isBarOn,
    },
    // The view ends the composition after its own handlers.
    onComposed: () => queueMicrotask(() => file.goodMoment()),
  })
  const stateOf = (stored: string) => {
    const { doc, endings } = openStored(stored)
    const anchor = openingCaret(doc.toString())
    return EditorState.create({ doc, selection: { anchor }, extensions: [endings, extensions] })
  }
  const view = new EditorView({ state: stateOf('') })
  const file = createDocumentFile({
    ipc: options.ipc,
    journal: options.journal,
    store,
    view,
    onSaved: () => rest(),
  })

  const place = (): StoredPlace => {
    const map = positionMap(view.state)
    const { head, from, to, empty } = view.state.selection.main
    return {
      cursorPosition: map.toStored(head),
      selection: empty ? null : { from: map.toStored(from), to: map.toStored(to) },
    }
  }

  const rest = () => {
    clearTimeout(restTimer)
    restTimer = setTimeout(() => {
      const hash = file.savedHash()
      if (hash !== null) store.setState({ savedPosition: { ...place(), hash } })
    }, restDelayMs)
  }

  const count = () => {
    clearTimeout(countTimer)
    countTimer = setTimeout(countNow, countDelayMs)
  }
  const countNow = () => {
    clearTimeout(countTimer)
    const { doc } = view.state
    if (!facts.record(doc, unitsAtOnce)) {
      countTimer = setTimeout(countNow)
      return
    }
    const { from, to, empty } = view.state.selection.main
    const { counts, headings } = facts.of(doc)
    const previous = store.getState().headings
    store.setState({
      counts,
      headings: sameHeadings(headings, previous) ? previous : headings,
      selectionCounts: empty ? null : facts.countsWithin(doc, from, to),
    })
  }

  const cacheState = () => {
    for (const listener of leaving) listener()
    const { documentId } = store.getState()
    if (documentId !== null) smartTyping.remember(openProjectId, view.state.doc)
    const hash = file.savedHash()
    if (documentId === null || hash === null) return
    const key = `${openProjectId} ${documentId}`
    cachedStates.delete(key)
    cachedStates.set(key, { state: view.state, hash })
    const oldest = cachedStates.keys().next().value
    if (cachedStates.size > maxCachedChapters && oldest !== undefined) cachedStates.delete(oldest)
  }

  const readAndShow = async (projectId: string, documentId: string): Promise<boolean> => {
    await file.flush()
    if (file.isDirty()) return false
    cacheState()
    file.closed()
    openProjectId = projectId
    store.setState({
      projectId,
      documentId,
      phase: 'loading',
      error: null,
      savedPosition: null,
      selectionCounts: null,
      headings: [],
    })
    const answer = await options.ipc.invoke('documents:read', { projectId, documentId })
    if (store.getState().documentId !== documentId) return true
    if (!answer.ok) {
      store.setState({ phase: 'failed', error: answer.error })
      return true
    }
    const cached = cachedStates.get(`${projectId} ${documentId}`)
    const state = cached?.hash === answer.data.hash ? cached.state : stateOf(answer.data.text)
    // A very long chapter is shown with its own counts, and they are made in several tasks.
    while (!facts.record(state.doc, unitsAtOnce)) {
      await new Promise((resolve) => setTimeout(resolve))
      if (store.getState().projectId !== projectId || store.getState().documentId !== documentId) return true
    }
    view.setState(state)
    smartTyping.enter(projectId)
    showOpenParts()
    file.opened(projectId, documentId, answer.data.hash)
    refresh()
    countNow()
    store.setState({ phase: 'ready', save: { kind: 'saved', at: null } })
    rest()
    for (const listener of [...opening, ...listeners]) listener()
    return true
  }

  const flush = async () => {
    let awaited: unknown
    do {
      awaited = lastOpening
      await awaited
    } while (awaited !== lastOpening)
    return file.flush()
  }

  /** A chapter that was kept still has the words and the state of the time it was left. */
  const refresh = () =>
    view.dispatch({
      effects: [
        wordCompartment.reconfigure(options.wordExtension()),
        lock.readingNow(),
        showing.reconfigure(shownWith),
      ],
    })

  return {
    store,
    open(projectId, documentId) {
      const result = lock.withTypingPaused(() => readAndShow(projectId, documentId))
      // Whoever asked for it gets what it throws.
      lastOpening = result.catch(() => undefined)
      return result
    },
    withTypingPaused: lock.withTypingPaused,
    refreshWords: refresh,
    setShowing(next) {
      shownWith = next
      refresh()
    },
    setReadOnly: lock.setReadOnly,
    attach(parent) {
      parent.append(view.dom)
      view.requestMeasure()
      return () => view.dom.remove()
    },
    close: () =>
      lock.withTypingPaused(async () => {
        await file.flush()
        if (file.isDirty()) return false
        cacheState()
        file.closed()
        store.setState({
          projectId: null,
          documentId: null,
          phase: 'empty',
          error: null,
          savedPosition: null,
        })
        return true
      }),
    reread: () => file.reread(),
    flush,
    saveNow: () => file.saveNow(),
    restore: (text, baseHash) => file.restore(text, baseHash),
    resolveConflict: (choice) => file.resolveConflict(choice),
    place,
    ...createSuggestionControls({ view, place, aiComesNext: file.aiComesNext }),
    paragraphAtCaret: () => view.state.doc.lineAt(view.state.selection.main.head).text,
    isComposing: () => view.composing,
    openSearch: () => {
      openSearchPanel(view)
    },
    selectedText: () => view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to),
    show({ from, to, text = '' }) {
      const map = positionMap(view.state)
      const end = view.state.doc.length
      const range = { from: Math.min(map.toEditor(from), end), to: Math.min(map.toEditor(to), end) }
      // Long matches are told by their beginning.
      const isThere = view.state
        .sliceDoc(range.from, range.to)
        .startsWith(text.replace(/…$/, '').slice(0, 20))
      view.dispatch({
        selection: { anchor: range.from, head: isThere ? range.to : range.from },
        effects: EditorView.scrollIntoView(range.from, { y: 'center' }),
      })
      view.focus()
    },
    apply(plan) {
      const spec = plan(view.state.doc.toString())
      if (spec === null || (spec.changes !== undefined && view.state.readOnly)) return false
      view.dispatch(spec)
      if (spec.changes !== undefined) countNow()
      return true
    },
    focus: () => view.focus(),
    setNoteMarks(marks) {
      if (view.composing) return
      const map = positionMap(view.state)
      const placed = marks.map((mark) => ({
        ...mark,
        from: map.toEditor(mark.from),
        to: map.toEditor(mark.to),
      }))
      view.dispatch({ effects: setNoteMarks.of(placed) })
    },
    showAtSelection: (kind) => showAtSelection(view, kind),
    setSelectionBar(isOn) {
      isBarOn = isOn
    },
    onChange: (listener) => subscribe(listeners, listener),
    onParts: (listener) => subscribe(partListeners, listener),
    onOpen: (listener) => subscribe(opening, listener),
    onLeave: (listener) => subscribe(leaving, listener),
    dispose() {
      clearTimeout(restTimer)
      clearTimeout(countTimer)
      lock.dispose()
      file.dispose()
      view.destroy()
    },
  }
}

const subscribe = <Listener>(listeners: Set<Listener>, listener: Listener) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
