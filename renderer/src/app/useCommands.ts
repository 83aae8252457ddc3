import type { CommandName } from '../../../main/src/contract/sentences/commands.ts'
import { useTextCommands } from '../features/atTheText/useTextCommands.ts'
import {
  useChapterParts,
  useCodex,
  useEditor,
  useHistory,
  useViewStore,
  useWorkspace,
} from './AppContext.tsx'
import { useOpenBookSearch } from './useBookSearchKey.ts'
import { openPanel } from './viewStore.ts'

/** What the commands do, for the palette and for the desktop's menu; and the panel, for what else opens it. */
export const useCommands = () => {
  const workspace = useWorkspace()
  const editor = useEditor()
  const view = useViewStore()
  const codex = useCodex()
  const history = useHistory()
  const openBookSearch = useOpenBookSearch()
  const showPanel = (panelTab: 'write' | 'chat' | 'agent', viewerOpen = false) => {
    const { narrow, chaptersOpen } = view.getState()
    openPanel(view, codex, { viewerOpen, panelTab, chaptersOpen: !narrow && chaptersOpen })
  }
  const parts = useChapterParts()
  const withChapter = (task: (documentId: string) => Promise<unknown>) => () => {
    const { documentId } = editor.store.getState()
    if (documentId !== null) void task(documentId)
  }
  const text = useTextCommands(showPanel)
  const runs = {
    ...text,
    find: () => editor.openSearch(),
    findInBook: openBookSearch,
    history: withChapter((documentId) => history.open(documentId)),
    split: () => void parts.split(),
    merge: withChapter(parts.merge),
    renumber: withChapter(parts.renumber),
    tidy: () => void parts.tidy(),
    export: () => view.setState({ exportOpen: true }),
    print: () => view.setState({ printOpen: true }),
    goal: () => view.setState({ goalOpen: true }),
    write: () => showPanel('write'),
    chat: () => showPanel('chat'),
    agent: () => showPanel('agent'),
    viewer: () => showPanel('write', true),
    settings: () => view.setState({ settingsOpen: true }),
    home: () => void workspace.closeProject(),
  } as const satisfies Readonly<Record<CommandName, () => void>>
  return { runs, showPanel }
}
