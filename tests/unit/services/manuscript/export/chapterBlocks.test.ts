import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText } from '../../../../../main/src/services/manuscript/document/block.ts'
import { blocksOf, withNotes } from '../../../../../main/src/services/manuscript/export/chapterBlocks.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

const chapter = (text: string) =>
  blocksOf({ kind: 'chapter', title: '第一章 雾起', name: '第一章 雾起', text }, 'line')
const words = (text: string, marks: object = {}) => ({ ...marks, kind: 'text', text })
const paragraph = (...content: object[]) => ({ kind: 'paragraph', content })
const heading = (kind: string, text: string) => ({ kind, content: [words(text)] })

describe('blocksOf', () => {
  it('reads headings, scenes, breaks, quotations and emphasis, line by line', () => {
    const text = [
      '# 第一章 雾起',
      '',
      '\u3000\u3000林远**没有**回头。',
      '## 码头',
      '***',
      '> 家书抵万金。',
      '“他*听见*了。”\\*不是注\\*',
    ].join('\r\n')
    expect(chapter(text)).toEqual([
      heading('chapter', '第一章 雾起'),
      paragraph(words('林远'), words('没有', { strong: true }), words('回头。')),
      heading('scene', '码头'),
      { kind: 'sceneBreak' },
      { ...paragraph(words('家书抵万金。')), quoted: true },
      paragraph(words('“他'), words('听见', { emphasis: true }), words('了。”*不是注*')),
    ])
  })

  it('reads a volume line above the title as a part without its mark, and gives a chapter without title line its title', () => {
    expect(chapter('第一卷 雾港\n\n第一章 雾起\n正文。')).toEqual([
      heading('part', '第一卷 雾港'),
      heading('chapter', '第一章 雾起'),
      paragraph(words('正文。')),
    ])
    expect(chapter('# Part One: The Coast\n\n## 第一章 *雾*起\n正文。')).toEqual([
      heading('part', 'Part One: The Coast'),
      { kind: 'chapter', content: [words('第一章 '), words('雾', { emphasis: true }), words('起')] },
      paragraph(words('正文。')),
    ])
    expect(chapter('正文𠮷。')).toEqual([heading('chapter', '第一章 雾起'), paragraph(words('正文𠮷。'))])
  })

  it('gives each note to its sign, and makes a paragraph of one that nothing refers to', () => {
    const { blocks, notes } = withNotes(
      chapter('第一章 雾起\n河[^a]水\n[^a]: 水经注\n[^b]: 无主\n[^a]: 又一条'),
    )
    expect([blocks.slice(1), [...notes]]).toEqual([
      [
        paragraph(words('河'), { kind: 'noteSign', id: 'a' }, words('水')),
        paragraph(words('[b] 无主')),
        paragraph(words('[a] 又一条')),
      ],
      [['a', [words('水经注')]]],
    ])
  })

  it('reads the sign of a note on the headings of a part and of a chapter', () => {
    const sign = (id: string) => ({ kind: 'noteSign', id })
    const note = (id: string, text: string) => ({ kind: 'note', id, content: [words(text)] })
    expect(chapter('第一卷 海[^v]\n# 第一章 雾起[^1]\n正文。\n[^1]: 译者注\n[^v]: 卷注')).toEqual([
      { kind: 'part', content: [words('第一卷 海'), sign('v')] },
      { kind: 'chapter', content: [words('第一章 雾起'), sign('1')] },
      paragraph(words('正文。')),
      note('1', '译者注'),
      note('v', '卷注'),
    ])
    expect(chapter('# Chapter 1: Fog[^Tr]\n\nText.\n\n[^Tr]: By the translator.')).toEqual([
      { kind: 'chapter', content: [words('Chapter 1: Fog'), sign('tr')] },
      paragraph(words('Text.')),
      note('tr', 'By the translator.'),
    ])
  })

  it('gives a note to the sign in another note, and to none where the other is a paragraph', () => {
    const sign = (id: string) => ({ kind: 'noteSign', id })
    const { blocks, notes } = withNotes(
      chapter('第一章 雾起\n河[^a]水\n[^b]: 注中注[^a]\n[^a]: 见[^b]。\n[^c]: 无主[^d][^a]\n[^d]: 也无主'),
    )
    expect([blocks.slice(1), [...notes]]).toEqual([
      [
        paragraph(words('河'), sign('a'), words('水')),
        paragraph(words('[c] 无主[d]'), sign('a')),
        paragraph(words('[d] 也无主')),
      ],
      [
        ['b', [words('注中注'), sign('a')]],
        ['a', [words('见'), sign('b'), words('。')]],
      ],
    ])
  })

  it('takes nothing for a mark that is none: years, stars, dashes, lonely asterisks', () => {
    const lines = [
      '1998. 那一年。',
      '5 * 3 * 2',
      '——他走了',
      '＊＊＊',
      'f**k',
      '- 一',
      '#没有空格',
      '** 空 **',
    ]
    expect(chapter(['# 第一章 雾起', ...lines].join('\n')).slice(1)).toEqual(
      lines.map((text) => paragraph(words(text))),
    )
  })

  it('loses no character but marks and the white space at the ends of lines, for any text', () => {
    const line = fc.string({ unit: fc.constantFrom(...'林远说。“”*#>\\- \u3000𠮷1') })
    const checked = countedChecks()
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const pieces = chapter(['# 第一章 雾起', ...lines].join('\n')).slice(1)
        const letters = (text: string) => text.replace(/[*#>\\\s-]/g, '')
        const read = pieces.map((piece) => ('content' in piece ? plainText(piece.content) : ''))
        expect(letters(read.join(''))).toBe(letters(lines.join('')))
        checked.when(letters(lines.join('')).length > 5)
      }),
    )
    checked.expectShare(0.4)
  })
})
