import {
  type Command,
  type CommandName,
  commandNames,
  commands,
  palette,
  type WindowModeName,
  windowModeNames,
  windowModes,
} from '../../contract/sentences/commands.ts'
import type { UiLanguage } from '../../contract/sentences/errorKeys.ts'
import type { MenuEntry, MenuRole } from './api.ts'
import { menuWords, roleWords } from './menuWords.ts'
import { updateWords } from './updates/updateWords.ts'

/** What the menu of the app depends on. */
export interface MenuState {
  /** The menu of macOS starts with that of the app. */
  readonly platform: NodeJS.Platform
  /** Language of the interface. */
  readonly language: UiLanguage
  /** Whether the window in front shows a work. */
  readonly hasWork: boolean
  /** Whether it shows a chapter. */
  readonly hasChapter: boolean
  /** The modes that are on in it. */
  readonly modes: readonly WindowModeName[]
  /** Whether a new version is there to be installed. */
  readonly hasUpdate: boolean
}

const separator: MenuEntry = { type: 'separator' }

/**
 * The menu of the app: the system's own items by role, and the commands of the palette with the same words and keys. It
 * has neither reload nor developer tools.
 */
export function appMenu(state: MenuState): readonly MenuEntry[] {
  const { platform, language, hasWork, hasUpdate } = state
  const isMac = platform === 'darwin'
  const role = (name: keyof typeof roleWords): MenuEntry => ({ role: name, label: roleWords[name][language] })
  const roles = (...names: (keyof typeof roleWords)[]) => names.map(role)
  const menu = (name: keyof typeof menuWords.menus, submenu: readonly MenuEntry[], as?: MenuRole) => ({
    ...{ label: menuWords.menus[name][language], submenu },
    ...(as !== undefined && { role: as }),
  })
  const commandsOf = (place: Command['menu'], ...without: CommandName[]) =>
    commandNames
      .filter((name) => commands[name].menu === place && !without.includes(name))
      .map((name) => commandEntry(name, state))
  const settings = commandEntry('settings', state)
  const newWindow: MenuEntry = {
    label: menuWords.newWindow[language],
    accelerator: 'CmdOrCtrl+Shift+N',
    action: { kind: 'newWindow' },
  }
  const goTo: MenuEntry = {
    label: palette[language],
    accelerator: palette.keys,
    registerAccelerator: false,
    enabled: hasWork,
    action: { kind: 'command', command: 'palette' },
  }
  const update: MenuEntry = {
    label: updateWords[hasUpdate ? 'restart' : 'check'][language],
    action: { kind: 'update' },
  }
  return [
    ...(isMac
      ? [
          {
            label: 'CreoNow',
            submenu: [
              ...[role('about'), update, separator, settings, separator],
              ...[role('services'), separator, ...roles('hide', 'hideOthers', 'unhide'), separator],
              role('quit'),
            ],
          },
        ]
      : []),
    menu('file', [
      ...[newWindow, separator, ...commandsOf('file', 'settings'), separator],
      ...(isMac ? [] : [settings, separator]),
      role(isMac ? 'close' : 'quit'),
    ]),
    menu('edit', [
      ...[...roles('undo', 'redo'), separator],
      ...[...roles('cut', 'copy', 'paste', 'pasteAndMatchStyle', 'selectAll'), separator],
      ...commandsOf('edit'),
    ]),
    menu('view', [
      ...[goTo, separator, ...commandsOf('view'), separator],
      ...[...windowModeNames.map((name) => modeEntry(name, state)), separator],
      ...roles('resetZoom', 'zoomIn', 'zoomOut'),
    ]),
    menu('window', roles('minimize', 'zoom', isMac ? 'front' : 'close'), isMac ? 'window' : undefined),
    ...(isMac ? [] : [menu('help', [update, separator, role('about')])]),
  ]
}

/** The page has the keys already: registered here too, a command would be done twice. */
function commandEntry(name: CommandName, { language, hasWork, hasChapter }: MenuState): MenuEntry {
  const command: Command = commands[name]
  const { keys, needs } = command
  const isUsable = needs === undefined || (needs === 'work' ? hasWork : hasChapter)
  return {
    label: command[language],
    ...(keys !== undefined && { accelerator: keys, registerAccelerator: false }),
    enabled: isUsable,
    action: { kind: 'command', command: name },
  }
}

function modeEntry(name: WindowModeName, { language, hasWork, modes }: MenuState): MenuEntry {
  const { keys, [language]: label } = windowModes[name]
  return {
    ...{ type: 'checkbox', label, checked: modes.includes(name) },
    ...{ accelerator: keys, registerAccelerator: false, enabled: hasWork },
    action: { kind: 'mode', mode: name },
  }
}
