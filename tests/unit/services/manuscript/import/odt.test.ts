import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readOdt } from '../../../../../main/src/services/manuscript/import/odt.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'
import { escapeXml, odtLetters, odtOf, zipOf } from '../../../../support/officeFiles.ts'

const p = (text: string, style = 'Standard') => `<text:p text:style-name="${style}">${text}</text:p>`
const span = (style: string, text: string) => `<text:span text:style-name="${style}">${text}</text:span>`
const saidIn = async (bytes: Buffer) => {
  const { text, omissions } = await readOdt(bytes)
  return [text, omissions.map(({ sentence }) => sentence.zh)]
}

test('headings by outline level and by style become Markdown headings, in both languages', async () => {
  const { text, headings } = await readOdt(
    odtOf(
      p('雾港来信') +
        '<text:h text:style-name="P1" text:outline-level="1">第一章 浸水的信</text:h>' +
        p('　　信到的那天，𠮷野家还开着。') +
        p('') +
        p('第二章 承', 'Heading_20_1') +
        '<text:h text:outline-level="2">Low Water &amp; <text:span text:style-name="Emphasis">High</text:span></text:h>' +
        p('Only text.', 'P2'),
      '<style:style style:name="P2" style:family="paragraph" style:parent-style-name="Standard"/>',
    ),
  )
  expect({ text, headings: headings.map(({ level, title }) => [level, title]) }).toEqual({
    text: '雾港来信\n\n# 第一章 浸水的信\n\n　　信到的那天，𠮷野家还开着。\n\n\n# 第二章 承\n\n## Low Water & High\n\nOnly text.\n',
    headings: [
      [1, '第一章 浸水的信'],
      [1, '第二章 承'],
      [2, 'Low Water & High'],
    ],
  })
})

test('marks stay, by automatic styles and named ones, of a stretch and of a paragraph, and end where they are off', async () => {
  const styles =
    odtLetters('T1', 'fo:font-weight="bold"') +
    odtLetters('T2', 'fo:font-style="normal"', 'Emphasis') +
    odtLetters('T3', 'fo:font-variant="small-caps"') +
    odtLetters('T6', 'style:text-emphasize="dot below"') +
    odtLetters('T4', 'style:text-line-through-style="solid"') +
    odtLetters('T5', 'fo:font-weight="700" fo:font-style="oblique"') +
    '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Quotations"/>' +
    '<style:style style:name="P2" style:family="paragraph" style:parent-style-name="Standard"><style:text-properties fo:font-style="italic"/></style:style>'
  const body =
    p(
      `他说${span('T1', '“走”')}了，${span('Emphasis', `Titanic${span('T2', '不')}`)}${span('T3', 'NAVE')}，${span('T6', '着重')}`,
    ) +
    p(`She ${span('T4', 'was')} ${span('T5', 'is')} 5 * 3 *here*.`) +
    p('家书', 'P1') +
    p('A thought.', 'P2') +
    p('', 'Horizontal_20_Line') +
    p('* * *')
  expect((await readOdt(odtOf(body, styles))).text).toBe(
    '他说**“走”**了，*Titanic*不<span class="smallcaps">NAVE</span>，*着重*\n\nShe ~~was~~ ***is*** 5 \\* 3 \\*here\\*.\n\n> 家书\n\n*A thought.*\n\n* * *\n\n* * *\n',
  )
})

test('white space is read as OpenDocument writes it: runs are one, spaces, tabs and line ends are elements', async () => {
  const body = `<text:p>  雾\n   港<text:s text:c="2"/>a<text:s/>b<text:tab/>c<text:line-break/>${span('Emphasis', ' d ')} e<text:s text:c="900000000"/>f</text:p>`
  expect((await readOdt(odtOf(body))).text).toBe(`雾 港  a b\tc  \n*d* e${' '.repeat(20)}f\n`)
})

test('notes are behind the paragraph that refers to them, links stay, and their losses are said', async () => {
  const note = (label: string, ...paragraphs: string[]) =>
    `<text:note text:note-class="footnote"><text:note-citation>${label}</text:note-citation><text:note-body>${paragraphs.map((text) => p(text)).join('')}</text:note-body></text:note>`
  const body =
    p(`河${note('1', '郦道元，', `${span('Emphasis', '《水经注》')}。`)}水${note('i', 'End note')}`) +
    p(
      '<text:a xlink:href="https://a.cn/">港</text:a> <text:a xlink:href="#x">灯</text:a> <text:a xlink:href="javascript:x">坏</text:a>',
    )
  expect(await saidIn(odtOf(body))).toEqual([
    '河[^1]水[^2]\n\n[^1]: 郦道元， *《水经注》*。\n\n[^2]: End note\n\n[港](https://a.cn/) 灯 坏\n',
    ['2 个指向文件里别处、或者不安全的链接没有导入，字都在。'],
  ])
})

test('what a text has no place for is left out and said; a text box, a cell and an item have their words', async () => {
  const styles =
    odtLetters('U', 'style:text-underline-style="solid"') +
    odtLetters('R', 'style:text-position="super 58%"') +
    odtLetters('H', 'text:display="none"') +
    odtLetters('M', 'fo:background-color="#ffff00"') +
    odtLetters('W', 'fo:background-color="#FFFFFF"') +
    '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Letter"/>' +
    odtLetters('C', 'fo:text-transform="uppercase"')
  const frame = (content: string) => `<draw:frame>${content}</draw:frame>`
  const body =
    '<text:tracked-changes><text:changed-region><text:deletion><text:p>旧</text:p></text:deletion></text:changed-region></text:tracked-changes>' +
    `<text:table-of-content><text:index-body>${p('第一章 1')}</text:index-body></text:table-of-content>` +
    p(frame(`<draw:text-box>${p('框里的字')}</draw:text-box><draw:image/>`)) +
    p(
      frame('<draw:image><office:binary-data>QUJD</office:binary-data></draw:image><svg:desc>图</svg:desc>'),
    ) +
    p(frame('<draw:object xlink:href="./Object 1"/><draw:image/>')) +
    `<table:table><table:table-row><table:table-cell>${p('格一')}</table:table-cell></table:table-row></table:table>` +
    `<text:list><text:list-item>${p('起')}${p('续')}</text:list-item><text:list-item>${p('承')}</text:list-item></text:list>` +
    p(
      `<office:annotation><dc:creator>甲</dc:creator>${p('批')}</office:annotation>字<text:ruby><text:ruby-base>港</text:ruby-base><text:ruby-text>gǎng</text:ruby-text></text:ruby>`,
    ) +
    p(
      `${span('U', 'u')}${span('R', '2')}${span('C', 'x')}${span('H', '藏')}${span('M', '待改')}${span('W', 'ok')}`,
    ) +
    p('见字如面。', 'Letter') +
    p('Dear Ann,', 'P1') +
    `<text:section text:display="none">${p('藏起来')}</text:section>`
  expect(await saidIn(odtOf(body, styles))).toEqual([
    '框里的字\n\n\n\n\n格一\n\n起\n\n续\n\n承\n\n字港\n\nu2x待改ok\n\n见字如面。\n\nDear Ann,\n\n',
    [
      '2 个列表项的编号或圆点不是文字，没有导入，字都在。',
      '1 处下划线没有导入，字都在。',
      '1 处上标或下标变成了普通的字。',
      '1 处显示成大写的字母变回了原来的写法。',
      '2 处隐藏的文字没有导入。',
      '1 处高亮没有导入，字都在。',
      '2 段的粗体、斜体属于段落样式，没有导入，字都在。',
      '修订里删去的文字没有导入。',
      '自动生成的目录没有导入。',
      '图片没有导入。',
      '嵌在里面的另一份文档没有导入。',
      '表格变成了一格一段的文字。',
      '批注没有导入。',
      '注音没有导入，正文的字都在。',
    ],
  ])
})

test('a reference to another place is words alone, and that is said', async () => {
  const reference = '<text:bookmark-ref text:ref-name="a">第二章</text:bookmark-ref>'
  expect(await saidIn(odtOf(p(`见${reference}`)))).toEqual([
    '见第二章\n',
    ['1 个指向文件里别处、或者不安全的链接没有导入，字都在。'],
  ])
})

test('running headers and footers with words are left out and said', async () => {
  const master =
    '<office:document-styles><office:master-styles><style:master-page>' +
    `<style:header>${p('林')}${p('雾港')}</style:header><style:header-left>${p('<text:page-number>12</text:page-number>')}</style:header-left>` +
    `<style:footer>${p('Draft')}</style:footer></style:master-page></office:master-styles></office:document-styles>`
  expect(await saidIn(odtOf(p('正文'), '', { 'styles.xml': master }))).toEqual([
    '正文\n',
    ['2 处页眉或页脚没有导入。'],
  ])
})

const meta =
  '<office:meta><dc:title>盐路</dc:title><meta:initial-creator>林</meta:initial-creator><dc:creator>改</dc:creator><dc:language>zh-CN</dc:language></office:meta>'

test('title, author and language are facts of the book, and a title page that repeats them is no text', async () => {
  const file = odtOf(p('盐路', 'Title') + p('一'), '', {
    'meta.xml': `<office:document-meta>${meta}</office:document-meta>`,
  })
  const { text, facts, omissions } = await readOdt(file)
  expect([text, facts, omissions.map(({ sentence }) => sentence.en)]).toEqual([
    '一\n',
    { title: '盐路', author: '林', language: 'zh-CN' },
    ['The title page has become title and author and is no part of the text.'],
  ])
})

test('a flat document is read like a packed one, and a comment’s author is not the book’s', async () => {
  const flat = `<?xml version="1.0"?><office:document>${meta.replace(/<meta:initial.*?<\/meta:initial-creator>/, '')}<office:automatic-styles>${odtLetters('T1', 'fo:font-style="italic"')}</office:automatic-styles><office:body><office:text>${p(`<office:annotation><dc:creator>甲</dc:creator></office:annotation>Low ${span('T1', 'water')}`)}</office:text></office:body></office:document>`
  const { text, facts } = await readOdt(Buffer.from(flat))
  expect([text, facts]).toEqual(['Low *water*\n', { title: '盐路', author: '改', language: 'zh-CN' }])
})

describe('a file made to do harm, or damaged', () => {
  const encrypted = odtOf('', '', { 'META-INF/manifest.xml': '<m><manifest:encryption-data/></m>' })
  test.each([
    ['no zip and no XML', Buffer.from('第一章'), 'IMPORT_BROKEN'],
    ['no content', zipOf({ 'a.txt': '' }), 'IMPORT_BROKEN'],
    ['torn XML', zipOf({ 'content.xml': '<office:document-content><office:text>' }), 'IMPORT_BROKEN'],
    [
      'a spreadsheet',
      zipOf({ 'content.xml': '<office:body><office:spreadsheet/></office:body>' }),
      'IMPORT_BROKEN',
    ],
    ['endless nesting', odtOf('<text:span>'.repeat(20_000)), 'IMPORT_BROKEN'],
    ['a bomb', odtOf('<text:p/>'.repeat(1_000_000)), 'FILE_TOO_LARGE'],
    ['a password', encrypted, 'IMPORT_UNSUPPORTED'],
  ])('is a clear error: %s', async (_, bytes, code) => {
    await expect(readOdt(bytes)).rejects.toMatchObject({ code })
  })

  test('expands no entity of its own', async () => {
    const content = `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY b "&a;&a;">]><office:document-content><office:body><office:text>${p('&b;&#x20BB7;&amp;')}</office:text></office:body></office:document-content>`
    expect((await readOdt(odtOf('', '', { 'content.xml': content }))).text).toBe('&b;𠮷&\n')
  })

  test('with styles that are based on each other comes to an end', async () => {
    const loop =
      odtLetters('A', 'fo:font-style="italic"', 'B') + odtLetters('B', 'fo:font-weight="bold"', 'A')
    expect((await readOdt(odtOf(p(span('A', '雾')), loop))).text).toBe('***雾***\n')
  })

  test('of a hundred thousand elements has the words of all of them', async () => {
    const bytes = zipOf({
      'content.xml': `<office:document-content><office:body><office:text>${Array.from({ length: 100_000 }, (_, at) => `<text:p>${at.toString(36)}${(at * 7919).toString(36)}</text:p>`).join('')}</office:text></office:body></office:document-content>`,
    })
    expect((await readOdt(bytes)).text.split('\n\n').length).toBe(100_000)
  })
})

test('no character of a paragraph is lost or doubled, however it is cut into spans', async () => {
  const words = fc
    .string({ unit: 'binary', maxLength: 40 })
    .filter((text) => /^[\p{L}\p{N}\p{P}]*$/u.test(text) && !/[*_~[\]<\\#>-]/.test(text))
  const checked = countedChecks()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(words, { minLength: 1 }), { maxLength: 8 }), async (paragraphs) => {
      const body = paragraphs
        .map((spans) => p(spans.map((text) => span('T', escapeXml(text))).join('')))
        .join('')
      expect((await readOdt(odtOf(body))).text.replaceAll('\n', '')).toBe(paragraphs.flat().join(''))
      checked.when(paragraphs.some((spans) => spans.filter((words) => words !== '').length > 1))
    }),
    { numRuns: 60 },
  )
  checked.expectShare(0.1)
})
