import { expect, test } from 'vitest'
import { commandOf } from '../../../../renderer/src/features/atTheText/commandKeys.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const pressed = (key: string, modifiers: Partial<typeof none> = {}, code = '') =>
  commandOf({ key, code, ...none, ...modifiers })

test('a key does the command that the table has for it, with exactly its modifiers', () => {
  expect([
    pressed('F4'),
    pressed('F10', { altKey: true }),
    pressed('F4', { shiftKey: true }),
    pressed('F10'),
    pressed('字'),
    pressed('i', { ctrlKey: true }),
    pressed('I', { metaKey: true }),
    pressed('i', { ctrlKey: true, shiftKey: true }),
    pressed('i'),
    pressed('µ', { ctrlKey: true, altKey: true }, 'KeyM'),
    pressed('m', { metaKey: true, altKey: true }),
  ]).toEqual(['thread', 'selectionBar', null, null, null, 'order', 'order', null, null, 'note', 'note'])
})
