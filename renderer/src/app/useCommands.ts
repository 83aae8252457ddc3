import {
  type Command,
  type CommandName,
  commandNames,
  commands,
} from '../../../main/src/contract/sentences/commands.ts'
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
import { openOutline, openPanel, openSettings, openSheet, showLeft, withText } from './viewStore.ts'

/** What the commands do, for the palette and for the desktop's menu; and the panel, for what else opens it. */
export const useCommands = () => {
  const workspace = useWorkspace()
  const editor = useEditor()
  const view = useViewStore()
  const codex = useCodex()
  const history = useHistory()
  const openBookSearch = useOpenBookSearch()
  const showPanel = (panelTab: 'write' | 'chat' | 'agent', viewerOpen = false) => {
    const { narrow, leftOpen } = view.getState()
    openPanel(view, codex, { viewerOpen, panelTab, leftOpen: !narrow && leftOpen })
  }
  const parts = useChapterParts()
  const withChapter = (task: (documentId: string) => Promise<unknown>) => () => {
    const { documentId } = editor.store.getState()
    if (documentId !== null) void task(documentId)
  }
  const text = useTextCommands(showPanel)
  const own = {
    ...text,
    find: () => editor.openSearch(),
    findInBook: openBookSearch,
    history: withChapter((documentId) => history.open(documentId)),
    split: () => void parts.split(),
    merge: withChapter(parts.merge),
    renumber: withChapter(parts.renumber),
    tidy: () => void parts.tidy(),
    snapshots: () => openSheet(view, 'snapshots'),
    export: () => view.setState({ exportOpen: true }),
    print: () => view.setState({ printOpen: true }),
    chapters: () => showLeft(view, codex, 'chapters'),
    outline: () => openOutline(view),
    codex: () => showLeft(view, codex, 'codex'),
    rules: () => showLeft(view, codex, 'rules'),
    goal: () => view.setState({ goalOpen: true }),
    write: () => showPanel('write'),
    chat: () => showPanel('chat'),
    agent: () => showPanel('agent'),
    viewer: () => showPanel('write', true),
    settings: () => openSettings(view),
    home: () => void workspace.closeProject(),
  } as const satisfies Readonly<Record<CommandName, () => void>>
  // What is done to the text is seen there.
  const runs = Object.fromEntries(
    commandNames.map((name) => {
      const { needs }: Command = commands[name]
      return [name, needs === 'chapter' ? () => withText(view, own[name]) : own[name]]
    }),
  ) as Readonly<Record<CommandName, () => void>> // the names it was made of
  return { runs, showPanel }
}
