import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDocx } from '../../../../../main/src/services/manuscript/import/docx.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'
import { docxOf, paragraph, run, zipOf } from '../../../../support/officeFiles.ts'

const textOf = async (body: string, more = {}) => (await readDocx(docxOf(body, more))).text

test('headings by localised style, inherited style and outline level become Markdown headings', async () => {
  const { text, headings } = await readDocx(
    docxOf(
      paragraph('雾港来信') +
        paragraph('第一章 浸水的信', '1') +
        paragraph('　　信到的那天，𠮷野家还开着。') +
        paragraph('') +
        paragraph('“你回来了？”') +
        paragraph('第二章 承', 'ch') +
        `<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr>${run('一 & <二>')}</w:p>` +
        `<w:p><w:pPr><w:pStyle w:val="1"/><w:outlineLvl w:val="9"/></w:pPr>${run('只是正文')}</w:p>`,
    ),
  )
  expect({ text, headings: headings.map(({ level, title }) => [level, title]) }).toEqual({
    text: '雾港来信\n\n# 第一章 浸水的信\n\n　　信到的那天，𠮷野家还开着。\n\n\n“你回来了？”\n\n# 第二章 承\n\n## 一 & <二>\n\n只是正文\n',
    headings: [
      [1, '第一章 浸水的信'],
      [1, '第二章 承'],
      [2, '一 & <二>'],
    ],
  })
})

describe('words inside a paragraph', () => {
  test('runs, links and breaks stay; old versions, fallbacks, field codes and tab stops go', async () => {
    const body = `<w:p><w:pPr><w:tabs><w:tab w:pos="1"/></w:tabs></w:pPr>${run('雾')}<w:hyperlink>${run('港')}</w:hyperlink><w:r><w:tab/><w:br/><w:br w:type="page"/></w:r><w:ins>${run('新')}</w:ins><w:del><w:r><w:delText>旧</w:delText></w:r></w:del><w:moveFrom>${run('移')}</w:moveFrom><w:r><w:instrText>PAGE</w:instrText></w:r><mc:AlternateContent><mc:Choice>${run('甲')}</mc:Choice><mc:Fallback>${run('乙')}</mc:Fallback></mc:AlternateContent></w:p>`
    expect(await textOf(body)).toBe('雾港  \n新甲\n')
  })

  test('notes are behind the paragraph that refers to them, with numbers of their own', async () => {
    const footnotes = `<w:footnotes><w:footnote w:type="separator" w:id="0"><w:p/></w:footnote><w:footnote w:id="7">${paragraph('郦道元，')}${paragraph('《水经注》。')}</w:footnote></w:footnotes>`
    const endnotes = `<w:endnotes><w:endnote w:id="7">${paragraph('尾注')}</w:endnote></w:endnotes>`
    const body = `<w:p>${run('河')}<w:r><w:footnoteReference w:id="7"/></w:r>${run('水')}<w:r><w:endnoteReference w:id="7"/><w:footnoteReference w:id="9"/></w:r></w:p>${paragraph('后文')}`
    const { text, omissions } = await readDocx(
      docxOf(body, { 'word/footnotes.xml': footnotes, 'word/endnotes.xml': endnotes }),
    )
    expect([text, omissions.map(({ sentence }) => sentence.zh)]).toEqual([
      '河[^1]水[^2]\n\n[^1]: 郦道元， 《水经注》。\n\n[^2]: 尾注\n\n后文\n',
      ['一条注释在文件里找不到。'],
    ])
  })

  test('pictures, tables, numbering and a table of contents are listed, a text box keeps its words', async () => {
    const box = `<w:p><w:r><w:drawing><w:txbxContent>${paragraph('框里的字')}</w:txbxContent></w:drawing></w:r></w:p>`
    const picture = '<w:p><w:r><w:drawing><a:t>图题</a:t></w:drawing></w:r></w:p>'
    const table = `<w:tbl><w:tr><w:tc>${paragraph('格一')}</w:tc><w:tc>${paragraph('格二')}</w:tc></w:tr></w:tbl>`
    const numbered = `<w:p><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr>${run('起')}</w:p>`
    const heading = numbered.replace('<w:numPr>', '<w:outlineLvl w:val="0"/><w:numPr>').replace('起', '承')
    const contents = paragraph('第一章 …… 1', 't1') + paragraph('第二章 …… 9', 't1')
    const { text, omissions } = await readDocx(docxOf(contents + box + picture + table + numbered + heading))
    expect([text.split(/\n+/), omissions.map(({ sentence }) => sentence.zh)]).toEqual([
      ['框里的字', '格一', '格二', '起', '# 承', ''],
      [
        '1 个列表项的编号或圆点不是文字，没有导入，字都在。',
        '自动生成的目录没有导入。',
        '图片没有导入。',
        '表格变成了一格一段的文字。',
        '自动编号不是文字，没有导入，需要时请补上。',
      ],
    ])
  })
})

test('the document part is found through its relationship, not by a fixed name', async () => {
  const file = zipOf({
    '_rels/.rels':
      '<Relationships><Relationship Type="http://x/officeDocument" Target="/word/document2.xml"/></Relationships>',
    'word/document2.xml': `<w:document><w:body>${paragraph('雾港')}</w:body></w:document>`,
  })
  expect((await readDocx(file)).text).toBe('雾港\n')
})

test.each([
  ['no zip', Buffer.from('第一章'), 'IMPORT_BROKEN'],
  ['no document part', zipOf({ 'a.txt': '' }), 'IMPORT_BROKEN'],
  ['broken XML', docxOf('<w:p><w:r></w:p>'), 'IMPORT_BROKEN'],
  ['torn XML', docxOf('', { 'word/document.xml': '<w:document><w:body><w:p>' }), 'IMPORT_BROKEN'],
  ['another XML', docxOf('', { 'word/document.xml': '<html/>' }), 'IMPORT_BROKEN'],
  ['endless nesting', docxOf('<w:r>'.repeat(200_000)), 'IMPORT_BROKEN'],
  ['a bomb', docxOf('<w:p/>'.repeat(1_000_000)), 'FILE_TOO_LARGE'],
  ['a password', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'IMPORT_UNSUPPORTED'],
])('a document with the fault “%s” is a clear error', async (_, bytes, code) => {
  await expect(readDocx(bytes)).rejects.toMatchObject({ code })
})

test('an element named like a property of every object is no text', async () => {
  const { text, omissions } = await readDocx(docxOf(`<w:p><constructor/><valueOf/>${run('雾')}</w:p>`))
  expect([text, omissions]).toEqual(['雾\n', []])
})

test('entities are never expanded beyond their own five', async () => {
  const document = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><w:document><w:body><w:p><w:r><w:t>&b;&#x20BB7;&#xD83D;&amp;</w:t></w:r></w:p></w:body></w:document>`
  expect(await textOf('', { 'word/document.xml': document })).toBe('&b;𠮷\uFFFD&\n')
})

test('no character of a paragraph is lost or doubled, however it is cut into runs', async () => {
  const words = fc
    .string({ unit: 'binary', maxLength: 40 })
    .filter((text) => /^[\p{L}\p{N}\p{P}]*$/u.test(text) && !/[*_~[\]<\\#>-]/.test(text))
  const checked = countedChecks()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(words, { minLength: 1 }), { maxLength: 8 }), async (paragraphs) => {
      const body = paragraphs.map((runs) => `<w:p>${runs.map(run).join('')}</w:p>`).join('')
      const text = await textOf(body)
      expect(text.replaceAll('\n', '')).toBe(paragraphs.flat().join(''))
      checked.when(paragraphs.some((runs) => runs.filter((words) => words !== '').length > 1))
    }),
    { numRuns: 60 },
  )
  checked.expectShare(0.1)
})

const marked = (text: string, properties: string) =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`

test('italics, bold, small capitals and strikes stay, by the run and by its style, and end where they are off', async () => {
  const styles = `<w:styles>
<w:style w:type="character" w:styleId="e"><w:name w:val="Emphasis"/><w:rPr><w:i/></w:rPr></w:style>
<w:style w:type="character" w:styleId="e2"><w:name w:val="Ship"/><w:basedOn w:val="e"/></w:style>
<w:style w:type="paragraph" w:styleId="q"><w:name w:val="Quote"/><w:rPr><w:i/></w:rPr></w:style></w:styles>`
  const body = `<w:p>${run('他说')}${marked('“走”', '<w:b/>')}${run('了，')}${marked('Titanic', '<w:rStyle w:val="e2"/>')}${marked('不', '<w:rStyle w:val="e"/><w:i w:val="0"/>')}${marked('NAVE', '<w:smallCaps/>')}${marked('旧', '<w:strike/>')}${run('，')}${marked('着重', '<w:em w:val="dot"/>')}${marked('，', '<w:em w:val="none"/>')}${marked('斜', '<w:i/><w:em w:val="none"/>')}</w:p>
<w:p><w:pPr><w:pStyle w:val="q"/></w:pPr>${run('家书')}</w:p><w:p>${marked('第三章 雾', '<w:b/>')}</w:p><w:p>${run('5 * 3 *是*')}</w:p>`
  expect(await textOf(body, { 'word/styles.xml': styles })).toBe(
    '他说**“走”**了，*Titanic*不<span class="smallcaps">NAVE</span>~~旧~~，*着重*，*斜*\n\n> 家书\n\n第三章 雾\n\n5 \\* 3 \\*是\\*\n',
  )
})

test('letters of fonts of pictures are the signs that they show, and without one are left out and said', async () => {
  const sign = (font: string, code: string) => `<w:r><w:sym w:font="${font}" w:char="${code}"/></w:r>`
  const bullet = marked('\uf0b7', '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>')
  const body = `<w:p>${bullet}${run('她笑了')}${sign('Wingdings', 'F04A')}</w:p><w:p>${run('north ')}${sign('Wingdings', 'F0E0')}${run(' south')}${sign('Webdings', 'F021')}</w:p><w:p>${marked('雾\uf0b7', '<w:rFonts w:ascii="SimSun"/>')}</w:p>`
  const { text, omissions } = await readDocx(docxOf(body))
  expect([text, omissions.map(({ sentence }) => sentence.zh)]).toEqual([
    '•她笑了☺\n\nnorth → south\n\n雾\uf0b7\n',
    ['一个特殊符号没有导入。'],
  ])
})

test('brackets and stops among the Greek letters of the font Symbol stay', async () => {
  const symbol = marked(
    '\uf061\uf028\uf062\uf02c\uf031\uf029\uf02e',
    '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>',
  )
  const { text, omissions } = await readDocx(docxOf(`<w:p>${symbol}</w:p>`))
  expect([text, omissions]).toEqual(['α(β,1).\n', []])
})

test('a marker’s colour, and what a style makes of whole paragraphs, are left out and said', async () => {
  const styles = `<w:styles><w:style w:type="paragraph" w:styleId="b"><w:name w:val="Letter"/><w:rPr><w:i/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="l"><w:name w:val="家书"/><w:basedOn w:val="b"/></w:style>
<w:style w:type="paragraph" w:styleId="u"><w:name w:val="Upright"/><w:basedOn w:val="b"/><w:rPr><w:i w:val="0"/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="q"><w:name w:val="Quote"/><w:rPr><w:i/></w:rPr></w:style></w:styles>`
  const body = `${paragraph('见字如面。', 'l')}${paragraph('', 'l')}${paragraph('Dear Ann,', 'b')}${paragraph('平', 'u')}${paragraph('引', 'q')}<w:p>${marked('待改', '<w:highlight w:val="yellow"/>')}${marked('定', '<w:highlight w:val="none"/>')}</w:p>`
  const { text, omissions } = await readDocx(docxOf(body, { 'word/styles.xml': styles }))
  expect([text, omissions.map(({ sentence }) => sentence)]).toEqual([
    '见字如面。\n\n\nDear Ann,\n\n平\n\n> 引\n\n待改定\n',
    [
      {
        zh: '2 段的粗体、斜体属于段落样式，没有导入，字都在。',
        en: 'Bold, italics or the like of 2 paragraphs belong to a style and were left out; the words are there.',
      },
      {
        zh: '1 处高亮没有导入，字都在。',
        en: '1 highlighted passage is no longer highlighted; the words are there.',
      },
    ],
  ])
})

test('links stay, as relationships and as fields; what has no place is counted and said', async () => {
  const field = (code: string, words: string) =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(words)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
  const body = `<w:p><w:hyperlink r:id="r9">${run('港')}</w:hyperlink>${field(' HYPERLINK "https://b.cn/" ', '灯')}${field(' HYPERLINK "javascript:x" ', '坏')}${field(' REF _Ref1 \\h ', '见')}${marked('线', '<w:u w:val="single"/>')}${marked('2', '<w:vertAlign w:val="superscript"/>')}${marked('藏', '<w:vanish/>')}${marked('Nave', '<w:caps/>')}${marked('港', '<w:caps/>')}</w:p><w:p><w:r><w:pict><v:rect o:hr="t"/></w:pict></w:r></w:p>${paragraph('#')}`
  const rels = `<Relationships><Relationship Id="r9" Type="http://x/hyperlink" Target="https://a.cn/" TargetMode="External"/></Relationships>`
  const { text, omissions } = await readDocx(docxOf(body, { 'word/_rels/document.xml.rels': rels }))
  expect([text, omissions.map(({ sentence }) => sentence.zh)]).toEqual([
    '[港](https://a.cn/)[灯](https://b.cn/)坏见线2Nave港\n\n* * *\n\n* * *\n',
    [
      '2 个指向文件里别处、或者不安全的链接没有导入，字都在。',
      '1 处下划线没有导入，字都在。',
      '1 处上标或下标变成了普通的字。',
      '1 处隐藏的文字没有导入。',
      '1 处显示成大写的字母变回了原来的写法。',
    ],
  ])
})

test('title and author come from the properties, and a title page that repeats them is no text', async () => {
  const core =
    '<cp:coreProperties><dc:title>雾港来信</dc:title><dc:creator>林远</dc:creator></cp:coreProperties>'
  const styles = `<w:styles><w:style w:styleId="T"><w:name w:val="Title"/></w:style></w:styles>`
  const more = { 'docProps/core.xml': core, 'word/styles.xml': styles }
  const { text, facts, omissions } = await readDocx(
    docxOf(paragraph('雾港来信', 'T') + paragraph('正文'), more),
  )
  expect({ text, facts, said: omissions.map(({ sentence }) => sentence.zh) }).toEqual({
    text: '正文\n',
    facts: { title: '雾港来信', author: '林远' },
    said: ['书名页成了书名和作者，没有放进正文。'],
  })
  expect((await readDocx(docxOf(paragraph('别的', 'T'), more))).text).toBe('别的\n')
})

test('running headers and footers with words are left out and said, and so is what a note leaves out', async () => {
  const rels = `<Relationships>${['header1', 'header2', 'footer1', 'footnotes']
    .map(
      (part) => `<Relationship Id="${part}" Type="http://x/${part.replace(/\d/, '')}" Target="${part}.xml"/>`,
    )
    .join('')}</Relationships>`
  const header = (words: string) => `<w:hdr><w:p>${run(words)}</w:p></w:hdr>`
  const note = `<w:footnotes><w:footnote w:id="1"><w:p>${run('注')}<w:r><w:drawing/></w:r></w:p></w:footnote></w:footnotes>`
  const { text, omissions } = await readDocx(
    docxOf(`<w:p>${run('正文')}<w:r><w:footnoteReference w:id="1"/></w:r></w:p>`, {
      'word/_rels/document.xml.rels': rels,
      'word/header1.xml': header('林 / 雾港来信 / 12'),
      'word/header2.xml': header(' – 12 – '),
      'word/footer1.xml': header('Draft'),
      'word/footnotes.xml': note,
    }),
  )
  expect([text, omissions.map(({ sentence }) => sentence.zh)]).toEqual([
    '正文[^1]\n\n[^1]: 注\n',
    ['2 处页眉或页脚没有导入。', '图片没有导入。'],
  ])
})
