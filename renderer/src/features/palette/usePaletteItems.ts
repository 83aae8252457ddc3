import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import {
  useCodex,
  useEditor,
  useHistory,
  usePanel,
  useViewStore,
  useWindowModes,
  useWorkspace,
} from '../../app/AppContext.tsx'
import { useOpenBookSearch } from '../../app/useBookSearchKey.ts'
import { useDocuments } from '../../app/useDocuments.ts'
import { openPanel, openSheet, type SheetName } from '../../app/viewStore.ts'
import { useSkills } from '../aiPanel/useSkills.ts'
import { codexTypes } from '../codex/codexModel.ts'
import type { PaletteItem } from './paletteMatch.ts'

const sheets = ['profile', 'world', 'style', 'terminology', 'skills', 'budget'] as const
const listSheets = [
  'outline',
  'constraints',
  'memory',
  'synopses',
  'threads',
  'changes',
  'checks',
  'ties',
  'timeline',
  'voice',
] as const

const commandKeys = { find: 'Ctrl+F', findInBook: 'Ctrl+Shift+F' } as const
const modeKinds = [
  { name: 'namesShown', on: 'names', off: 'namesOff', keys: 'F7' },
  { name: 'focusMode', on: 'focus', off: 'focusOff', keys: 'F8' },
  { name: 'typewriterMode', on: 'typewriter', off: 'typewriterOff', keys: 'F9' },
  { name: 'fullScreen', on: 'fullScreen', off: 'leaveFullScreen', keys: 'F11' },
] as const
const needChapter: readonly string[] = ['find', 'history']

/** Everything the palette offers now: chapters in the order of the book, then sheets, skills and commands. */
export const usePaletteItems = (): readonly PaletteItem[] => {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const editor = useEditor()
  const panel = usePanel()
  const view = useViewStore()
  const codex = useCodex()
  const modes = useWindowModes()
  const history = useHistory()
  const openBookSearch = useOpenBookSearch()
  const modesNow = useStore(view)
  const documents = useDocuments()
  const hasChapter = useStore(editor.store, (state) => state.phase === 'ready')
  const skills = useSkills()
  const showPanel = (panelTab: 'write' | 'chat' | 'agent', viewerOpen = false) => {
    const { narrow, chaptersOpen } = view.getState()
    openPanel(view, codex, { viewerOpen, panelTab, chaptersOpen: !narrow && chaptersOpen })
  }
  const showHistory = () => {
    const { documentId } = editor.store.getState()
    if (documentId !== null) void history.open(documentId)
  }
  const commands = {
    find: () => editor.openSearch(),
    findInBook: openBookSearch,
    history: showHistory,
    export: () => view.setState({ exportOpen: true }),
    goal: () => view.setState({ goalOpen: true }),
    write: () => showPanel('write'),
    chat: () => showPanel('chat'),
    agent: () => showPanel('agent'),
    viewer: () => showPanel('write', true),
    settings: () => view.setState({ settingsOpen: true }),
    home: () => void workspace.closeProject(),
  } as const

  const chapters = (documents ?? []).map(
    ({ documentId, title, kind, chapterNumber }): PaletteItem => ({
      ...{ id: `chapter ${documentId}`, group: 'chapter', label: title || t('chapters.front') },
      ...(kind === 'chapter' && chapterNumber !== undefined && { number: chapterNumber }),
      run: () => void workspace.openDocument(documentId).then(() => editor.focus()),
    }),
  )
  const sheet = (id: SheetName, label: string): PaletteItem => ({
    ...{ id: `sheet ${id}`, group: 'sheet', label },
    run: () => openSheet(view, id),
  })
  const codexKinds = codexTypes.map(
    (type): PaletteItem => ({
      ...{ id: `codex ${type}`, group: 'sheet', label: t(`codex.types.${type}`) },
      run: () => codex.show(type),
    }),
  )
  const usable = (skills ?? []).filter(({ id, error }) => id !== 'chat' && error === undefined)
  const writing = usable.map(
    ({ id, name }): PaletteItem => ({
      ...{ id: `skill ${id}`, group: 'skill', label: name },
      run: () => {
        panel.setState({ skillId: id })
        showPanel('write')
        requestAnimationFrame(() => document.querySelector<HTMLElement>('.instruction textarea')?.focus())
      },
    }),
  )
  const keys = Object.keys(commands) as (keyof typeof commands)[] // the keys it was declared with
  const modeItems = modeKinds.map(
    ({ name, on, off, keys }): PaletteItem => ({
      ...{ id: `mode ${name}`, group: 'command', keys },
      label: t(`modes.${modesNow[name] ? off : on}`),
      run: () => modes.toggle(name),
    }),
  )
  const doing = keys
    .filter((key) => hasChapter || !needChapter.includes(key))
    .map(
      (key): PaletteItem => ({
        ...{ id: `command ${key}`, group: 'command', label: t(`palette.commands.${key}`) },
        ...(key in commandKeys && { keys: commandKeys[key as keyof typeof commandKeys] }), // Looked up above.
        run: commands[key],
      }),
    )
  return [
    ...chapters,
    ...codexKinds,
    ...sheets.map((id) => sheet(id, t(`sheet.titles.${id}`))),
    ...listSheets.map((id) => sheet(id, t(`${id}.title`))),
    ...writing,
    ...doing,
    ...modeItems,
  ]
}
