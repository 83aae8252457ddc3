import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import type { App } from '../../app/createApp.ts'
import { openBookSearch } from '../../app/useBookSearchKey.ts'
import { openSheet, type SheetName } from '../../app/viewStore.ts'
import { codexTypes } from '../codex/codexModel.ts'
import type { PaletteItem } from './paletteMatch.ts'

const sheets = ['profile', 'world', 'style', 'terminology', 'skills', 'budget'] as const
const listSheets = ['outline', 'constraints', 'memory', 'synopses'] as const

const showPanel = ({ view }: Pick<App, 'view'>, panelTab: 'write' | 'chat' | 'agent') => {
  const { narrow, chaptersOpen } = view.getState()
  view.setState({ panelOpen: true, viewerOpen: false, panelTab, chaptersOpen: !narrow && chaptersOpen })
}

const commands = {
  find: { run: ({ editor }: App) => editor.openSearch(), keys: 'Ctrl+F' },
  findInBook: { run: openBookSearch, keys: 'Ctrl+Shift+F' },
  history: {
    run: ({ editor, history }: App) => {
      const { documentId } = editor.store.getState()
      if (documentId !== null) void history.open(documentId)
    },
    keys: undefined,
  },
  export: { run: ({ view }: App) => view.setState({ exportOpen: true }), keys: undefined },
  goal: { run: ({ view }: App) => view.setState({ goalOpen: true }), keys: undefined },
  write: { run: (app: App) => showPanel(app, 'write'), keys: undefined },
  chat: { run: (app: App) => showPanel(app, 'chat'), keys: undefined },
  agent: { run: (app: App) => showPanel(app, 'agent'), keys: undefined },
  viewer: {
    run: (app: App) => {
      showPanel(app, 'write')
      app.view.setState({ viewerOpen: true })
    },
    keys: undefined,
  },
  settings: { run: ({ view }: App) => view.setState({ settingsOpen: true }), keys: undefined },
  home: { run: ({ workspace }: App) => void workspace.closeProject(), keys: undefined },
} as const
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
  const app = useApp()
  const { workspace, editor, panel, view, codex, modes } = app
  const modesNow = useStore(view)
  const documents = useStore(workspace.store, (state) => state.documents)
  const hasChapter = useStore(editor.store, (state) => state.phase === 'ready')
  const skills = useStore(panel, (state) => state.skills)

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
        showPanel(app, 'write')
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
    .map((key): PaletteItem => {
      const { run, keys } = commands[key]
      return {
        ...{ id: `command ${key}`, group: 'command', label: t(`palette.commands.${key}`) },
        ...(keys !== undefined && { keys }),
        run: () => run(app),
      }
    })
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
