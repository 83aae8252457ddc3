import { expect, test } from 'vitest'
import { listRows } from '../../../../renderer/src/features/chapters/listRows.ts'

const chapter = (name: string, words: number, index?: number) => ({
  documentId: `manuscript/${name}.md`,
  path: `manuscript/${name}.md`,
  kind: 'chapter' as const,
  title: name,
  chapterNumber: 1,
  characters: words,
  words,
  hash: '0'.repeat(64),
  ...(index !== undefined && { volume: { title: `第${index}卷`, index } }),
})
const book = [chapter('楔子', 10), chapter('桃园', 300, 1), chapter('鞭督邮', 40, 1), chapter('𠮷野', 5, 2)]

test('a volume is listed above its chapters with their sum, and hides them while it is folded', () => {
  const rows = listRows(book, new Set(['第1卷']), 'manuscript/鞭督邮.md')
  expect(rows).toEqual([
    { kind: 'chapter', id: 'manuscript/楔子.md', document: book[0] },
    {
      ...{ kind: 'volume', id: 'volume 1', title: '第1卷', index: 1, chapters: 2, wordCount: 340 },
      ...{ firstId: 'manuscript/桃园.md', folded: true, hasCurrent: true },
    },
    {
      ...{ kind: 'volume', id: 'volume 2', title: '第2卷', index: 2, chapters: 1, wordCount: 5 },
      ...{ firstId: 'manuscript/𠮷野.md', folded: false, hasCurrent: false },
    },
    { kind: 'chapter', id: 'manuscript/𠮷野.md', document: book[3] },
  ])
})

test('the scenes of the open chapter are listed below it, in its volume, and disappear when the volume is folded', () => {
  const rows = listRows(book, new Set(), 'manuscript/𠮷野.md', ['夜', '晨'])
  const rest = { count: 2, documentId: 'manuscript/𠮷野.md', inVolume: true }
  expect(rows.slice(-2)).toEqual([
    { kind: 'scene', id: 'scene 0', title: '夜', at: 0, ...rest },
    { kind: 'scene', id: 'scene 1', title: '晨', at: 1, ...rest },
  ])
  const folded = listRows(book, new Set(['第2卷']), 'manuscript/𠮷野.md', ['夜', '晨'])
  expect(folded.filter(({ kind }) => kind === 'scene')).toEqual([])
})

test('a book without volumes is the list of its chapters', () => {
  expect(listRows([chapter('浸水的信', 1)], new Set(), null).map(({ kind }) => kind)).toEqual(['chapter'])
})
