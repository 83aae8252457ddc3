import { afterEach, expect, test } from 'vitest'
import { type DesktopHost, firstScreen, startDesktop } from '../../support/desktopHost.ts'

let host: DesktopHost
afterEach(() => host.remove())

const report = 'CreoNow 1.2.3\nlinux x64\nElectron 45.4.1\n2026-11-28T12:00:00.000Z\n\npage: crashed, 139'

test('a window whose page has ended is asked about with a report, and opens again, copied or not, or closes', async () => {
  host = await startDesktop()
  const contents = host.contents(0)
  const seen: unknown[] = []
  for (const pressed of [0, 1, 2]) {
    host.double.presses.push(pressed)
    contents.ends('crashed', 139)
    await new Promise(setImmediate)
    seen.push([contents.loaded.length, host.double.copied.length, contents.isDestroyed()])
  }
  expect(seen).toEqual([
    [2, 0, false],
    [3, 1, false],
    [3, 1, true],
  ])
  expect(host.double.copied).toEqual([report])
  expect(host.double.questions[0]).toEqual({
    message: '这个窗口停止了。存盘的稿子没有改动；还没有存盘的字，重新打开后会问您要不要。',
    detail: `下面的报告没有发给任何人，里面没有正文。\n\n${report}`,
    buttons: ['重新打开', '复制报告，重新打开', '关闭窗口'],
  })
})

test('the question is in the language of the page, and a page that ends as it should is not asked about', async () => {
  host = await startDesktop()
  const contents = host.contents(0)
  await host.describe(contents, { ...firstScreen, language: 'en' })
  contents.ends('clean-exit', 0)
  contents.ends('oom', 5)
  await new Promise(setImmediate)
  expect(host.double.questions.map(({ buttons }) => buttons)).toEqual([
    ['Open Again', 'Copy the Report and Open Again', 'Close Window'],
  ])
})
