import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { ShownWindow } from '../../../main/src/contract/desktop.ts'
import { type DesktopHost, firstScreen, showing, startDesktop } from '../../support/desktopHost.ts'
import { temporaryFolder } from '../../support/hostedTestApp.ts'

let host: DesktopHost
afterEach(() => host.remove())

const english = (names: readonly string[]): Partial<ShownWindow> => ({
  work: { name: 'Low Water', rootPath: '/books/low', language: 'en', names: [...names] },
})

/** A profile that has a dictionary already. */
async function profileWithDictionary() {
  const folder = await temporaryFolder()
  await mkdir(join(folder.path, 'Dictionaries'))
  await writeFile(join(folder.path, 'Dictionaries', 'en-GB-10-1.bdic'), '')
  return folder
}

test('without a dictionary on this computer nothing is checked and nothing can be fetched', async () => {
  host = await startDesktop()
  await host.describe(host.contents(0), showing('p1', '/books/low', english(['Elinor'])))
  expect(host.double.spelling).toEqual({
    isEnabled: false,
    languages: [],
    url: 'http://127.0.0.1:9/',
    words: new Set(),
  })
})

test('the dictionary has the names of the book in front, and those of no other', async () => {
  const profile = await profileWithDictionary()
  host = await startDesktop({ profileFolder: profile.path })
  const contents = host.contents(0)
  await host.describe(contents, showing('p1', '/books/low', english(['Elinor Vance', '林远'])))
  expect(host.double.spelling).toEqual({
    isEnabled: true,
    languages: ['en-GB'],
    url: 'http://127.0.0.1:9/',
    words: new Set(['Elinor', "Elinor's", 'Elinor’s', 'Vance', "Vance's", 'Vance’s']),
  })
  await host.describe(contents, showing('p2', '/books/tide', english(['Maud'])))
  expect(host.double.spelling.words).toEqual(new Set(['Maud', "Maud's", 'Maud’s']))
  await host.describe(contents, firstScreen)
  expect([host.double.spelling.isEnabled, host.double.spelling.words]).toEqual([false, new Set()])
  await profile.remove()
})

test('a word that the author adds is the book’s, outlives the start and can be taken out again', async () => {
  const profile = await profileWithDictionary()
  host = await startDesktop({ profileFolder: profile.path })
  const contents = host.contents(0)
  await host.describe(contents, showing('p1', '/books/low', english([])))
  const misspelt = { isEditable: true, misspelledWord: 'quayside', dictionarySuggestions: ['quay side'] }
  contents.rightClick(misspelt)
  contents.choose('quay side')
  expect(contents.corrected).toEqual(['quay side'])
  contents.choose('加入本书的词 “quayside”')
  const stored = async () => JSON.parse(await readFile(join(host.folder, 'spelling.json'), 'utf8'))
  await vi.waitUntil(() => host.double.spelling.words.has('quayside'))
  expect(await stored()).toEqual({ p1: ['quayside'] })
  await host.describe(contents, showing('p2', '/books/tide', english([])))
  expect(host.double.spelling.words).toEqual(new Set())
  await host.describe(contents, showing('p1', '/books/low', english([])))
  contents.rightClick({ isEditable: true, selectionText: 'quayside' })
  contents.choose('从本书的词里去掉 “quayside”')
  await vi.waitUntil(() => !host.double.spelling.words.has('quayside'))
  expect(await stored()).toEqual({ p1: [] })
  await profile.remove()
})

test('a link is opened or copied in its checked form', async () => {
  host = await startDesktop()
  const contents = host.contents(0)
  contents.rightClick({ linkURL: 'https://example.com/雾' })
  contents.choose('打开链接')
  contents.choose('复制链接')
  expect([host.double.opened, host.double.copied]).toEqual([
    ['https://example.com/%E9%9B%BE'],
    ['https://example.com/%E9%9B%BE'],
  ])
})
