import type { Extension } from '@codemirror/state'
import { createPanelStore, type PanelStore } from '../features/aiPanel/panelStore.ts'
import { createRunController, type RunController } from '../features/aiPanel/runController.ts'
import { type CodexModel, createCodexModel } from '../features/codex/codexModel.ts'
import { type ContextModel, createContextModel } from '../features/contextViewer/contextModel.ts'
import { createEditorController, type EditorController } from '../features/editor/editorController.ts'
import type { SuggestionActions } from '../features/editor/suggestionWidgets.ts'
import { createSettingsModel, type SettingsModel } from '../features/settings/settingsModel.ts'
import type { Ipc } from '../ipc/types.ts'
import type { LastPlace } from './lastPlace.ts'
import { createViewStore, type ViewStore } from './viewStore.ts'
import { createWorkspace, type Workspace } from './workspace.ts'

export interface AppOptions {
  readonly ipc: Ipc
  /** Lets CodeMirror add its own style element under the page's CSP. */
  readonly nonce: string
  readonly narrow: boolean
  readonly lastPlace: LastPlace
  readonly editorWords: () => Extension
  readonly suggestionWords: SuggestionActions['words']
}

export interface App {
  readonly ipc: Ipc
  readonly view: ViewStore
  readonly settings: SettingsModel
  readonly editor: EditorController
  readonly workspace: Workspace
  readonly panel: PanelStore
  readonly runs: RunController
  readonly context: ContextModel
  readonly codex: CodexModel
  dispose(): void
}

/** Builds the page's parts in order; the React tree gets them through `AppContext`. */
export const createApp = (options: AppOptions): App => {
  const { ipc } = options
  const actions: SuggestionActions = {
    accept: () => void runs.accept(),
    stop: () => runs.stop(),
    retry: () => void runs.retry(),
    discard: () => runs.discard(),
    words: options.suggestionWords,
  }
  const editor = createEditorController({ ipc, nonce: options.nonce, actions, words: options.editorWords })
  const runs = createRunController({ ipc, editor })
  const workspace = createWorkspace(ipc, editor, options.lastPlace)
  const codex = createCodexModel(ipc, () => workspace.store.getState().project?.projectId ?? null)
  return {
    ipc,
    view: createViewStore(options.narrow),
    settings: createSettingsModel(ipc),
    editor,
    workspace,
    panel: createPanelStore(),
    runs,
    codex,
    context: createContextModel(ipc, editor.store, runs.store),
    dispose() {
      codex.dispose()
      workspace.dispose()
      runs.dispose()
      editor.dispose()
    },
  }
}
