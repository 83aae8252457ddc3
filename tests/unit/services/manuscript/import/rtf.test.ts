import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { readRtf } from '../../../../../main/src/services/manuscript/import/rtf.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

/** Strings of these tests have one byte a character, as the format has it. */
const rtfOf = (body: string, head = '\\ansi\\ansicpg1252\\uc1') =>
  Buffer.from(`{\\rtf1${head}\n${body}}`, 'latin1')
const textOf = async (body: string, head?: string) => (await readRtf(rtfOf(body, head))).text
const hex = (text: string, encoding: string) =>
  [...iconv.encode(text, encoding)].map((byte) => `\\'${byte.toString(16).padStart(2, '0')}`).join('')
/** As Word writes what the code page does not have; 𠮷 has two units. */
const unicode = (text: string) =>
  Array.from({ length: text.length }, (_, at) => `\\u${(text.charCodeAt(at) << 16) >> 16}?`).join('')
const saidIn = async (body: string) => {
  const { text, omissions } = await readRtf(rtfOf(body))
  return [text, omissions.map(({ sentence }) => sentence.zh)]
}

const styles =
  '{\\stylesheet{\\ql Normal;}{\\s1\\outlinelevel0\\b heading 1;}{\\s2\\sbasedon1 heading 2;}{\\s5\\i Quote;}{\\s6 Title;}{\\s7\\i Letter;}{\\*\\cs10 Default;}}'

test('headings by outline level and by the name of their style become Markdown headings', async () => {
  const { text, headings } = await readRtf(
    rtfOf(
      `${styles}\\pard ${unicode('雾港来信')}\\par\\pard\\plain\\s1\\b ${unicode('第一章 浸水的信')}\\par\\pard\\plain ${unicode('　　𠮷野家还开着。')}\\par\\par{\\pard\\s2 Low Water\\par}{\\pard\\outlinelevel2 Three\\par}\\pard\\s1\\outlinelevel9 Only text.`,
    ),
  )
  expect({ text, headings: headings.map(({ level, title }) => [level, title]) }).toEqual({
    text: '雾港来信\n\n# 第一章 浸水的信\n\n　　𠮷野家还开着。\n\n\n## Low Water\n\n### Three\n\nOnly text.\n',
    headings: [
      [1, '第一章 浸水的信'],
      [2, 'Low Water'],
      [3, 'Three'],
    ],
  })
})

test.each([
  ['936', '第一章　浸水的信，他说：“走”。'],
  ['950', '第一章　浸水的信，許多。'],
  ['932', '吾輩は猫である。表示'],
  ['1251', 'Война и мир'],
])('bytes of code page %s are read in it, as escapes and as they are', async (codePage, words) => {
  const raw = iconv
    .encode(words, `cp${codePage}`)
    .toString('latin1')
    .replace(/[\\{}]/g, '\\$&')
  const head = `\\ansi\\ansicpg${codePage}`
  expect([await textOf(hex(words, `cp${codePage}`), head), await textOf(raw, head)]).toEqual([
    `${words}\n`,
    `${words}\n`,
  ])
})

test('rare characters of GBK are read too', async () => {
  expect(await textOf(hex('㑇䙌', 'gbk'), '\\ansi\\ansicpg936')).toBe('㑇䙌\n')
})

test('what the letters of a passage lose is said where it begins with a blank or a capital', async () => {
  const [, said] = await saidIn(
    `{\\ul  ${unicode('你')}}a{\\super  ${unicode('你')}}{\\caps A${unicode('é')}}\\par`,
  )
  expect(said).toEqual([
    '1 处下划线没有导入，字都在。',
    '1 处上标或下标变成了普通的字。',
    '1 处显示成大写的字母变回了原来的写法。',
  ])
})

test('the font decides the code page of its bytes, and signs of a font of pictures are characters or said', async () => {
  const fonts =
    '{\\fonttbl{\\f0\\fcharset0 Times;}{\\f1\\fcharset134 SimSun;}{\\f2\\froman\\fcharset2{\\*\\panose 05}Symbol;}{\\f3\\fcharset2 Wingdings;}}'
  expect(
    await saidIn(
      `${fonts}\\f0 \\'93Yes\\'94 {\\f1 ${hex('雾港', 'gbk')}} caf\\'e9{\\f2\\'b7 \\u-3913?}{\\f3 J!\\u24180?}`,
    ),
  ).toEqual(['“Yes” 雾港 café• •☺年\n', ['一个特殊符号没有导入。']])
})

test('as many characters as are due behind \\u are left out, and signs have their words', async () => {
  expect(
    await textOf(
      "\\u8220?Yes\\u8221\\'94 {\\uc2\\u228\\'E8ax}{\\uc0\\u228}\\u228 y\\emdash z\\~a\\-b\\_c\\{\\}\\\\ \\lquote q\\rquote{\\uc1\\u-10179?\\u-8265?}",
    ),
  ).toBe('“Yes” äxää—z\u00a0ab\u2011c{}\\ ‘q’\ud83d\udfb7\n')
})

test('marks stay and end with their groups, and those of the paragraph’s style are none', async () => {
  const body = `${styles}{\\i Titanic}, \\b no\\b0 , {\\scaps Nave} {\\strike was} {\\b\\i both}{\\accdot dots}\\par\\pard\\plain\\s5\\i ${unicode('家书')} {\\b B}\\par\\pard\\plain ${unicode('他说')}{\\b ${unicode('“走”')}}${unicode('了')} 5 * 3\\line two\\par\\pard\\brdrb\\brdrs\\par\\pard * * *\\par`
  expect(await textOf(body)).toBe(
    '*Titanic*, **no**, <span class="smallcaps">Nave</span> ~~was~~ ***both**dots*\n\n> 家书 **B**\n\n他说**“走”**了 5 * 3  \ntwo\n\n* * *\n\n* * *\n',
  )
})

test('a marker’s colour, and what a style makes of whole paragraphs, are left out and said', async () => {
  const body = `${styles}\\s7\\i ${unicode('见字如面。')}\\par Dear Ann,\\par\\pard\\plain {\\highlight7 ${unicode('待改')}}{\\highlight0 ok}{\\v ${unicode('藏着')}}{\\ul ${unicode('划线')}}\\par`
  expect(await saidIn(body)).toEqual([
    '见字如面。\n\nDear Ann,\n\n待改ok划线\n',
    [
      '2 段的粗体、斜体属于段落样式，没有导入，字都在。',
      '1 处高亮没有导入，字都在。',
      '1 处隐藏的文字没有导入。',
      '1 处下划线没有导入，字都在。',
    ],
  ])
})

test('notes are behind the paragraph that refers to them, and links stay', async () => {
  const field = (code: string, words: string) =>
    `{\\field{\\*\\fldinst{ ${code} }}{\\fldrslt{\\ul ${words}}}}`
  const body = `${unicode('河')}{\\super\\chftn{\\footnote\\pard\\plain\\chftn  ${unicode('郦道元，')}\\par {\\i ${unicode('《水经注》')}}.}}${unicode('水')}{\\*\\footnote\\ftnalt End}\\par ${field('HYPERLINK "https://a.cn/"', 'a')} ${field('HYPERLINK \\\\l "x"', 'b')} ${field('HYPERLINK "javascript:x"', 'c')} ${field('DATE', '1998')}`
  expect(await saidIn(body)).toEqual([
    '河[^1]水[^2]\n\n[^1]: 郦道元， *《水经注》*.\n\n[^2]: End\n\n[a](https://a.cn/) b c 1998\n',
    ['2 个指向文件里别处、或者不安全的链接没有导入，字都在。'],
  ])
})

test('what a text has no place for is left out and said; boxes and cells have their words', async () => {
  const body =
    '{\\*\\generator X;}{\\header{\\i H}ead}{\\footer{\\field{\\*\\fldinst PAGE}{\\fldrslt 12}}}{\\footerf\\pard F\\par}{\\field{\\*\\fldinst TOC}{\\fldrslt One 1\\par Two 2\\par}}' +
    'a{\\*\\shppict{\\pict\\pngblip\\bin3 }}}89ab}}{\\nonshppict{\\pict 00}}{\\object{\\result x}}' +
    '{\\*\\annotation c}{\\deleted old}{\\v hid}{\\ul u}{\\caps x}\\par' +
    '{\\shp{\\*\\shpinst{\\sp{\\sn n}{\\sv v}}{\\shptxt\\pard In the box\\par}}{\\shprslt no}}' +
    '\\trowd\\intbl c1\\cell c2\\cell\\row\\trowd\\intbl c3\\cell\\row\\pard{\\listtext 1.\\tab}item\\par{\\upr{old}{\\*\\ud{new}}}'
  expect(await saidIn(body)).toEqual([
    'aux\n\nIn the box\n\nc1\n\nc2\n\nc3\n\nitem\n\nnew\n',
    [
      '2 处页眉或页脚没有导入。',
      '1 处隐藏的文字没有导入。',
      '1 处下划线没有导入，字都在。',
      '1 处显示成大写的字母变回了原来的写法。',
      '1 个列表项的编号或圆点不是文字，没有导入，字都在。',
      '自动生成的目录没有导入。',
      '图片没有导入。',
      '嵌在里面的另一份文档没有导入。',
      '批注没有导入。',
      '修订里删去的文字没有导入。',
      '表格变成了一格一段的文字。',
    ],
  ])
})

test('a star within a group hides nothing, a fallback of nested tables is none of the text', async () => {
  expect(await saidIn('{\\i0\\*\\cs7 The quick {\\*\\xyz no}fox.}{\\nonesttables\\par fallback}')).toEqual([
    'The quick fox.\n',
    [],
  ])
})

test('a file that does not say that it is RTF is refused: what is behind its first group would be lost', async () => {
  await expect(readRtf(Buffer.from('{\\pard One\\par}\n{\\pard Two\\par}'))).rejects.toMatchObject({
    code: 'IMPORT_BROKEN',
  })
})

test('title and author are facts of the book, and a title page that repeats them is no text', async () => {
  const { text, facts, omissions } = await readRtf(
    rtfOf(
      `${styles}{\\info{\\title ${unicode('盐路')}}{\\author Vance}{\\operator Editor}}\\pard\\s6 ${unicode('盐路')}\\par\\pard One\\par`,
    ),
  )
  expect([text, facts, omissions.map(({ sentence }) => sentence.en)]).toEqual([
    'One\n',
    { title: '盐路', author: 'Vance' },
    ['The title page has become title and author and is no part of the text.'],
  ])
})

describe('a file made to do harm, or damaged', () => {
  test.each([
    ['no RTF', Buffer.from('第一章')],
    ['torn', Buffer.from('{\\rtf1 abc')],
    ['nested too deeply', rtfOf('{'.repeat(200_000))],
    ['with a picture longer than the file', rtfOf('{\\pict\\bin2000000000 ab}c')],
  ])('is a clear error: %s', async (_, bytes) => {
    await expect(readRtf(bytes)).rejects.toMatchObject({ code: 'IMPORT_BROKEN' })
  })

  test('has no text behind its end, none for words and numbers without sense, and comes to an end', async () => {
    const file = Buffer.from(
      "{\\rtf1\\ansicpg99999\\uc-5\\f99999999999999 a\\'zz\\u9999999999999?\\s-1\\outlinelevel-7 b\\constructor c\\fcharset5\\toString}}tail{",
      'latin1',
    )
    expect((await readRtf(file)).text).toMatch(/^a.?\?bc\n$/)
  })

  test('of a hundred thousand groups takes about twice as long as half of it', {
    tags: ['whole'],
  }, async () => {
    const time = async (count: number) => {
      const file = rtfOf('{\\i a}b\\par '.repeat(count))
      const start = performance.now()
      await readRtf(file)
      return performance.now() - start
    }
    await time(10_000)
    const half = await time(50_000)
    expect((await time(100_000)) / half).toBeLessThan(5)
  })
})

test('no character is lost or doubled, however it is written and cut into groups', async () => {
  const words = fc
    .string({ unit: 'binary', maxLength: 30 })
    .filter((text) => /^[\p{L}\p{N}\p{P}]*$/u.test(text) && !/[*_~[\]<\\#>{}-]/.test(text))
  const spelled = fc.tuple(words, fc.constantFrom('unicode', 'group', 'bytes')).map(([text, way]) => {
    const isGbk = iconv.decode(iconv.encode(text, 'gbk'), 'gbk') === text
    const written = way === 'bytes' && isGbk ? hex(text, 'gbk') : unicode(text)
    return {
      text,
      written: way === 'group' ? `{\\b0 ${written}}` : written,
      isBytes: way === 'bytes' && isGbk,
    }
  })
  const checked = countedChecks()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(spelled, { minLength: 1 }), { maxLength: 8 }), async (paragraphs) => {
      const body = paragraphs.map((runs) => `${runs.map(({ written }) => written).join('')}\\par `).join('')
      const text = await textOf(body, '\\ansi\\ansicpg936')
      expect(text.replaceAll('\n', '')).toBe(
        paragraphs
          .flat()
          .map(({ text }) => text)
          .join(''),
      )
      checked.when(paragraphs.flat().some(({ isBytes, text }) => isBytes && text !== ''))
    }),
    { numRuns: 60 },
  )
  checked.expectShare(0.1)
})
