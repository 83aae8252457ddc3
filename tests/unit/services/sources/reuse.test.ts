import { expect, it } from 'vitest'
import { createPassages } from '../../../../main/src/services/sources/passages.ts'
import { bookOf, sceneOf } from '../../../support/book.ts'

const previous = '灯塔的规矩由老人传下来，一代只传一个人。\n'.repeat(300)
const scene = sceneOf('林远推开门。')
const at = (path: string, from: number, to: number) => ({ path, from, to })

it('the end of the previous chapter begins where it began, until that chapter has another length', async () => {
  const book = bookOf({
    documents: [
      { documentId: 'manuscript/004.md', title: '第四章', kind: 'chapter', chapterNumber: 4 },
      { documentId: scene.documentId, title: '第五章', kind: 'chapter', chapterNumber: 5 },
    ],
    texts: { 'manuscript/004.md': previous },
  })
  const from = async (stood?: readonly { path: string; from: number; to: number }[]) =>
    (await book.read('previousChapter', scene, stood ? { previouslyIncluded: stood } : {})).drafts.map(
      ({ ref }) => ref.from,
    )
  const [free] = await from()
  const begin = 21 * 250
  expect(await from([at('manuscript/004.md', begin, previous.length)])).toEqual([begin])
  expect(await from([at('manuscript/004.md', begin, previous.length - 1)])).toEqual([free])
  expect(await from([at('manuscript/003.md', begin, previous.length)])).toEqual([free])
  // Nothing stood there, and what comes now would move all that follows it.
  expect(await from([])).toEqual([])
})

it('the search gets what was printed, by chapter and place', async () => {
  const asked: unknown[] = []
  const passages = createPassages(
    {
      async forWindow(_projectId, query) {
        asked.push(query)
        return { hits: [], left: [], notices: [] }
      },
    },
    { list: async () => [], read: async () => ({ text: '' }) },
  )
  const io = {
    signal: new AbortController().signal,
    limits: { settingsTokens: 1000, retrievedTokens: 1000, immediateTokens: 8000 },
    countRange: (_text: string, from: number, to: number) => to - from,
    notice: () => undefined,
    reportOmitted: () => undefined,
  }
  await passages.read(scene, io)
  await passages.read(scene, { ...io, previouslyIncluded: [at('manuscript/001.md', 27, 54)] })
  const query = { windowText: '林远推开门。', queryText: '', before: scene.documentId, within: 0, k: 6 }
  expect(asked).toEqual([
    { ...query, previouslyIncluded: [] },
    { ...query, previouslyIncluded: [{ documentId: 'manuscript/001.md', from: 27, to: 54 }] },
  ])
})
