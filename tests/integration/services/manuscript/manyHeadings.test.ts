import { afterEach, expect, test } from 'vitest'
import { sentenceOf } from '../../../../main/src/contract/sentences/errorSentence.ts'
import type { TestApp } from '../../../support/app.ts'
import { startNovel } from '../../../support/novel.ts'

let mine: TestApp
afterEach(() => mine.remove())

const linesOf = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at + 1)).join('')
const importOf = (fileName: string, text: string) => ({
  projectId: mine.projectId,
  upload: { fileName, base64: Buffer.from(text).toString('base64') },
})

test('a file with more chapters than any book is refused, and the reason is told in both languages', {
  tags: ['whole'],
}, async () => {
  mine = await startNovel({})
  for (const [name, text] of [
    ['雾.txt', linesOf(25_001, (at) => `第${at}章 雾\n雾起了。\n`)],
    ['fog.txt', linesOf(25_001, (at) => `Chapter ${at}\n\nThe fog came.\n\n`)],
    ['plan.md', linesOf(25_001, (at) => `# Fog and tide ${at} of a long day\n\nIt came.\n\n`)],
    ['bomb.txt', linesOf(100_001, (at) => `第${at}章 雾\n雾起了。\n`)],
  ] as const)
    expect([name, await mine.codeOf('documents:import', importOf(name, text))]).toEqual([
      name,
      'FILE_TOO_LARGE',
    ])
  const sentenceIn = (language: 'zh' | 'en') => sentenceOf('FILE_TOO_LARGE', { why: 'headings' }, language)
  expect([sentenceIn('zh'), sentenceIn('en')]).toEqual([
    '这个文件里像标题的行太多，没有导入，请拆成几个。',
    'Too many lines of this file look like headings. Split it; nothing was imported.',
  ])
  const { documents } = await mine.invoke('documents:list', { projectId: mine.projectId })
  expect(documents).toEqual([])
})

test('a text of 31,000 numbered verses is no book of 31,000 chapters, and is imported', async () => {
  mine = await startNovel({})
  const verses = linesOf(
    31_000,
    (at) => `${(at % 30) + 1}:${(at % 40) + 1} In the beginning was the tide, 潮水 ${at}.\n`,
  )
  await mine.invoke('documents:import', importOf('verses.txt', verses))
  const { documents } = await mine.invoke('documents:list', { projectId: mine.projectId })
  expect(documents).toHaveLength(1)
})
