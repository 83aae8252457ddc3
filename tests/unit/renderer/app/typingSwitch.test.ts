import { expect, test } from 'vitest'
import { createTypingSwitch } from '../../../../renderer/src/app/typingSwitch.ts'
import { createViewStore } from '../../../../renderer/src/app/viewStore.ts'

test('smart typing is on until it is switched off, which a reload and another window find', () => {
  const values = new Map<string, string>()
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
  const windowOf = () => {
    const view = createViewStore(false)
    return { typing: createTypingSwitch(view, storage), isOn: () => view.getState().smartTyping }
  }
  const first = windowOf()
  const second = windowOf()
  const before = first.isOn()
  first.typing.toggle()
  const offs = [first.isOn(), second.isOn(), windowOf().isOn()]
  second.typing.reread()
  const reread = second.isOn()
  second.typing.toggle()
  expect([before, offs, reread, windowOf().isOn()]).toEqual([true, [false, true, false], false, true])
})
