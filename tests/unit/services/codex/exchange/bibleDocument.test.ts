import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CodexEntry, codex } from '../../../../../main/src/contract/codex.ts'
import { createExchange } from '../../../../../main/src/services/codex/exchange/index.ts'
import { toWordFile } from '../../../../../main/src/services/manuscript/export/wordFile.ts'
import { readDocx } from '../../../../../main/src/services/manuscript/import/docx.ts'
import { entryOf } from '../../../../fixtures/codex/entries.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

const book: readonly CodexEntry[] = [
  entryOf({
    id: 'lin',
    name: '林远',
    aliases: ['阿远', { name: '林掌柜', from: 'c_0000000003' }],
    tags: ['主角'],
    aiContextLevel: 'always',
    relations: [{ to: 'shen', kind: '师父' }],
    constraints: ['不会游泳'],
    exclude: ['林远山'],
    knownBy: ['shen'],
    from: 'c_0000000003',
    progressions: [
      { from: 'c_0000000003', to: 'c_0000000009', text: '失去右眼。', state: '独眼', knownBy: ['shen'] },
    ],
    body: '守灯人的**养子**。\r\n\r\n# 来历\n```\n# 不是标题\n```\n从北方来。\n',
  }),
  entryOf({ id: 'shen', name: '沈砚', body: '她说："走 & <现在>。"\u0001' }),
  entryOf({ id: 'port', name: '雾港', type: 'location' }),
  entryOf({ id: 'john', name: 'Old John', extra: { 颜色: '蓝' } }),
]

async function exported(entries = book, language: 'zh' | 'en' = 'zh') {
  const exchange = createExchange({
    entries: { all: async () => entries, saveAll: async () => undefined },
    chapterTitles: async () => new Map([['c_0000000003', '第三章 夜航']]),
    language: async () => language,
    wordFile: toWordFile,
  })
  const { content, ...answer } = codex['codex:export'].output.parse(await exchange.export('p', 'docx'))
  return { answer, text: (await readDocx(Buffer.from(content, 'base64'))).text }
}

test('the story bible in Word has everything of every entry below Word’s own headings', async () => {
  const { answer, text } = await exported()
  expect(answer).toEqual({
    ...{ fileName: 'creonow-bible.docx', encoding: 'base64', entries: 4 },
    loss: [expect.objectContaining({ entry: 'Old John', field: '颜色' })],
  })
  expect(text.split('\n').filter((line) => line !== '')).toEqual([
    '# 人物',
    '## 林远',
    '别名：阿远；林掌柜（从 第三章 夜航 起）',
    '标签：主角',
    '给模型：总是',
    '关系：沈砚（师父）',
    '在书中：从 第三章 夜航 起',
    '知情人：沈砚',
    '不算提到：林远山',
    '一直成立：',
    '不会游泳',
    '守灯人的**养子**。',
    '### 来历',
    '\\# 不是标题',
    '从北方来。',
    '随章节的变化：',
    '从 第三章 夜航 起，到 c_0000000009 止：失去右眼。（独眼）（知情人：沈砚）',
    '## 沈砚',
    '她说："走 & <现在>。"',
    '## Old John',
    '# 地点',
    '## 雾港',
  ])
})

test('the story bible of an English book in Word is in English, and one without entries opens', async () => {
  const { text } = await exported(book.slice(0, 1), 'en')
  expect(text).toContain('# Characters\n\n## 林远\n\nAlso called: 阿远')
  expect((await exported([])).answer).toMatchObject({ entries: 0, loss: [] })
})

test('every name, alias and description of a codex comes back from Word', async () => {
  const checked = countedChecks()
  const words = fc.string({
    unit: fc.constantFrom('林', '雾', 'a', 'b', '𠮷', '。'),
    minLength: 1,
    maxLength: 8,
  })
  const entry = fc.record({ name: words, alias: words, body: fc.array(words, { maxLength: 4 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 4 }), async (given) => {
      const entries = given.map(({ name, alias, body }, at) =>
        entryOf({ id: `e${at}`, name: `名${name}`, aliases: [`又${alias}`], body: body.join('\n\n') }),
      )
      const lines = new Set((await exported(entries)).text.split('\n'))
      const wanted = given.flatMap(({ name, alias, body }) => [`## 名${name}`, `别名：又${alias}`, ...body])
      expect(wanted.filter((line) => !lines.has(line))).toEqual([])
      checked.when(given.some(({ body }) => body.length > 1))
    }),
    { numRuns: 40 },
  )
  checked.expectShare(0.3)
})
