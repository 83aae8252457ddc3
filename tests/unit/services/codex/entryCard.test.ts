import { expect, test } from 'vitest'
import type { CodexEntry } from '../../../../main/src/services/codex/index.ts'
import { entryCard } from '../../../../main/src/services/codex/promptReader.ts'

const chapters = ['一', '二', '三'].map((title, index) => `manuscript/00${index + 1}-${title}.md`)
const [first = '', second = '', third = ''] = chapters
const order = new Map(chapters.map((documentId, index) => [documentId, index]))
const entry: CodexEntry = {
  id: 'shen',
  name: '沈知府',
  aliases: ['沈老爷'],
  type: 'character',
  aiContextLevel: 'when_detected',
  tags: [],
  relations: [],
  constraints: [],
  exclude: [],
  caseSensitive: false,
  progressions: [
    { from: second, text: '被罢了官，回乡去了。', state: '罢官' },
    { from: third, text: '死在船上。', state: '已死' },
  ],
  from: first,
  body: '雾港的知府，爱听𠮷野弹琴。\n\n左手少一指。',
  extra: {},
}
const cardIn = (documentId: string, more: Partial<CodexEntry> = {}) =>
  entryCard({ ...entry, ...more }, { order, documentId, pointOfView: undefined })

test('a card says how things stand as of the chapter, and never what happens later', () => {
  const same = { type: 'character', line: '雾港的知府，爱听𠮷野弹琴。', known: true }
  expect(chapters.map((documentId) => cardIn(documentId))).toEqual([
    { ...same, name: '沈知府', state: '', latest: '' },
    { ...same, name: '沈知府', state: '罢官', latest: '被罢了官，回乡去了。' },
    { ...same, name: '沈知府', state: '已死', latest: '死在船上。' },
  ])
})

test('the card of an entry that comes later says so, and of an empty one is its name', () => {
  const empty = cardIn(first, { from: second, body: '', progressions: [] })
  expect(empty).toEqual({ type: 'character', name: '沈知府', state: '', latest: '', line: '', known: false })
})
