import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Block,
  type Inline,
  tidied,
} from '../../../../../main/src/services/manuscript/document/block.ts'
import {
  notesIn,
  paragraphFormOf,
  readMarkdown,
} from '../../../../../main/src/services/manuscript/document/readMarkdown.ts'
import { writeBlock } from '../../../../../main/src/services/manuscript/document/writeMarkdown.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'
import { growsLinearly } from '../../../../support/cpuTime.ts'
import { generatedBlocks } from '../../../../support/generatedBlocks.ts'

const text = (words: string, marks: object = {}): Inline => ({ ...marks, kind: 'text', text: words })
const paragraph = (...content: Inline[]): Block => ({ kind: 'paragraph', content })

describe('readMarkdown', () => {
  it('reads marks next to Chinese signs, nested marks, links, small capitals and notes', () => {
    const markdown =
      '他说**“走”**了*《水》*。\n\n*a **b** c* [港](https://a.cn/x) ~~去~~<span class="smallcaps">Nave</span>河[^1]\n\n[^1]: 见*注*。'
    const emphasis = true
    expect(readMarkdown(markdown, 'wrapped')).toEqual([
      paragraph(
        text('他说'),
        text('“走”', { strong: true }),
        text('了'),
        text('《水》', { emphasis }),
        text('。'),
      ),
      paragraph(
        text('a ', { emphasis }),
        text('b', { emphasis, strong: true }),
        text(' c', { emphasis }),
        text(' '),
        text('港', { link: 'https://a.cn/x' }),
        text(' '),
        text('去', { strike: true }),
        text('Nave', { smallCaps: true }),
        text('河'),
        { kind: 'noteSign', id: '1' },
      ),
      { kind: 'note', id: '1', content: [text('见'), text('注', { emphasis }), text('。')] },
    ])
  })

  it('takes nothing of prose for a list, code, an entity or a heading', () => {
    const lines = [
      '1998. 那一年。',
      '- 一',
      '    四格',
      '`code`',
      '&amp;',
      '#没有空格',
      'f**k',
      '5 * 3 * 2',
      '——他走了',
      '＊＊＊',
      '** 空 **',
      'snake_case_name',
      'a <浪花> b',
      '[^9] [港](file:///etc)',
    ]
    expect(readMarkdown(lines.join('\n'), 'line')).toEqual(lines.map((line) => paragraph(text(line.trim()))))
  })

  it('finds the note of a sign with a capital, and of a sign whose note is in another text', () => {
    const sign = (id: string): Inline => ({ kind: 'noteSign', id })
    expect(readMarkdown('甲[^A]乙\nSee[^Note]\n[^A]: 注文\n[^note]: Text', 'line')).toEqual([
      paragraph(text('甲'), sign('a'), text('乙')),
      paragraph(text('See'), sign('note')),
      { kind: 'note', id: 'a', content: [text('注文')] },
      { kind: 'note', id: 'note', content: [text('Text')] },
    ])
    expect(readMarkdown('起[^1]', 'line', notesIn('# 起[^1]\n\n[^1]: 注'))).toEqual([
      paragraph(text('起'), sign('1')),
    ])
  })

  it('keeps a backslash at the end of a paragraph, where each line is one', () => {
    expect(readMarkdown('他打开C:\\\n下一段。\nHe opened D:\\\nNext.', 'line')).toEqual(
      ['他打开C:\\', '下一段。', 'He opened D:\\', 'Next.'].map((line) => paragraph(text(line))),
    )
  })

  it('reads a sign between scenes of a manuscript, of Markdown, and a quotation', () => {
    expect(readMarkdown('甲\n\n#\n\n* * *\n\n### \n\n> 信\n> 二\n\n## 码头', 'blank')).toEqual([
      paragraph(text('甲')),
      { kind: 'sceneBreak' },
      { kind: 'sceneBreak' },
      { kind: 'sceneBreak' },
      { ...paragraph(text('信'), { kind: 'lineBreak' }, text('二')), quoted: true },
      { kind: 'scene', content: [text('码头')] },
    ])
  })

  it('ends paragraphs as the text does: at each line, or at blank lines with its own line ends or without', () => {
    const words = '\u3000\u3000甲，\n乙。\nNew\nYork\n\n丙'
    const lineBreak: Inline = { kind: 'lineBreak' }
    expect([
      readMarkdown(words, 'line'),
      readMarkdown(words, 'blank'),
      readMarkdown(words, 'wrapped'),
    ]).toEqual([
      ['甲，', '乙。', 'New', 'York', '丙'].map((line) => paragraph(text(line))),
      [
        paragraph(text('甲，'), lineBreak, text('乙。'), lineBreak, text('New'), lineBreak, text('York')),
        paragraph(text('丙')),
      ],
      [paragraph(text('甲，乙。 New York')), paragraph(text('丙'))],
    ])
  })
})

it('counts blank lines to find what ends a paragraph', () => {
  const wrapped = Array.from(
    { length: 30 },
    () =>
      `${'It was the best of times, it was the worst of times, it was the age\n'.repeat(4)}of wisdom.\n\n`,
  ).join('')
  expect(['甲\n乙\n丙\n', '甲\n\n乙\n\n丙\n', 'A.\n\nB.\n\nC.', wrapped].map(paragraphFormOf)).toEqual([
    'line',
    'blank',
    'blank',
    'wrapped',
  ])
})

describe('writeBlock', () => {
  it('leaves signs that are none alone, and escapes those that would be read', () => {
    const written = (content: readonly Inline[]) => writeBlock({ kind: 'paragraph', content })
    expect([
      written([text('5 * 3 * 2 snake_case 【港】[x] f**k')]),
      written([text('*不是*注')]),
      written([text('# 一')]),
      written([text('“走”', { strong: true }), text('了')]),
      written([text('"Go,"', { emphasis: true }), text('she')]),
    ]).toEqual([
      '5 * 3 * 2 snake_case 【港】[x] f**k',
      '\\*不是\\*注',
      '\\# 一',
      '**“走”**了',
      '<em>"Go,"</em>she',
    ])
  })

  it('writes what is read again: every mark, nesting, note, quotation and script, for any blocks', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(generatedBlocks, (blocks) => {
        const markdown = blocks.map((block) => writeBlock(block)).join('\n\n')
        expect(readMarkdown(markdown, 'wrapped')).toEqual(blocks)
        checked.when(blocks.some((block) => 'content' in block && block.content.length > 2))
      }),
      { numRuns: 150 },
    )
    checked.expectShare(0.5)
  })

  it('keeps a backslash before a line break in every form that has line breaks', () => {
    const lineBreak: Inline = { kind: 'lineBreak' }
    const blocks = [
      paragraph(text('他打开C:\\'), lineBreak, text('下一行')),
      paragraph(text('D:\\\\', { emphasis: true }), lineBreak, text('Next line')),
    ]
    const markdown = blocks.map((block) => writeBlock(block)).join('\n\n')
    expect([readMarkdown(markdown, 'blank'), readMarkdown(markdown, 'wrapped')]).toEqual([blocks, blocks])
  })

  it('is linear in the number of runs', () => {
    const content = (count: number) =>
      tidied(
        Array.from({ length: count }, (_, at) => text(at % 2 ? '雾' : '*', at % 2 ? { emphasis: true } : {})),
      )
    const write = (words: string) => writeBlock({ kind: 'paragraph', content: content(words.length) })
    expect(growsLinearly((times) => '雾'.repeat(5000 * times), write)).toBe(true)
  })
})

describe('the text of a plain novel', () => {
  it.each(['####', '＃＃', '— — —', '1998. 那一年', '1998. That year'])('stays as it is: %s', (line) => {
    expect(readMarkdown(line, 'line')).toEqual([paragraph(text(line))])
  })

  it.each([
    ['quotes of quotes', `${'>'.repeat(3000)} 甲`],
    ['beginnings of comments', '<!--'.repeat(40_000)],
    ['signs of notes', `${'[^甲]'.repeat(1900)}`],
  ])('is read as words where its signs would take the parser too long: %s', (_, line) => {
    expect(readMarkdown(line, 'line')).toEqual([paragraph(text(line))])
    const written = writeBlock(paragraph(text(line)))
    expect(written.replaceAll('\\', '')).toBe(line)
  })

  it.each([
    ['第一章 起\n\n　　他来了。\n　　她走了。\n', 'line'],
    ['One\n\n　　He came.\n　　She left.\n', 'line'],
    ['第一章 起\n\n他来了。\n\n她走了。\n', 'blank'],
    ['One\n\nHe came.\n\nShe left.\n', 'blank'],
  ])('has its paragraphs counted between its lines alone: %j', (chapter, form) => {
    expect(paragraphFormOf(chapter)).toBe(form)
  })
})
