import { expect, test } from 'vitest'
import { createViewStore } from '../../../../renderer/src/app/viewStore.ts'
import { createWindowModes } from '../../../../renderer/src/app/windowModes.ts'
import type { WritingModes } from '../../../../renderer/src/features/editor/writingModes.ts'

const storageOf = (values: Record<string, string> = {}) => ({
  values,
  getItem: (key: string) => values[key] ?? null,
  setItem: (key: string, value: string) => {
    values[key] = value
  },
})

const editor = { focus: () => {} }
/** What is done one after the other has been done, but for what waits. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

const window = (storage = storageOf(), refuses = false, narrow = false) => {
  const shown: WritingModes[] = []
  const asked: string[] = []
  const view = createViewStore(narrow)
  const native = {
    enter: async () => {
      asked.push('enter')
      if (refuses) throw new Error('not allowed')
    },
    leave: async () => void asked.push('leave'),
  }
  const show = (modes: WritingModes & { names: boolean }) => void shown.push(modes)
  const modes = createWindowModes({ view, editor, show, storage, native })
  const sides = () => {
    const { leftOpen, panelOpen, fullScreen } = view.getState()
    return { leftOpen, panelOpen, fullScreen }
  }
  return { view, modes, shown, asked, sides, storage }
}

test('focus and typewriter mode reach the editor, and the window has them after a reload', () => {
  const { modes, shown, storage } = window()
  modes.toggle('focusMode')
  modes.toggle('typewriterMode')
  modes.toggle('focusMode')
  modes.toggle('namesShown')
  expect(shown).toEqual([
    { focus: false, typewriter: false, names: false },
    { focus: true, typewriter: false, names: false },
    { focus: true, typewriter: true, names: false },
    { focus: false, typewriter: true, names: false },
    { focus: false, typewriter: true, names: true },
  ])
  expect(window(storage).shown).toEqual([{ focus: false, typewriter: true, names: true }])
})

test('full screen puts both sides away and brings back what was open, also when the browser refuses or leaves it', async () => {
  for (const refuses of [false, true]) {
    const { view, modes, sides, asked } = window(storageOf(), refuses)
    view.setState({ panelOpen: false })
    modes.toggle('fullScreen')
    expect(sides()).toEqual({ leftOpen: false, panelOpen: false, fullScreen: true })
    modes.leftFullScreen()
    expect(sides()).toEqual({ leftOpen: true, panelOpen: false, fullScreen: false })
    modes.leftFullScreen()
    modes.toggle('fullScreen')
    modes.toggle('fullScreen')
    await settled()
    expect(asked).toEqual(['enter', 'enter', 'leave'])
  }
})

test('full screen that is left while the browser still enters it is left when it has been entered', async () => {
  const asked: string[] = []
  const entering = Promise.withResolvers<void>()
  const native = {
    enter: async () => {
      asked.push('enter')
      await entering.promise
      asked.push('entered')
    },
    leave: async () => void asked.push('leave'),
  }
  const view = createViewStore(false)
  const modes = createWindowModes({ view, editor, show: () => {}, storage: storageOf(), native })
  modes.toggle('fullScreen')
  modes.toggle('fullScreen')
  await settled()
  expect([asked, view.getState().fullScreen]).toEqual([['enter'], false])
  entering.resolve()
  await settled()
  expect(asked).toEqual(['enter', 'entered', 'leave'])
})

test('a window loaded again in full screen stays without its sides, asks nothing of the browser, and leads back', () => {
  const first = window()
  first.modes.toggle('fullScreen')
  const { modes, sides, asked } = window(first.storage)
  expect([sides(), asked]).toEqual([{ leftOpen: false, panelOpen: false, fullScreen: true }, []])
  modes.toggle('fullScreen')
  expect(sides()).toEqual({ leftOpen: true, panelOpen: true, fullScreen: false })
})
