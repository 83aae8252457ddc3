import type { Extension } from '@codemirror/state'
import type { Finding } from '#contract/judge.ts'
import { type AgentModel, createAgentModel } from '../features/agent/agentModel.ts'
import { keepInstructions } from '../features/aiPanel/keepInstructions.ts'
import { createPanelStore, type PanelStore } from '../features/aiPanel/panelStore.ts'
import { createRunController, type RunController } from '../features/aiPanel/runController.ts'
import { type BookSearchModel, createBookSearchModel } from '../features/bookSearch/bookSearchModel.ts'
import { type ChapterActions, createChapterActions } from '../features/chapters/chapterActions.ts'
import { createFoldedVolumes, type FoldedVolumes } from '../features/chapters/foldedVolumes.ts'
import { createSceneActions, type SceneActions } from '../features/chapters/sceneActions.ts'
import { createVolumeActions, type VolumeActions } from '../features/chapters/volumeActions.ts'
import { type ChatModel, createChatModel } from '../features/chat/chatModel.ts'
import { type CodexModel, createCodexModel } from '../features/codex/codexModel.ts'
import { type ConstraintsModel, createConstraintsModel } from '../features/constraints/constraintsModel.ts'
import { type Choices, createChoices } from '../features/contextViewer/choices.ts'
import { type ContextModel, createContextModel } from '../features/contextViewer/contextModel.ts'
import { createDailyWordsModel, type DailyWordsModel } from '../features/dailyWords/dailyWordsModel.ts'
import { createDrafts, type Drafts } from '../features/drafts/drafts.ts'
import { createEditorController, type EditorController } from '../features/editor/editorController.ts'
import { createLeftovers, type Leftovers } from '../features/editor/leftovers.ts'
import type { SuggestionActions } from '../features/editor/suggestionWidgets.ts'
import { writingModes } from '../features/editor/writingModes.ts'
import { createHistoryModel, type HistoryModel } from '../features/history/historyModel.ts'
import type { Journal } from '../features/journal/journal.ts'
import { createMemoryModel, type MemoryModel } from '../features/memory/memoryModel.ts'
import { codexNames, type NameWords } from '../features/names/codexNames.ts'
import { createSettingsModel, type SettingsModel } from '../features/settings/settingsModel.ts'
import { createSynopsesModel, type SynopsesModel } from '../features/synopses/synopsesModel.ts'
import type { Ipc } from '../ipc/types.ts'
import type { LastPlace } from './lastPlace.ts'
import { createViewStore, type ViewStore } from './viewStore.ts'
import { createWindowModes, type NativeFullScreen, type WindowModes } from './windowModes.ts'
import { createWorkspace, type Workspace } from './workspace.ts'

export interface AppOptions {
  readonly ipc: Ipc
  readonly journal: Journal
  /** Lets CodeMirror add its own style element under the page's CSP. */
  readonly nonce: string
  readonly narrow: boolean
  /** Lasts as long as the window. */
  readonly windowStorage: Pick<Storage, 'getItem' | 'setItem'>
  readonly fullScreen: NativeFullScreen
  readonly lastPlace: LastPlace
  readonly editorWords: () => Extension
  readonly suggestionWords: SuggestionActions['words']
  readonly nameWords: NameWords
  readonly findingWords: (finding: Finding) => string
}

export interface App {
  readonly ipc: Ipc
  readonly journal: Journal
  readonly leftovers: Leftovers
  readonly drafts: Drafts
  readonly view: ViewStore
  readonly modes: WindowModes
  readonly settings: SettingsModel
  readonly editor: EditorController
  readonly workspace: Workspace
  readonly chapters: ChapterActions
  readonly volumes: VolumeActions
  readonly scenes: SceneActions
  readonly foldedVolumes: FoldedVolumes
  readonly history: HistoryModel
  readonly dailyWords: DailyWordsModel
  readonly bookSearch: BookSearchModel
  readonly panel: PanelStore
  readonly runs: RunController
  readonly chat: ChatModel
  readonly agent: AgentModel
  readonly choices: Choices
  readonly context: ContextModel
  readonly constraints: ConstraintsModel
  readonly memory: MemoryModel
  readonly synopses: SynopsesModel
  readonly codex: CodexModel
  dispose(): void
}

/** Builds the page's parts in order; the React tree gets them through `AppContext`. */
export const createApp = (options: AppOptions): App => {
  const { ipc, journal } = options
  const actions: SuggestionActions = {
    accept: () => void runs.accept(),
    retry: () => void runs.retry(),
    discard: () => runs.discard(),
    words: options.suggestionWords,
  }
  const editor = createEditorController({
    ipc,
    journal,
    nonce: options.nonce,
    actions,
    words: options.editorWords,
  })
  const view = createViewStore(options.narrow)
  const here = () => {
    const { projectId, documentId } = editor.store.getState()
    return projectId === null || documentId === null ? null : { projectId, documentId }
  }
  const names = codexNames({ ipc, here, open: (id) => void codex.openEntry(id), words: options.nameWords })
  const modes = createWindowModes({
    ...{ view, editor },
    show: (wanted) => editor.setShowing([writingModes(wanted), wanted.names ? names : []]),
    storage: options.windowStorage,
    native: options.fullScreen,
  })
  const onAsking = () => view.setState({ panelOpen: true, viewerOpen: false, panelTab: 'write' })
  const onStarting = (output: 'insert' | 'replace' | 'show') => {
    // A drawer would lie over the text that is being written; what only shows is read in the drawer.
    if (!view.getState().narrow || output === 'show') return
    view.setState({ panelOpen: false })
    editor.focus()
  }
  const choices = createChoices(editor.store)
  const runs = createRunController({
    ...{ ipc, editor, choices, journal, onAsking, onStarting },
    findingWords: options.findingWords,
  })
  const workspace = createWorkspace(ipc, editor, options.lastPlace)
  const projectId = () => workspace.store.getState().project?.projectId ?? null
  const chat = createChatModel({ ipc, editor, projectId })
  const bookSearch = createBookSearchModel(ipc, editor, workspace)
  const history = createHistoryModel(ipc, editor, projectId)
  const dailyWords = createDailyWordsModel({ ipc, editor: editor.store, projectId })
  const agent = createAgentModel({ ipc, editor, projectId })
  const leftovers = createLeftovers({ ipc, journal, editor, workspace })
  const foldedVolumes = createFoldedVolumes(journal)
  const chapters = createChapterActions(ipc, editor, workspace)
  const stopComing = workspace.store.subscribe(({ project }, before) => {
    if (project?.projectId === before.project?.projectId) return
    history.close()
    bookSearch.reset()
    void chat.enter()
    void agent.enter()
    void dailyWords.look()
    if (project === null) return
    void foldedVolumes.enter(project.projectId)
    void runs.comeBack(project.projectId)
  })
  const stopYielding = view.subscribe(({ panelOpen }, before) => {
    // They share a place; who asks for the panel wants to see it.
    if (panelOpen && !before.panelOpen) history.close()
  })
  const settings = createSettingsModel(ipc)
  const panel = createPanelStore()
  const drafts = createDrafts(journal)
  const stopKeeping = keepInstructions({ panel, drafts, editor: editor.store })
  const context = createContextModel(ipc, editor.store, runs.store, choices)
  /** Looks again at what the chosen skill would read, after something other than the text has changed. */
  const previewAgain = (projectId: string) => {
    const { skillId, instruction } = panel.getState()
    const modelId = settings.store.getState().chosenModelId
    void context.preview({ projectId, skillId, instruction, modelId })
  }
  const codex = createCodexModel(ipc, projectId)
  return {
    ipc,
    journal,
    leftovers,
    drafts,
    view,
    modes,
    settings,
    editor,
    workspace,
    chapters,
    volumes: createVolumeActions(ipc, workspace, chapters, foldedVolumes),
    scenes: createSceneActions(editor, workspace, chapters),
    foldedVolumes,
    history,
    dailyWords,
    bookSearch,
    panel,
    runs,
    chat,
    agent,
    choices,
    context,
    codex,
    constraints: createConstraintsModel(ipc),
    memory: createMemoryModel(ipc, previewAgain),
    synopses: createSynopsesModel(ipc, previewAgain),
    dispose() {
      context.dispose()
      choices.dispose()
      codex.dispose()
      chat.dispose()
      history.dispose()
      agent.dispose()
      dailyWords.dispose()
      bookSearch.dispose()
      leftovers.dispose()
      stopKeeping()
      modes.dispose()
      stopComing()
      stopYielding()
      workspace.dispose()
      runs.dispose()
      editor.dispose()
    },
  }
}
