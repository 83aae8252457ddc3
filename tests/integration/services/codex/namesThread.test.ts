import { expect, test } from 'vitest'
import { createNamesThread } from '../../../../main/src/services/codex/namesThread.ts'

const texts = new Map([
  ['c1', '“走。”阿簪说。阿簪提灯，众人看阿簪。'],
  ['c2', 'Then Lizzy said no; but Lizzy said it so that Lizzy smiled.'],
])

test('the thread of the suggestions gets a chapter once, and again when it has changed or the thread is another', async () => {
  const reads: string[] = []
  const thread = createNamesThread((_projectId, documentId) => {
    reads.push(documentId)
    return Promise.resolve({ text: texts.get(documentId) ?? '' })
  })
  const list = [...texts.keys()].map((documentId) => ({ documentId }))
  const suggest = async (chapters: typeof list) => {
    const { items } = await thread.suggest('p', chapters, { entries: [], filter: { limit: 200 } })
    return [items.map(({ text, count }) => `${text} ${count}`).toSorted(), reads.splice(0)]
  }
  expect(await suggest(list)).toEqual([
    ['Lizzy 3', '阿簪 3'],
    ['c1', 'c2'],
  ])
  expect(await suggest(list)).toEqual([['Lizzy 3', '阿簪 3'], []])
  texts.set('c1', '“走。”阿簪说。阿簪提灯，众人看阿簪。阿簪笑。')
  const changed = [{ documentId: 'c1' }, ...list.slice(1)]
  expect(await suggest(changed)).toEqual([['Lizzy 3', '阿簪 4'], ['c1']])
  await expect(
    thread.suggest('p', list, { entries: [], filter: { limit: 200 } }, AbortSignal.abort()),
  ).rejects.toMatchObject({ name: 'AbortError' })
  expect(reads.splice(0)).toEqual([])
  thread.stop()
  expect(await suggest(changed)).toEqual([
    ['Lizzy 3', '阿簪 4'],
    ['c1', 'c2'],
  ])
  thread.stop()
})
