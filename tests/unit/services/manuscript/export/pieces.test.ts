import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { piecesOf, plainRuns } from '../../../../../main/src/services/manuscript/export/pieces.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

const chapter = (text: string) =>
  piecesOf({ kind: 'chapter', title: '第一章 雾起', name: '第一章 雾起', text })
const paragraph = (...runs: object[]) => ({ kind: 'paragraph', runs })

describe('piecesOf', () => {
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
      { kind: 'chapter', text: '第一章 雾起' },
      paragraph({ text: '林远' }, { text: '没有', strong: true }, { text: '回头。' }),
      { kind: 'scene', text: '码头' },
      { kind: 'break' },
      { ...paragraph({ text: '家书抵万金。' }), quoted: true },
      paragraph(
        { text: '“他' },
        { text: '听见', emphasis: true },
        { text: '了。”' },
        ...['*', '不是注', '*'].map((text) => ({ text })),
      ),
    ])
  })

  it('leaves a volume line above the title, and gives a chapter without title line its title', () => {
    expect(chapter('第一卷 雾港\n\n第一章 雾起\n正文。')).toEqual([
      { kind: 'volume', text: '第一卷 雾港' },
      { kind: 'chapter', text: '第一章 雾起' },
      paragraph({ text: '正文。' }),
    ])
    expect(chapter('正文𠮷。')).toEqual([
      { kind: 'chapter', text: '第一章 雾起' },
      paragraph({ text: '正文𠮷。' }),
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
      lines.map((text) => paragraph({ text })),
    )
  })

  it('loses no character but marks and the white space at the ends of lines, for any text', () => {
    const line = fc.string({ unit: fc.constantFrom(...'林远说。“”*#>\\- \u3000𠮷1') })
    const checked = countedChecks()
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const pieces = chapter(['# 第一章 雾起', ...lines].join('\n')).slice(1)
        const words = (text: string) => text.replace(/[*#>\\\s-]/g, '')
        const got = pieces.map((piece) =>
          piece.kind === 'break' ? '' : piece.kind === 'paragraph' ? plainRuns(piece.runs) : piece.text,
        )
        expect(words(got.join(''))).toBe(words(lines.join('')))
        checked.when(words(lines.join('')).length > 5)
      }),
    )
    checked.expectShare(0.4)
  })
})
