import { expect, test } from 'vitest'
import type { CodexEntry } from '../../../../main/src/services/codex/index.ts'
import { createBookViews } from '../../../../main/src/services/codex/index.ts'

const entry = (id: string, name: string, part: Partial<CodexEntry> = {}): CodexEntry => ({
  ...{ id, name, aliases: [], type: 'character', aiContextLevel: 'when_detected', tags: [] },
  ...{
    relations: [],
    constraints: [],
    exclude: [],
    caseSensitive: false,
    progressions: [],
    body: '',
    extra: {},
  },
  ...part,
})

const chapters = [
  { documentId: 'c_1', path: 'manuscript/1.md', title: '第一章 潮' },
  { documentId: 'c_2', path: 'manuscript/2.md', title: '第二章 雾', formerFiles: ['manuscript/old.md'] },
  { documentId: 'c_3', path: null, title: 'Chapter 3 Fog' },
]

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
const views = createBookViews({ entries: async () => entries, outline: async () => chapters })

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
