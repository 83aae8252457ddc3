import type { Extension } from '@codemirror/state'
import type { Finding } from '#contract/judge.ts'
import { type AgentModel, createAgentModel } from '../features/agent/agentModel.ts'
import { createPanelStore, type PanelStore } from '../features/aiPanel/panelStore.ts'
import { createRunController, type RunController } from '../features/aiPanel/runController.ts'
import { saveInstructions } from '../features/aiPanel/saveInstructions.ts'
import { type BookSearchModel, createBookSearchModel } from '../features/bookSearch/bookSearchModel.ts'
import { type ChapterActions, createChapterActions } from '../features/chapters/chapterActions.ts'
import { type ChapterParts, createChapterParts } from '../features/chapters/chapterParts.ts'
import { createFoldedVolumes, type FoldedVolumes } from '../features/chapters/foldedVolumes.ts'
import { createSceneActions, type SceneActions } from '../features/chapters/sceneActions.ts'
import { createVolumeActions, type VolumeActions } from '../features/chapters/volumeActions.ts'
import { type ChatModel, createChatModel } from '../features/chat/chatModel.ts'
import { type CodexModel, createCodexModel } from '../features/codex/codexModel.ts'
import { type Choices, createChoices } from '../features/contextViewer/choices.ts'
import { type ContextModel, createContextModel } from '../features/contextViewer/contextModel.ts'
import { createDrafts, type Drafts } from '../features/drafts/drafts.ts'
import { createEditorController, type EditorController } from '../features/editor/editorController.ts'
import type { SuggestionActions } from '../features/editor/suggestionWidgets.ts'
import { createUnsavedChapters, type UnsavedChapters } from '../features/editor/unsavedChapters.ts'
import { writingModes } from '../features/editor/writingModes.ts'
import { createHistoryModel, type HistoryModel } from '../features/history/historyModel.ts'
import type { Journal } from '../features/journal/journal.ts'
import { codexNames, type NameWords } from '../features/names/codexNames.ts'
import { createSettingsModel, type SettingsModel } from '../features/settings/settingsModel.ts'
import { createSpelling, type Spelling } from '../features/spelling/spelling.ts'
import type { DeclaredChannel } from '../ipc/invalidation.ts'
import { createQueries, type Queries } from '../ipc/queries.ts'
import type { Ipc } from '../ipc/types.ts'
import type { LastPlace } from './lastPlace.ts'
import { createTypingSwitch, type TypingSwitch } from './typingSwitch.ts'
import { createViewStore, openPanel, type ViewStore } from './viewStore.ts'
import { createWindowModes, type NativeFullScreen, type WindowModes } from './windowModes.ts'
import { createWorkspace, type Workspace } from './workspace.ts'

export interface AppOptions {
  readonly ipc: Ipc
  /** The answer of `channels:list`; null: main did not answer. */
  readonly channels: readonly DeclaredChannel[] | null
  readonly journal: Journal
  /** Lets CodeMirror add its own style element under the page's CSP. */
  readonly nonce: string
  readonly narrow: boolean
  /** Lasts as long as the window. */
  readonly windowStorage: Pick<Storage, 'getItem' | 'setItem'>
  /** Lasts as long as the browser remembers, or the desktop app's profile. */
  readonly lastingStorage: Pick<Storage, 'getItem' | 'setItem'>
  readonly fullScreen: NativeFullScreen
  readonly lastPlace: LastPlace
  readonly editorWords: () => Extension
  readonly suggestionWords: SuggestionActions['labels']
  readonly nameWords: NameWords
  readonly findingWords: (finding: Finding) => string
}

export interface App {
  readonly queries: Queries
  /** By it a write also makes stale what it has changed. */
  readonly ipc: Ipc
  readonly journal: Journal
  readonly unsavedChapters: UnsavedChapters
  readonly drafts: Drafts
  readonly view: ViewStore
  readonly modes: WindowModes
  readonly typingSwitch: TypingSwitch
  readonly spelling: Spelling
  readonly settings: SettingsModel
  readonly editor: EditorController
  readonly workspace: Workspace
  readonly chapters: ChapterActions
  readonly chapterParts: ChapterParts
  readonly volumes: VolumeActions
  readonly scenes: SceneActions
  readonly foldedVolumes: FoldedVolumes
  readonly history: HistoryModel
  readonly bookSearch: BookSearchModel
  readonly panel: PanelStore
  readonly runs: RunController
  readonly chat: ChatModel
  readonly agent: AgentModel
  readonly choices: Choices
  readonly context: ContextModel
  readonly codex: CodexModel
  /** Stores what is typed and not stored yet; at once, before the window may go. */
  saveAll(): void
  dispose(): void
}

/** Builds the page's parts in order; the React tree gets them through `AppContext`. */
export const createApp = (options: AppOptions): App => {
  const { journal } = options
  const queries = createQueries(options.ipc, options.channels)
  const { ipc } = queries
  const actions: SuggestionActions = {
    accept: () => void runs.accept(),
    retry: () => void runs.retry(),
    discard: () => runs.discard(),
    divide: () => void runs.divide(),
    decide: (index, isAccepted) => editor.decideParts(isAccepted, index),
    labels: options.suggestionWords,
  }
  const spelling = createSpelling(
    () =>
      new Worker(new URL('../features/spelling/dictionaryWorker.ts', import.meta.url), { type: 'module' }),
    async (text) => {
      const place = currentPlace()
      if (place === null) return []
      const answer = await ipc.invoke('wordLists:matches', { projectId: place.projectId, text })
      return answer.ok ? answer.data.matches : null
    },
  )
  const editor = createEditorController({
    ipc,
    journal,
    nonce: options.nonce,
    actions,
    wordExtension: options.editorWords,
    spelling: spelling.extension,
    typing: {
      isOn: () => view.getState().smartTyping,
      bookLanguage: () => workspace.store.getState().project?.language,
    },
  })
  const view = createViewStore(options.narrow)
  const currentPlace = () => {
    const { projectId, documentId } = editor.store.getState()
    return projectId === null || documentId === null ? null : { projectId, documentId }
  }
  const names = codexNames({
    ipc,
    currentPlace,
    open: (id) => void codex.openEntry(id),
    labels: options.nameWords,
  })
  const modes = createWindowModes({
    ...{ view, editor },
    show: (shown) => editor.setShowing([writingModes(shown), shown.names ? names : []]),
    storage: options.windowStorage,
    native: options.fullScreen,
  })
  const typingSwitch = createTypingSwitch(view, options.lastingStorage)
  const onRequest = () => openPanel(view, codex, { viewerOpen: false, panelTab: 'write' })
  const onStarting = (output: 'insert' | 'replace' | 'show') => {
    if (output !== 'show') view.setState({ outlineOpen: false })
    // A drawer would lie over the text that is being written; what only shows is read in the drawer.
    if (!view.getState().narrow || output === 'show') return
    view.setState({ panelOpen: false })
    editor.focus()
  }
  const choices = createChoices(editor.store)
  const runs = createRunController({
    ...{ ipc, editor, choices, journal, onRequest, onStarting },
    findingWords: options.findingWords,
  })
  const workspace = createWorkspace(queries, editor, options.lastPlace, () =>
    view.setState({ outlineOpen: false }),
  )
  const projectId = () => workspace.store.getState().project?.projectId ?? null
  const chat = createChatModel({ queries, editor, projectId })
  const bookSearch = createBookSearchModel(ipc, editor, workspace)
  const history = createHistoryModel(ipc, editor, projectId)
  const agent = createAgentModel({ queries, editor, projectId })
  const unsavedChapters = createUnsavedChapters({ ipc, journal, editor, workspace })
  const foldedVolumes = createFoldedVolumes(journal)
  const chapters = createChapterActions(ipc, editor, workspace)
  const stopComing = workspace.store.subscribe(({ project }, before) => {
    if (project?.projectId === before.project?.projectId) return
    history.close()
    codex.hide()
    chapters.dismiss()
    bookSearch.reset()
    void chat.enter()
    void agent.enter()
    if (project === null) return
    void foldedVolumes.enter(project.projectId)
    void runs.comeBack(project.projectId)
  })
  const stopYielding = view.subscribe(({ panelOpen }, before) => {
    // They share a place; who asks for the panel wants to see it.
    if (panelOpen && !before.panelOpen) history.close()
  })
  const settings = createSettingsModel(queries)
  const panel = createPanelStore()
  const drafts = createDrafts(journal)
  const stopSavingInstructions = saveInstructions({ panel, drafts, editor: editor.store })
  const context = createContextModel(queries, editor.store, runs.store, choices)
  const codex = createCodexModel(queries, projectId)
  return {
    queries,
    ipc,
    journal,
    unsavedChapters,
    drafts,
    view,
    modes,
    typingSwitch,
    spelling,
    settings,
    editor,
    workspace,
    chapters,
    chapterParts: createChapterParts(ipc, editor, workspace, chapters),
    volumes: createVolumeActions(ipc, workspace, chapters, foldedVolumes),
    scenes: createSceneActions(editor, workspace, chapters),
    foldedVolumes,
    history,
    bookSearch,
    panel,
    runs,
    chat,
    agent,
    choices,
    context,
    codex,
    saveAll() {
      void editor.saveNow()
      drafts.saveNow()
      runs.saveNow()
    },
    dispose() {
      context.dispose()
      choices.dispose()
      chat.dispose()
      agent.dispose()
      bookSearch.dispose()
      unsavedChapters.dispose()
      stopSavingInstructions()
      modes.dispose()
      typingSwitch.dispose()
      spelling.dispose()
      stopComing()
      stopYielding()
      workspace.dispose()
      runs.dispose()
      editor.dispose()
      queries.dispose()
    },
  }
}
