import { unzipSync } from 'fflate'
import { expect, test, vi } from 'vitest'
import {
  type DroppedEntry,
  droppedBook,
  entriesOf,
} from '../../../../renderer/src/features/welcome/droppedBook.ts'

const file = (name: string, text: string, type = '') => ({
  isDirectory: false,
  name,
  file: (onFile: (file: File) => void) => onFile(new File([text], name, { type })),
})
/** Browsers give the content of a folder in portions. */
const folder = (name: string, children: readonly DroppedEntry[], portion = 2) => ({
  isDirectory: true,
  name,
  createReader() {
    let at = 0
    return {
      readEntries(onEntries: (entries: readonly DroppedEntry[]) => void) {
        onEntries(children.slice(at, at + portion))
        at += portion
      },
    }
  },
})

async function contentsOf(given: Awaited<ReturnType<typeof droppedBook>>) {
  if (!(given instanceof File)) return given
  const files = unzipSync(new Uint8Array(await given.arrayBuffer()))
  const decoder = new TextDecoder()
  return [given.name, Object.entries(files).map(([path, bytes]) => [path, decoder.decode(bytes)])]
}

test('a single file is given as it is, and a folder as an archive with its paths', async () => {
  const single = await droppedBook([file('雾港.txt', '雾')], 'x')
  expect(single instanceof File && [single.name, await single.text()]).toEqual(['雾港.txt', '雾'])
  const novel = folder('盐路.scriv', [
    file('2.md', '二'),
    folder('第一卷', [file('1.md', '一'), file('10.md', '十'), file('3.md', '三')]),
    file('map.png', 'picture', 'image/png'),
    folder('.obsidian', [folder('plugins', []), file('app.json', 'secret'), file('b.json', 'x')], 10),
  ])
  expect(await contentsOf(await droppedBook([novel], 'x'))).toEqual([
    '盐路.zip',
    [
      ['盐路.scriv/2.md', '二'],
      ['盐路.scriv/第一卷/1.md', '一'],
      ['盐路.scriv/第一卷/10.md', '十'],
      ['盐路.scriv/第一卷/3.md', '三'],
      ['盐路.scriv/map.png', ''],
      ['盐路.scriv/.obsidian/app.json', ''],
    ],
  ])
})

test('several files are an archive of their own name, and nothing is none', async () => {
  expect(await contentsOf(await droppedBook([file('1.md', '一'), file('2.md', '二')], '书稿'))).toEqual([
    '书稿.zip',
    [
      ['1.md', '一'],
      ['2.md', '二'],
    ],
  ])
  expect(await droppedBook([], 'x')).toBeNull()
})

test('a folder with too many files, too many bytes, too many levels or a lost file is refused with a reason', async () => {
  const many = folder(
    'a',
    Array.from({ length: 5001 }, (_, at) => file(`${at}.md`, '')),
    1000,
  )
  const heavy = Object.defineProperty(new File([''], 'a.md'), 'size', { value: 65 * 1024 * 1024 })
  const heavyFile = { ...file('a.md', ''), file: (onFile: (file: File) => void) => onFile(heavy) }
  const large = folder('a', [heavyFile])
  let deep = folder('a', [file('b.md', '')])
  for (let level = 0; level < 40; level += 1) deep = folder('a', [deep])
  const lost = {
    ...{ isDirectory: false, name: 'a.md' },
    file: (_: unknown, onError: (error: unknown) => void) => onError(new Error('gone')),
  }
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const problems = []
  for (const entry of [many, large, deep, folder('a', [lost])]) problems.push(await droppedBook([entry], 'x'))
  expect([problems, warn.mock.calls.length]).toEqual([['tooMany', 'tooLarge', 'tooMany', 'lost'], 1])
  warn.mockRestore()
})

test('a file that a page made and that is on no disk is dropped like any other, and words are not', async () => {
  const items = [
    { kind: 'string', getAsFile: () => null, webkitGetAsEntry: () => null },
    { kind: 'file', getAsFile: () => new File(['雾'], 'a.txt'), webkitGetAsEntry: () => null },
  ]
  // What a drop has, as far as it is looked at.
  const given = await droppedBook(entriesOf({ items } as unknown as DataTransfer), 'x')
  expect(given instanceof File && [given.name, await given.text()]).toEqual(['a.txt', '雾'])
})
