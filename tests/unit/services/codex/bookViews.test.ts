import { expect, test } from 'vitest'
import { createBookViews } from '../../../../main/src/services/codex/index.ts'
import { codexEntry as entry } from '../../../support/codexEntry.ts'

const chapters = [
  { documentId: 'c_1', path: 'manuscript/1.md', title: '第一章 潮' },
  { documentId: 'c_2', path: 'manuscript/2.md', title: '第二章 雾', formerFiles: ['manuscript/old.md'] },
  { documentId: 'c_3', path: null, title: 'Chapter 3 Fog' },
]

const text = `沈照${'。'.repeat(4000)}Ned Sharrow。`
const entries = [
  entry('shen', '沈照', {
    relations: [
      { to: 'ned', kind: '师父', from: 'c_2' },
      { to: '许三娘', kind: '' },
      { to: 'nobody', kind: '仇人' },
    ],
    progressions: [
      { from: 'manuscript/old.md', to: 'c_3', text: '断了一臂。' },
      { from: 'gone', text: '?' },
    ],
  }),
  entry('ned', 'Ned Sharrow', { from: 'manuscript/2.md', aliases: ['Ned', { name: '𠮷先生', from: 'c_3' }] }),
  entry('xu', '许三娘', { aiContextLevel: 'never' }),
]
const views = createBookViews({
  ...{ entries: async () => entries, outline: async () => chapters, threads: async () => [] },
  textOf: async () => text,
  mentions: async (_projectId, page) =>
    entries
      .map(({ id, name }) => ({ entityId: id, from: page.indexOf(name) }))
      .filter(({ from }) => from >= 0),
  povOf: async () => '许三娘',
})

test('ties of a chapter are those between entries that exist in it, and the others are counted', async () => {
  expect(await views.ties('p', 'c_1')).toEqual({
    entries: [
      { id: 'shen', name: '沈照', type: 'character' },
      { id: 'xu', name: '许三娘', type: 'character' },
    ],
    ties: [{ from: 'shen', to: 'xu', kind: '' }],
    open: 1,
  })
  expect((await views.ties('p', 'c_2')).ties).toEqual([
    { from: 'shen', to: 'ned', kind: '师父' },
    { from: 'shen', to: 'xu', kind: '' },
  ])
})

test('a timeline has what begins, changes and ends, in the order of the book, under former names of chapters too', async () => {
  const { events, dangling } = await views.timeline('p', undefined)
  expect(events.map(({ documentId, name, kind, text }) => [documentId, name, kind, text])).toEqual([
    ['c_2', '沈照', 'change', '断了一臂。'],
    ['c_2', '沈照', 'tie', '师父 Ned Sharrow'],
    ['c_2', 'Ned Sharrow', 'start', ''],
    ['c_3', '沈照', 'end', '断了一臂。'],
    ['c_3', 'Ned Sharrow', 'alias', '𠮷先生'],
  ])
  expect(events[0]).toEqual({
    ...{ documentId: 'c_2', chapterTitle: '第二章 雾', position: 1 },
    ...{ entryId: 'shen', name: '沈照', type: 'character', kind: 'change', text: '断了一臂。' },
  })
  expect(dangling).toBe(1)
})

test('a timeline up to a chapter has nothing of later ones', async () => {
  const positions = (await views.timeline('p', 'manuscript/2.md')).events.map(({ position }) => position)
  expect(positions).toEqual([1, 1, 1])
  expect((await views.timeline('p', 'c_1')).events).toEqual([])
})

test('the point of view is first among the people on stage, then who is named nearest to the cursor', async () => {
  const peopleAt = async (cursorPosition: number | undefined) =>
    (await views.knowledge('p', 'manuscript/old.md', cursorPosition)).people.map(({ name }) => name)
  expect(await peopleAt(undefined)).toEqual(['许三娘', '沈照', 'Ned Sharrow'])
  expect(await peopleAt(4020)).toEqual(['许三娘', 'Ned Sharrow'])
  expect((await views.knowledge('p', 'c_1', 0)).pov).toBe('xu')
  expect((await views.knowledge('p', 'c_1', 0)).facts.map(({ name, chapter }) => [name, chapter])).toEqual([
    ['沈照', { documentId: 'c_2', title: '第二章 雾' }],
    ['Ned Sharrow', { documentId: 'c_2', title: '第二章 雾' }],
  ])
  await expect(views.knowledge('p', 'c_9', 0)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
