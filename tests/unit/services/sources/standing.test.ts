import { expect, it } from 'vitest'
import { createPassages } from '../../../../main/src/services/sources/passages.ts'
import { bookOf, sceneOf } from '../../../support/book.ts'

const previous = '灯塔的规矩由老人传下来，一代只传一个人。\n'.repeat(300)
const scene = sceneOf('林远推开门。')
const at = (path: string, from: number, to: number) => ({ path, from, to })

it('the end of the previous chapter begins where it stood, until that chapter has another length', async () => {
  const book = bookOf({
    documents: [
      { documentId: 'manuscript/004.md', title: '第四章', kind: 'chapter', chapterNumber: 4 },
      { documentId: scene.documentId, title: '第五章', kind: 'chapter', chapterNumber: 5 },
    ],
    texts: { 'manuscript/004.md': previous },
  })
  const from = async (stood?: readonly { path: string; from: number; to: number }[]) =>
    (await book.read('previousChapter', scene, stood ? { stood } : {})).drafts.map(({ ref }) => ref.from)
  const [free] = await from()
  const begin = 21 * 250
  expect(await from([at('manuscript/004.md', begin, previous.length)])).toEqual([begin])
  expect(await from([at('manuscript/004.md', begin, previous.length - 1)])).toEqual([free])
  expect(await from([at('manuscript/003.md', begin, previous.length)])).toEqual([free])
  // Nothing stood there, and what comes now would move all that follows it.
  expect(await from([])).toEqual([])
})

it('passages that stand are taken from further down, new ones from the best alone', async () => {
  const asked: number[] = []
  const text = '他沿着石阶往上走。'.repeat(60)
  const hits = Array.from({ length: 18 }, (_, rank) => ({
    documentId: 'manuscript/001.md',
    from: rank * 27,
    to: rank * 27 + 27,
    text: text.slice(rank * 27, rank * 27 + 27),
    score: 1 - rank / 100,
    why: 'active' as const,
    terms: ['石阶'],
  }))
  const passages = createPassages(
    {
      async forWindow(_projectId, { k }) {
        asked.push(k)
        return { hits: hits.slice(0, k), left: [], notices: [] }
      },
    },
    {
      list: async () => [
        { documentId: 'manuscript/001.md', title: '第一章', kind: 'chapter', chapterNumber: 1 },
      ],
      read: async () => ({ text }),
    },
  )
  const io = {
    signal: new AbortController().signal,
    limits: { settingsTokens: 1000, retrievedTokens: 1000, immediateTokens: 8000 },
    countRange: (_text: string, from: number, to: number) => to - from,
    notice: () => undefined,
    unread: () => undefined,
  }
  const ranks = async (stood?: readonly { path: string; from: number; to: number }[]) =>
    (await passages.read(scene, stood ? { ...io, stood } : io)).map(({ reason }) =>
      'rank' in reason.params ? reason.params.rank : undefined,
    )
  const alone = await ranks()
  expect(await ranks([at('manuscript/001.md', 27 * 11, 27 * 12)])).toEqual([...alone, 12])
  expect(await ranks([at('manuscript/009.md', 0, 400)])).toEqual(alone)
  expect(asked).toEqual([6, 24, 24])
})
