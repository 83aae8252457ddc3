import { expect, test } from 'vitest'
import {
  createVolumeSynopses,
  type VolumeSynopsesOptions,
} from '../../../../main/src/services/retrieval/volumeSynopses.ts'

const idOf = (number: number) => `c_${number}`
const chapter = (number: number, volume?: string) => ({
  ...{ documentId: idOf(number), title: `第${number}章`, kind: 'chapter' as const, words: 3000 },
  ...(volume !== undefined && { volume: { title: volume, index: Number(volume) } }),
})
const chaptersTo = (count: number) => Array.from({ length: count }, (_, at) => chapter(at + 1))

/** Of a book with these chapters, all summed up, and these files; the store is in memory. */
function synopsesOf(
  chapters: readonly ReturnType<typeof chapter>[],
  written: Readonly<Record<string, object>> = {},
) {
  const options = {
    rootOf: () => '/nowhere',
    chapters: async () => chapters,
    chapterSynopses: async () =>
      chapters.map(({ documentId, title }) => ({
        ...{ documentId, text: `${title}的梗概。`, source: 'model' as const, stale: false },
      })),
    versioned: {
      of: () => ({ read: async (path: string) => ({ value: written[path] }) }),
      inProject: (_project: object, path: string) => path,
    },
    files: { of: async () => Object.keys(written).map((path) => path.split('/').at(-1)) },
  }
  return createVolumeSynopses(options as unknown as VolumeSynopsesOptions) // only what reading needs
}
const placesOf = (count: number) => synopsesOf(chaptersTo(count)).list('p')

test('a book without volumes has a place for every ten chapters that are over', async () => {
  expect(await placesOf(10)).toEqual([])
  const places = await placesOf(25)
  expect(places.map(({ basis: _, ...place }) => place)).toEqual(
    [1, 11].map((first) => ({
      ...{ id: `v_${first}`, kind: 'range', title: `第${first}章 – 第${first + 9}章`, words: 30_000 },
      path: `.creonow/synopses/v_${first}.json`,
      chapters: Array.from({ length: 10 }, (_, at) => idOf(first + at)),
    })),
  )
  expect(places[1]?.basis.texts[0]).toEqual({ title: '第11章', text: '第11章的梗概。' })
})

test('a chapter behind the others changes no place, and the book takes five ranges at a time', async () => {
  for (let count = 1; count < 180; count++) {
    const [before, after] = [await placesOf(count), await placesOf(count + 1)]
    const ranges = before.filter(({ kind }) => kind === 'range')
    expect(after.slice(0, ranges.length)).toEqual(ranges)
    const [book, next] = [before, after].map((places) => places.find(({ kind }) => kind === 'book'))
    expect(book?.chapters.length ?? 0).toBe(Math.max(0, Math.floor((ranges.length - 2) / 5)) * 50)
    if (next?.chapters.length === book?.chapters.length) expect(next).toEqual(book)
  }
})

test('a synopsis of ten chapters is not stale when others follow, and is when one before it is new', async () => {
  const path = '.creonow/synopses/v_1.json'
  const [place] = await placesOf(11)
  const stored = {
    ...{ version: 2, chapters: place?.chapters, text: '前十章。', source: 'model' },
    madeFrom: { hash: place?.basis.hash },
  }
  const wide = async (chapters: readonly ReturnType<typeof chapter>[]) =>
    (await synopsesOf(chapters, { [path]: stored }).wide('p')).map(({ kind, title, stale }) => [
      ...[kind, title, stale],
    ])
  const expected = [['range', '第1章 – 第10章', false]]
  expect(await wide(chaptersTo(11))).toEqual(expected)
  expect(await wide(chaptersTo(49))).toEqual(expected)
  expect(await wide([chapter(99), ...chaptersTo(49)])).toEqual([['range', '第99章 – 第9章', true]])
})

test('a book with a volume anywhere has volumes only', async () => {
  const volumes = [1, 2].flatMap((volume) =>
    Array.from({ length: 12 }, (_, at) => chapter(12 * (volume - 1) + at + 1, String(volume))),
  )
  const places = await synopsesOf(volumes).list('p')
  expect(places.map(({ kind, title, chapters }) => [kind, title, chapters.length])).toEqual([
    ['volume', '1', 12],
  ])
})
