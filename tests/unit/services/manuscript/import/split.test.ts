import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitNovel } from '../../../../../main/src/services/manuscript/import/split.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'
import { strangeTexts } from '../../../../support/strangeText.ts'

const prose = '　　雾从港口漫上来。林远把信折好，没有作声。\n'

/** Headings with prose between them, as an ordinary book has them. */
function book(...headings: readonly string[]): string {
  return headings.map((heading) => `${heading}\n\n${prose}\n`).join('')
}

function titles(text: string): (string | undefined)[] {
  return splitNovel(text).parts.map(({ title }) => title)
}

function doubts(text: string): string[] {
  return splitNovel(text).issues.map(({ kind, line, heading }) => `${kind} ${line} ${heading}`)
}

describe('a title on the line below its heading', () => {
  const numbers = ['第一章', '第二章', '第三章']
  const below = (lines: readonly string[], gap = '\n') =>
    numbers.map((number, at) => `${number}\n${gap}${lines[at]}\n\n${prose}\n`).join('')

  test.each(['', '\n', '\u3000\n\r\n'])('is the title, with or without a blank line between (%j)', (gap) => {
    const text = below(['雾港', '　　哑钟为谁而鸣？', 'Ａｎｎａ来信'], gap)
    expect(titles(text)).toEqual(['第一章 雾港', '第二章 哑钟为谁而鸣？', '第三章 Ａｎｎａ来信'])
    const { parts } = splitNovel(text)
    expect(parts.map(({ from, to }) => text.slice(from, to)).join('')).toBe(text)
  })

  test.each([
    ['sentences', ['他来了。', '雾散了。', '她走了。']],
    ['what somebody says', ['“谁？”', '“我。”', '“进来”']],
    ['the head of each page', ['雾港来信', '雾港来信', '雾港来信']],
    ['one short line in the book', ['雾港', '雾从港口漫上来。', '林远没有作声。']],
    ['long lines', ['甲', '乙', '丙'].map((sign) => sign.repeat(31))],
  ])('is not its title: %s', (_, lines) => {
    expect(titles(below(lines))).toEqual(numbers)
  })

  test('is not its title when no blank line sets it apart from the text', () => {
    expect(titles(numbers.map((number) => `${number}\n雾港${number}\n${prose}\n`).join(''))).toEqual(numbers)
  })
})

describe('a heading', () => {
  test.each([
    ['章 with a name', ['第一章 起', '第二章 承', '第三章 转']],
    ['full-width digits', ['第１章　起', '第２章　承']],
    ['no space before the name', ['第一章风起', '第二章云涌']],
    ['節 and 話', ['第1話 起', '第2話 承']],
    ['a name that asks or exclaims', ['第一章 你是谁？', '第二章 我回来了！', '第三章 他……']],
    ['white space inside', ['第 一 章 起', '第 2 章 承']],
    ['brackets and 正文', ['【第一章】起', '正文 第二章 承']],
    ['English', ['Chapter 1', 'CHAPTER II. The Storm', 'Chapter Three: Home']],
    ['prologue, side story and epilogue', ['楔子', '第一章 起', '番外 旧事', '第二章 承', '尾声']],
    ['一零一 after 一百', ['第九十九回 甲', '第一百回 乙', '第一零一回 丙', '第一百零二回 丁']],
  ])('is recognised: %s', (_, headings) => {
    expect(titles(book(...headings))).toEqual(headings)
  })

  test('is found and cut at the start of its line when it is indented, Markdown or ends in CRLF', () => {
    const text = '　　第一章 起\r\n正文\r\n## 第二章 承\r\n正文'
    expect(splitNovel(text).parts).toEqual([
      { kind: 'chapter', from: 0, to: 13, title: '第一章 起' },
      { kind: 'chapter', from: 13, to: text.length, title: '第二章 承' },
    ])
  })

  test.each([
    '第二章说的就是这件事。',
    '第二回中既将薛家母子在荣府内寄居等事略已表明，此回则暂不能写矣．',
    '他翻到了第二章',
    '第二节课的铃响了',
    '第二回合开始',
    '第二部分的人都走了',
    `第二章 ${'很长'.repeat(90)}`,
    'Chapter 2 was where he had stopped',
  ])('is not found in prose: %s', (line) => {
    expect(titles(`第一章 起\n${prose}${line}\n${prose}第三章 转\n${prose}第四章 合\n${prose}`)).toEqual([
      '第一章 起',
      '第三章 转',
      '第四章 合',
    ])
  })
})

describe('the sequence of numbers', () => {
  test('takes a repeat with the same title for body text, whatever its spaces and punctuation', () => {
    const text = `${book('第一回 起')}    第一回起——\n${book('第二回 承')}`
    expect([titles(text), doubts(text)]).toEqual([['第一回 起', '第二回 承'], ['repeat 5 第一回起——']])
  })

  test('takes a repeat with another title for a chapter, and goes on after it', () => {
    const text = book('第一章 甲', '第二章 乙', '第二章 丙', '第三章 丁', '第四章 戊')
    expect([titles(text).length, doubts(text)]).toEqual([5, ['repeat 9 第二章 丙']])
  })

  test('does not lose the chapters after a wrong number in the middle', () => {
    const text = book('第一章 甲', '第二章 乙', '第三章 丙', '第二章 丁', '第五章 戊', '第六章 己')
    expect(titles(text).length).toBe(6)
  })

  test('may have a gap when the next heading continues it', () => {
    const text = book('第一章 甲', '第四章 乙', '第五章 丙')
    expect([titles(text).length, doubts(text)]).toEqual([3, ['gap 5 第四章 乙']])
  })

  test('leaves a number that nothing continues in the text, and lists it', () => {
    const text = book('第一章 甲', '第九章 乙', '第二章 丙')
    expect([titles(text), doubts(text)]).toEqual([['第一章 甲', '第二章 丙'], ['body 5 第九章 乙']])
  })

  test('takes a line without space for prose when a proper heading with its number follows', () => {
    const text = `${book('第一章 甲', '第二章 乙')}第三章里他说过的话\n${book('第三章 丙', '第四章 丁')}`
    expect(titles(text)).toEqual(['第一章 甲', '第二章 乙', '第三章 丙', '第四章 丁'])
  })

  test('may start at any number in a later part of a book', () => {
    expect(titles(book('第五十一章 甲', '第五十二章 乙'))).toEqual(['第五十一章 甲', '第五十二章 乙'])
    expect(titles(book('第五十一章 甲'))).toEqual(['第五十一章 甲'])
  })

  test('lists an unreadable number and does not cut at it', () => {
    expect(doubts(book('第一章 甲', '第几章 乙', '第二章 丙'))).toEqual(['number 5 第几章 乙'])
  })
})

describe('the volumes of a book', () => {
  test('open the file of the chapter after their line, and chapters restart at 1', () => {
    const text = book('第一卷 雾', '第一章 甲', '第二章 乙', '第二卷 港', '第一章 甲', '第二章 丁')
    const { parts } = splitNovel(text)
    const pieces = parts.map(({ from, to }) => text.slice(from, to).split('\n', 1)[0])
    expect([titles(text), pieces]).toEqual([
      ['第一章 甲', '第二章 乙', '第一章 甲', '第二章 丁'],
      ['第一卷 雾', '第二章 乙', '第二卷 港', '第二章 丁'],
    ])
  })

  test('may have chapters that count on, and name the volume in their own line', () => {
    expect(titles(book('卷一 雾', '第一章 甲', '卷二 港', '第二章 乙', '第三章 丙')).length).toBe(3)
    expect(titles(book('第一卷 第一章 甲', '第一卷 第二章 乙', '第二卷 第一章 丙')).length).toBe(3)
  })

  test('belong to the same chapter as a part above them', () => {
    const text = `第一部 起\n第一卷 雾\n${book('第一章 甲', '第二章 乙')}`
    expect(splitNovel(text).parts[0]).toMatchObject({ kind: 'chapter', from: 0, title: '第一章 甲' })
  })

  test('are recognised without a line by untitled chapters that restart', () => {
    expect(titles(book('第一章', '第二章', '第三章', '第一章', '第二章')).length).toBe(5)
  })

  test('are the chapters of a book without others', () => {
    expect(titles(book('卷一 甲', '卷二 乙', '卷三 丙'))).toEqual(['卷一 甲', '卷二 乙', '卷三 丙'])
  })

  test('are not made of 节 that restart inside 章, which are parts of the chapter', () => {
    const text = book('第一章 甲', '第一节 子', '第二节 丑', '第二章 乙', '第一节 寅')
    expect(titles(text)).toEqual(['第一章 甲', '第二章 乙'])
  })
})

describe('a table of contents', () => {
  const names = ['第一章 甲', '第二章 乙', '第三章 丙', '第四章 丁', '第五章 戊', '第六章 己']

  test('stays in the front matter, also right above the first chapter', () => {
    for (const gap of ['', '\n', '\n作者：某人\n\n']) {
      const text = `《雾港》\n目录\n${names.join('\n')}\n${gap}${book(...names)}`
      expect([titles(text), doubts(text)]).toEqual([[undefined, ...names], ['contents 3 第一章 甲']])
    }
  })

  test('is recognised with volumes and with page numbers', () => {
    const lines = ['第一卷 雾', '第一章 甲…1', '第二章 乙…9', '第二卷 港', '第一章 丙…20', '第二章 丁…31']
    const real = ['第一卷 雾', '第一章 甲', '第二章 乙', '第二卷 港', '第一章 丙', '第二章 丁']
    expect(titles(`目录\n${lines.join('\n')}\n\n${book(...real)}`)).toEqual([
      undefined,
      '第一章 甲',
      '第二章 乙',
      '第一章 丙',
      '第二章 丁',
    ])
  })

  test('is not made of four empty chapters', () => {
    expect(titles(names.slice(0, 4).join('\n')).length).toBe(4)
  })
})

describe('the split of a novel', () => {
  test('takes everything before the first heading for front matter, but not blank lines alone', () => {
    expect(splitNovel(`《雾港》\n\n${book('第一章 甲')}`).parts.map(({ kind }) => kind)).toEqual([
      'front',
      'chapter',
    ])
    expect(splitNovel(`\r\n\r\n${book('第一章 甲')}`).parts.map(({ from }) => from)).toEqual([0])
  })

  test('makes one chapter of a text without headings', () => {
    expect(splitNovel(prose).parts).toEqual([
      { kind: 'chapter', from: 0, to: prose.length, title: undefined },
    ])
  })

  test('leaves a stray byte order mark before a heading with the text before it', () => {
    const text = `${book('第一章 甲')}\uFEFF${book('第二章 乙')}`
    const second = splitNovel(text).parts[1]
    expect(text.slice(second?.from).startsWith('第二章')).toBe(true)
  })

  test('covers the text without gaps, for any mixture of headings, endings and strange text', () => {
    const lines = fc.oneof(
      fc.integer({ min: 0, max: 30 }).map((n) => `第${n}章 名${n}`),
      fc.integer({ min: 0, max: 5 }).map((n) => `第${n}卷`),
      fc.constantFrom('楔子', '番外', 'Chapter 3', '第几回', '', '　　', '\uFEFF第二章 又', '第三章里说过'),
      fc.constantFrom(...strangeTexts.map(({ text }) => text.slice(0, 200))),
      fc.string({ unit: 'binary', maxLength: 30 }),
    )
    const text = fc.array(fc.tuple(lines, fc.constantFrom('\n', '\r\n', '\r', '\n\n', '')), { maxLength: 60 })
    const checked = countedChecks()
    fc.assert(
      fc.property(text, (pairs) => {
        const source = pairs.flat().join('')
        const { parts } = splitNovel(source)
        expect(parts.map(({ from, to }) => source.slice(from, to)).join('')).toBe(source)
        expect(parts.filter(({ kind }, index) => kind === 'front' && index > 0)).toEqual([])
        checked.when(parts.length > 1)
      }),
      { numRuns: 300 },
    )
    checked.expectShare(0.3)
  })

  test('takes time linear in the length: many headings, long lines', () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => `第${n + 1}章\n字\n`).join('')
    expect(splitNovel(many(20_000)).parts.length).toBe(20_000)
    expect(splitNovel('第一章 '.repeat(200_000)).parts.length).toBe(1)
  })
})
