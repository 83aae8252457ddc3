import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { DesktopEvent } from '../../../../main/src/contract/desktop.ts'
import { commandNames } from '../../../../main/src/contract/sentences/commands.ts'
import { type DesktopEventsOptions, desktopEvents } from '../../../../renderer/src/app/desktopEvents.ts'
import { createViewStore } from '../../../../renderer/src/app/viewStore.ts'

/** A window with a work or without one; what is done in it is noted. */
function windowOf(options: { projectId?: string; staysOpen?: boolean; isOverlayOpen?: boolean }) {
  const log: unknown[] = []
  const projectOf = (projectId?: string) => (projectId === undefined ? null : { projectId })
  const store = createStore(() => ({ project: projectOf(options.projectId) }))
  const workspace = {
    store,
    async closeProject() {
      log.push('close')
      if (!options.staysOpen) store.setState({ project: null })
    },
    async openListed(projectId: string) {
      log.push(['openListed', projectId])
      if (projectId !== 'unknown') store.setState({ project: projectOf(projectId) })
    },
    openNamed: async (rootPath: string) => void log.push(['openNamed', rootPath]),
    reveal: async (documentId: string, range: object) => void log.push(['reveal', documentId, range]),
  } as unknown as DesktopEventsOptions['workspace'] // of the project only its id is read
  const view = createViewStore(false)
  const doEvent = desktopEvents({
    ...{ view, workspace, isOverlayOpen: () => options.isOverlayOpen ?? false },
    modes: { toggle: (mode) => void log.push(['toggle', mode]) },
    save: () => void log.push('save'),
    refresh: () => void log.push('refresh'),
    runs: Object.fromEntries(
      commandNames.map((name) => [name, () => log.push(name)]),
    ) as unknown as DesktopEventsOptions['runs'], // of all names
  })
  return { log, view, doEvent }
}

const place = (projectId: string): DesktopEvent => ({
  type: 'place',
  projectId,
  documentId: 'c_lin',
  offsetUtf16: 42,
})
const revealed = ['reveal', 'c_lin', { from: 42, to: 42 }]

test('a link into the open work shows its place, into another opens that work first', async () => {
  const inside = windowOf({ projectId: 'p1' })
  await inside.doEvent(place('p1'))
  const elsewhere = windowOf({ projectId: 'p2' })
  await elsewhere.doEvent(place('p1'))
  const onFirstScreen = windowOf({})
  await onFirstScreen.doEvent(place('p1'))
  expect([inside.log, elsewhere.log, onFirstScreen.log]).toEqual([
    [revealed],
    ['close', ['openListed', 'p1'], revealed],
    [['openListed', 'p1'], revealed],
  ])
})

test('a link into a work that is not on the list shows nothing', async () => {
  const { log, doEvent } = windowOf({})
  await doEvent(place('unknown'))
  expect(log).toEqual([['openListed', 'unknown']])
})

test('a work that cannot be saved stays open, whatever the desktop asks for', async () => {
  const events: readonly DesktopEvent[] = [
    place('p1'),
    { type: 'open', rootPath: '/书/雾港' },
    { type: 'import', fileName: '雾港.txt', base64: '' },
  ]
  for (const event of events) {
    const { log, view, doEvent } = windowOf({ projectId: 'p2', staysOpen: true })
    await doEvent(event)
    expect([log, view.getState().dropped]).toEqual([['close'], null])
  }
})

test('a folder is opened, and a file is looked at with its bytes', async () => {
  const { log, view, doEvent } = windowOf({})
  await doEvent({ type: 'open', rootPath: '/书/雾港' })
  const base64 = Buffer.from('第一章 灯塔').toString('base64')
  await doEvent({ type: 'import', fileName: '雾港.txt', base64 })
  const { dropped } = view.getState()
  expect([log, dropped?.name, await dropped?.text()]).toEqual([
    [['openNamed', '/书/雾港']],
    '雾港.txt',
    '第一章 灯塔',
  ])
})

test('commands and modes of the menu are done, but none under a dialog and none without the work they need', async () => {
  const find: DesktopEvent = { type: 'command', command: 'find' }
  const settings: DesktopEvent = { type: 'command', command: 'settings' }
  const palette: DesktopEvent = { type: 'command', command: 'palette' }
  const focus: DesktopEvent = { type: 'mode', mode: 'focus' }
  const logs: unknown[] = []
  for (const window of [{ projectId: 'p1' }, {}, { projectId: 'p1', isOverlayOpen: true }]) {
    const { log, view, doEvent } = windowOf(window)
    for (const event of [find, settings, palette, focus]) await doEvent(event)
    logs.push([...log, view.getState().paletteOpen])
  }
  expect(logs).toEqual([['find', 'settings', ['toggle', 'focusMode'], true], ['settings', false], [false]])
})

test('before the computer sleeps what is typed is saved, also under a dialog, and afterwards all is read again', async () => {
  const { log, doEvent } = windowOf({ projectId: 'p1', isOverlayOpen: true })
  await doEvent({ type: 'suspend' })
  await doEvent({ type: 'resume' })
  expect(log).toEqual(['save', 'refresh'])
})
