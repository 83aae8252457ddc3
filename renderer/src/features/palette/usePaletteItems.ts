import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import {
  type Command,
  commandNames,
  commands,
  shownKeys,
  windowModeNames,
  windowModes,
} from '../../../../main/src/contract/sentences/commands.ts'
import {
  useCodex,
  useEditor,
  usePanel,
  useTypingSwitch,
  useViewStore,
  useWindowModes,
  useWorkspace,
} from '../../app/AppContext.tsx'
import { useCommands } from '../../app/useCommands.ts'
import { useDocuments } from '../../app/useDocuments.ts'
import { openSheet, type SheetName, withText } from '../../app/viewStore.ts'
import { stateOfMode } from '../../app/windowModes.ts'
import { useSkills } from '../aiPanel/useSkills.ts'
import { codexTypes } from '../codex/codexModel.ts'
import { useCodexRows } from '../codex/useCodexRows.ts'
import { useInterfaceLanguage } from '../settings/useAppSettings.ts'
import type { PaletteItem } from './paletteMatch.ts'

const sheets = ['profile', 'world', 'style', 'terminology', 'skills', 'budget'] as const
const listSheets = [
  'constraints',
  'memory',
  'synopses',
  'threads',
  'notes',
  'changes',
  'checks',
  'ties',
  'timeline',
  'knowledge',
  'voice',
  'statistics',
] as const

const wordsWhenOn = {
  names: 'namesOff',
  focus: 'focusOff',
  typewriter: 'typewriterOff',
  fullScreen: 'leaveFullScreen',
} as const

/** Everything the palette offers now: chapters in the order of the book, then cards, sheets, skills and commands. */
export const usePaletteItems = (): readonly PaletteItem[] => {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const editor = useEditor()
  const panel = usePanel()
  const view = useViewStore()
  const codex = useCodex()
  const modes = useWindowModes()
  const typingSwitch = useTypingSwitch()
  const modesNow = useStore(view)
  const documents = useDocuments()
  const hasChapter = useStore(editor.store, (state) => state.phase === 'ready')
  const skills = useSkills()
  const language = useInterfaceLanguage()
  const { runs, showPanel } = useCommands()
  const chapters = (documents ?? []).map(
    ({ documentId, title, kind, chapterNumber }): PaletteItem => ({
      ...{ id: `chapter ${documentId}`, group: 'chapter', label: title || t('chapters.front') },
      ...(kind === 'chapter' && chapterNumber !== undefined && { number: chapterNumber }),
      run: () => void workspace.openDocument(documentId).then(() => withText(view, editor.focus)),
    }),
  )
  const sheet = (id: SheetName, label: string): PaletteItem => ({
    ...{ id: `sheet ${id}`, group: 'sheet', label },
    run: () => openSheet(view, id),
  })
  const cards = (useCodexRows() ?? []).map(
    ({ id, name }): PaletteItem => ({
      ...{ id: `card ${id}`, group: 'card', label: name },
      run: () => void codex.openEntry(id),
    }),
  )
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
  const modeItems = windowModeNames.map(
    (name): PaletteItem => ({
      ...{ id: `mode ${name}`, group: 'command', keys: windowModes[name].keys },
      label: t(`modes.${modesNow[stateOfMode[name]] ? wordsWhenOn[name] : name}`),
      run: () => modes.toggle(stateOfMode[name]),
    }),
  )
  const doing = commandNames
    .map((name) => ({ name, command: commands[name] as Command })) // without the keys, some types have none
    .filter(({ command }) => hasChapter || command.needs !== 'chapter')
    .map(
      ({ name, command }): PaletteItem => ({
        ...{ id: `command ${name}`, group: 'command', label: command[language] },
        ...(command.keys !== undefined && { keys: shownKeys(command.keys) }),
        run: runs[name],
      }),
    )
  return [
    ...chapters,
    ...cards,
    ...codexKinds,
    ...sheets.map((id) => sheet(id, t(`sheet.titles.${id}`))),
    ...listSheets.map((id) => sheet(id, t(`${id}.title`))),
    ...writing,
    ...doing,
    ...modeItems,
    {
      ...{ id: 'new chapter', group: 'command', label: t('chapters.create') },
      run: () => void workspace.createDocument(),
    },
    {
      ...{ id: 'shortcuts', group: 'command', label: t('palette.shortcuts'), keys: '?' },
      run: () => view.setState({ shortcutsOpen: true }),
    },
    {
      ...{ id: 'smart typing', group: 'command' },
      label: t(modesNow.smartTyping ? 'modes.typingOff' : 'modes.typing'),
      run: typingSwitch.toggle,
    },
  ]
}
