import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import type { CodexEntry } from '../../../../../main/src/contract/codex.ts'
import { codex } from '../../../../../main/src/contract/codex.ts'
import { createExchange } from '../../../../../main/src/services/codex/exchange/index.ts'
import { toWordFile } from '../../../../../main/src/services/manuscript/export/wordFile.ts'
import { entryOf } from '../../../../fixtures/codex/entries.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

type Format = 'markdown' | 'csv' | 'rime' | 'words'

const book: readonly CodexEntry[] = [
  entryOf({
    id: 'lin',
    name: '林远',
    aliases: ['阿远', { name: '林掌柜', from: 'c_0000000003' }],
    tags: ['主角'],
    aiContextLevel: 'always',
    relations: [
      { to: 'shen', kind: '师父' },
      { to: 'nobody', kind: '', from: 'c_0000000003' },
    ],
    constraints: ['不会游泳'],
    exclude: ['林远山'],
    knownBy: ['shen'],
    from: 'c_0000000003',
    progressions: [
      { from: 'c_0000000003', to: 'c_0000000009', text: '失去右眼。', state: '独眼', knownBy: ['shen'] },
    ],
    body: '守灯人的养子。\r\n\r\n# 来历\n```\n# 不是标题\n```\n从北方来。\n',
  }),
  entryOf({ id: 'shen', name: '沈砚', body: '她说："走，现在。"' }),
  entryOf({ id: 'port', name: '雾港', type: 'location', body: '=HYPERLINK("http://x")' }),
  entryOf({ id: 'john', name: 'Old John', type: 'character', extra: { 颜色: '蓝' } }),
  entryOf({ id: 'blade', name: '刃', type: 'item' }),
]

async function exported(format: Format, entries = book, language: 'zh' | 'en' = 'zh') {
  const exchange = createExchange({
    entries: { all: async () => entries, saveAll: async () => undefined },
    chapterTitles: async () => new Map([['c_0000000003', '第三章 夜航']]),
    language: async () => language,
    wordFile: toWordFile,
  })
  return codex['codex:export'].output.parse(await exchange.export('p', format))
}

describe('the story bible', () => {
  test('has everything of every entry under its kind, chapters by their titles, in Chinese', async () => {
    const { content, fileName, entries } = await exported('markdown')
    expect({ fileName, entries }).toEqual({ fileName: 'creonow-bible.md', entries: 5 })
    expect(content).toBe(`# 设定集

## 人物

### 林远

- 别名：阿远；林掌柜（从 第三章 夜航 起）
- 标签：主角
- 给模型：总是
- 关系：沈砚（师父）；nobody（从 第三章 夜航 起）
- 在书中：从 第三章 夜航 起
- 知情人：沈砚
- 不算提到：林远山

一直成立：

- 不会游泳

守灯人的养子。

#### 来历
\`\`\`
# 不是标题
\`\`\`
从北方来。

随章节的变化：

- 从 第三章 夜航 起，到 c_0000000009 止：失去右眼。（独眼）（知情人：沈砚）

### 沈砚

她说："走，现在。"

### Old John

## 地点

### 雾港

=HYPERLINK("http://x")

## 物品

### 刃
`)
  })

  test('is in English for an English book', async () => {
    const { content, loss } = await exported('markdown', book.slice(0, 2), 'en')
    expect(content.split('\n').slice(0, 12)).toEqual([
      '# Story bible',
      '',
      '## Characters',
      '',
      '### 林远',
      '',
      '- Also called: 阿远; 林掌柜 (from 第三章 夜航)',
      '- Tags: 主角',
      '- For the model: always',
      '- Relations: 沈砚 (师父); nobody (from 第三章 夜航)',
      '- In the book: from 第三章 夜航',
      '- Known to: 沈砚',
    ])
    expect(loss).toEqual([])
  })

  test('says which unknown fields it leaves out', async () => {
    expect((await exported('markdown')).loss.map(({ entry, field }) => [entry, field])).toEqual([
      ['Old John', '颜色'],
    ])
  })

  test('keeps every line of every body, and never lets one become an entry', async () => {
    const checks = countedChecks()
    const line = fc.constantFrom(
      '# 甲',
      '## 乙',
      '###### 丙',
      '### 林远',
      '```',
      '~~~',
      '正文。',
      '',
      'text # x',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lines) => {
        const body = `始\n${lines.join('\n')}\n终`
        const { content } = await exported('markdown', [entryOf({ id: 'a', name: '某', body })])
        const from = content.indexOf('\n始\n') + 1
        const written = content.slice(from, content.indexOf('\n终\n', from) + 2).split('\n')
        expect(written.map((each) => each.replace(/^#+(?= )/, '#'))).toEqual(
          body.split('\n').map((each) => each.replace(/^#+(?= )/, '#')),
        )
        checks.when(/^#{1,3} /m.test(body))
        // CommonMark's own reading: fences pair up, and what is outside of them is no heading of our two levels.
        let fence: string | undefined
        for (const each of written) {
          if (fence === undefined && /^(?:```|~~~)/.test(each)) fence = each.slice(0, 3)
          else if (fence !== undefined) fence = each === fence ? undefined : fence
          else expect(each).not.toMatch(/^#{1,3} /)
        }
      }),
    )
    checks.expectShare(0.3)
  })
})

describe('the table', () => {
  test('is CSV that a spreadsheet opens as text, with a byte order mark and no formula', async () => {
    const { content, fileName, loss } = await exported('csv')
    expect(fileName).toBe('creonow-codex.csv')
    expect(content.split('\r\n').slice(0, 2)).toEqual([
      '\uFEFF名称,种类,别名,标签,关系,一直成立,给模型,正文',
      '林远,人物,阿远；林掌柜,主角,沈砚（师父）；nobody（从 第三章 夜航 起）,不会游泳,总是,"守灯人的养子。',
    ])
    expect(content).toContain(`"她说：""走，现在。"""\r\n`)
    expect(content).toContain(`雾港,地点,,,,,提到时,"'=HYPERLINK(""http://x"")"\r\n`)
    expect(loss.map(({ entry, field }) => [entry, field])).toEqual([
      ['林远', 'exclude'],
      ['林远', 'progressions'],
      ['林远', 'knownBy'],
      ['Old John', '颜色'],
    ])
  })

  test('gives every cell back to a reader of RFC 4180', async () => {
    const checks = countedChecks()
    const cell = fc.string({ unit: fc.constantFrom('林', '"', ',', '\n', '；', 'a', '=', '-', '𠮷') })
    await fc.assert(
      fc.asyncProperty(cell, cell, async (name, body) => {
        const { content } = await exported('csv', [entryOf({ id: 'a', name: `名${name}`, body })])
        const [, row] = rowsOf(content)
        expect([row?.[0], row?.[7]?.replace(/^'(?=[=+\-@\t\r\n])/, '')]).toEqual([`名${name}`, body])
        expect(row?.every((each) => !/^[=+\-@\t\r\n]/.test(each))).toBe(true)
        checks.when(/[",\n]/.test(body) || /^[=-]/.test(body))
      }),
    )
    checks.expectShare(0.3)
  })
})

/** Reads RFC 4180. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
  }
  return rows
}

describe('the names for an input method', () => {
  test('are a dictionary of Rime: Chinese names and aliases, each once, from two characters on', async () => {
    const { content, fileName, entries, loss } = await exported('rime', [
      ...book,
      entryOf({ id: 'x', name: '沈砚' }),
    ])
    const [head = '', words = ''] = content.split('\n...\n')
    expect({ fileName, entries }).toEqual({ fileName: 'creonow_names.dict.yaml', entries: 6 })
    expect(parseYaml(head)).toEqual({
      name: 'creonow_names',
      version: '1',
      sort: 'original',
      columns: ['text'],
    })
    expect(words.trim().split('\n')).toEqual(['林远', '阿远', '林掌柜', '沈砚', '雾港'])
    expect(loss.map(({ entry, field }) => [entry, field])).toEqual([
      ['Old John', 'name'],
      ['刃', 'name'],
    ])
  })

  test('are a list of words for every other one, one a line', async () => {
    const { content, fileName } = await exported('words')
    expect([fileName, content]).toEqual(['creonow-names.txt', '林远\n阿远\n林掌柜\n沈砚\n雾港\n'])
  })

  test('are none in a book without Chinese names, which is said for each', async () => {
    const { content, loss } = await exported('words', [entryOf({ id: 'j', name: 'Jarndyce' })], 'en')
    expect(content).toBe('')
    expect(loss.map(({ english }) => english)).toEqual([
      'Only Chinese names of two characters or more can be in an input method’s dictionary.',
    ])
  })
})
