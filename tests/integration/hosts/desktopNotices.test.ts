import { afterEach, expect, test } from 'vitest'
import { type DesktopHost, firstScreen, ownFrame, startDesktop } from '../../support/desktopHost.ts'
import { createElectronDouble } from '../../support/electronDouble.ts'

let host: DesktopHost
afterEach(() => host.remove())

const call = (channel: string, input: object, index = 0) =>
  host.double.invoke(host.contents(index), ownFrame, channel, input)

test('a notification is shown in the words of the page, and a click brings its own window with its command', async () => {
  host = await startDesktop()
  await host.describe(host.contents(0), firstScreen)
  host.double.choose('新建窗口')
  await host.describe(host.contents(1), firstScreen)
  const said = { title: '任务做完了', body: '雾港来信' }
  expect(await call('desktop:notify', { ...said, command: 'agent' })).toEqual({
    ok: true,
    data: { shown: true },
  })
  expect(await call('desktop:notify', { title: 'The index is built', body: '' }, 1)).toMatchObject({
    ok: true,
  })
  expect(host.double.notifications.map(({ text }) => text)).toEqual([
    said,
    { title: 'The index is built', body: '' },
  ])
  for (const { click } of host.double.notifications) click()
  expect(
    [host.contents(0), host.contents(1)].map((contents) => [contents.focused, host.events(contents)]),
  ).toEqual([
    [1, [{ type: 'command', command: 'agent' }]],
    [1, []],
  ])
})

test('a click on the notification of a closed window does nothing', async () => {
  host = await startDesktop()
  await host.describe(host.contents(0), firstScreen)
  await call('desktop:notify', { title: '任务做完了', body: '', command: 'agent' })
  const before = host.contents(0).sent.length
  host.contents(0).destroy()
  host.double.notifications[0]?.click()
  expect([host.contents(0).sent.length, host.contents(0).focused]).toEqual([before, 0])
})

test('where the system shows none, the page is told so', async () => {
  host = await startDesktop({ double: createElectronDouble({ notifies: false }) })
  expect(await call('desktop:notify', { title: '任务做完了', body: '' })).toEqual({
    ok: true,
    data: { shown: false },
  })
})

test('a notification without a title, with a long one or with more than words is refused', async () => {
  host = await startDesktop()
  const wrong = [
    { title: '', body: '' },
    { title: '雾'.repeat(201), body: '' },
    { title: 'Done', body: '', icon: 'https://vendor.example/x.png' },
    { title: 'Done', body: '', command: 'rm' },
  ]
  const answers = await Promise.all(wrong.map((input) => call('desktop:notify', input)))
  expect(answers.map((answer) => Object(Object(answer).error).code)).toEqual(
    wrong.map(() => 'INVALID_ARGUMENT'),
  )
  expect(host.double.notifications).toEqual([])
})

test('each window shows its own progress', async () => {
  host = await startDesktop()
  await host.describe(host.contents(0), firstScreen)
  host.double.choose('新建窗口')
  for (const ratio of [0.25, 1, null]) await call('desktop:progress', { ratio })
  const wrong = await call('desktop:progress', { ratio: 1.5 }, 1)
  expect([host.contents(0).progress, host.contents(1).progress, Object(wrong).ok]).toEqual([
    [0.25, 1, null],
    [],
    false,
  ])
})

test('all pages are told before the computer sleeps and when it is awake again', async () => {
  host = await startDesktop()
  await host.describe(host.contents(0), firstScreen)
  host.double.choose('新建窗口')
  await host.describe(host.contents(1), firstScreen)
  host.double.suspend()
  host.double.resume()
  const both = [{ type: 'suspend' }, { type: 'resume' }]
  expect([host.events(host.contents(0)), host.events(host.contents(1))]).toEqual([both, both])
})
