import {
  type Command,
  type CommandName,
  commandNames,
  commands,
} from '../../../../main/src/contract/sentences/commands.ts'

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Commands whose keys the page watches; the keys of the others belong to the editor and to the search. */
const watched: readonly CommandName[] = ['order', 'note', 'thread', 'selectionBar']

const matches = (keys: string, pressed: Pressed): boolean => {
  const { key, code, altKey, shiftKey } = pressed
  const parts = keys.split('+')
  const name = parts.at(-1) ?? ''
  // With Alt a letter is another one on some keyboards.
  const isKey = key.toUpperCase() === name.toUpperCase() || (altKey && code === `Key${name}`)
  return (
    isKey &&
    (pressed.ctrlKey || pressed.metaKey) === parts.includes('CmdOrCtrl') &&
    altKey === parts.includes('Alt') &&
    shiftKey === parts.includes('Shift')
  )
}

/** The command at the text that a key does, by the keys of the table; null where it does none. */
export const commandOf = (pressed: Pressed): CommandName | null =>
  commandNames.find((name) => {
    const { keys }: Command = commands[name]
    return watched.includes(name) && keys !== undefined && matches(keys, pressed)
  }) ?? null
