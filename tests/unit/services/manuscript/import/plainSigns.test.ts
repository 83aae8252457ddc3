import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainText as words } from '../../../../../main/src/services/manuscript/document/block.ts'
import {
  paragraphFormOf,
  readMarkdown,
} from '../../../../../main/src/services/manuscript/document/readMarkdown.ts'
import { plainText } from '../../../../../main/src/services/manuscript/import/plainText.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

const read = async (text: string) => {
  const { text: imported, omissions } = await plainText.read(Buffer.from(text), undefined)
  return { imported, said: omissions.map(({ sentence }) => sentence.zh) }
}
const shown = (text: string) =>
  readMarkdown(text, paragraphFormOf(text)).map((block) =>
    'content' in block ? words(block.content) : block.kind,
  )

test('signs of a plain text get a backslash where they would become marks, and that is said', async () => {
  const text = [
    '　　“真的~~不要~~嘛。”',
    '　　他骂了句 f**k，又是一句 f**k。',
    '　　(*^__^*) 嘻嘻',
    '　　> 引号不是引用',
    '　　# 不是标题',
    '　　路径是 C:\\_tmp',
    '　　一个 * 没有伴，5 _ 3',
  ].join('\n')
  const { imported, said } = await read(text)
  expect({ imported, said, shown: shown(imported) }).toEqual({
    imported: [
      '　　“真的\\~\\~不要\\~\\~嘛。”',
      '　　他骂了句 f\\*\\*k，又是一句 f\\*\\*k。',
      '　　(\\*^\\_\\_^\\*) 嘻嘻',
      '　　\\> 引号不是引用',
      '　　\\# 不是标题',
      '　　路径是 C:\\\\\\_tmp',
      '　　一个 * 没有伴，5 _ 3',
    ].join('\n'),
    said: ['6 段里的 *、~、_、# 等符号前面加了反斜杠，免得变成粗体、斜体或删除线；导出时没有反斜杠。'],
    shown: text.split('\n').map((line) => line.trim()),
  })
})

test('rulers between scenes, headings, typed italics and Markdown under another name stay as they are', async () => {
  for (const text of [
    '第一章 *雾*\n\n他走了。\n\n***\n\n* * *\n\n第二章 港\n\n她来了。',
    'She had read _Great\nExpectations_ twice, and “_did not_” stop.\n\nHe had.\n\nThey were.',
    '# One\n\n*He* left.\n\n# Two\n\nShe **came**.',
  ])
    expect(await read(text)).toEqual({ imported: text, said: [] })
})

test('a paragraph with typed italics and other signs has both', async () => {
  const { imported } = await read('He read _Emma_, **all** of it.\n\nShe did not.\n\nNo.')
  expect(imported).toBe('He read _Emma_, \\*\\*all\\*\\* of it.\n\nShe did not.\n\nNo.')
})

test('every sign of a plain text is read as that sign, in one language or the other', async () => {
  const checked = countedChecks()
  const piece = fc.constantFrom(
    '雾',
    '港',
    'fog',
    ' ',
    '*',
    '**',
    '~~',
    '#',
    '# ',
    '> ',
    '\\',
    '[',
    '](',
    '<em>',
    '!',
    '。',
  )
  const line = fc
    .array(piece, { minLength: 1, maxLength: 12 })
    .map((pieces) => `走${pieces.join('').trimEnd()}了`)
  const lines = fc.array(line, { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(lines, async (given) => {
      const text = given.join('\n')
      const { imported } = await read(text)
      expect(shown(imported)).toEqual(given.map((line) => line.replace(/ +$/, '')))
      checked.when(imported !== text)
    }),
    { numRuns: 100 },
  )
  checked.expectShare(0.2)
})
