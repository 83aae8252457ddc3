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
  test('runs, links, breaks and tabs stay; old versions, fallbacks, field codes and tab stops go', async () => {
    const body = `<w:p><w:pPr><w:tabs><w:tab w:pos="1"/></w:tabs></w:pPr>${run('雾')}<w:hyperlink>${run('港')}</w:hyperlink><w:r><w:tab/><w:br/><w:br w:type="page"/></w:r><w:ins>${run('新')}</w:ins><w:del><w:r><w:delText>旧</w:delText></w:r></w:del><w:moveFrom>${run('移')}</w:moveFrom><w:r><w:instrText>PAGE</w:instrText></w:r><mc:AlternateContent><mc:Choice>${run('甲')}</mc:Choice><mc:Fallback>${run('乙')}</mc:Fallback></mc:AlternateContent></w:p>`
    expect(await textOf(body)).toBe('雾港\t\n新甲\n')
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
    const contents = paragraph('第一章 …… 1', 't1') + paragraph('第二章 …… 9', 't1')
    const { text, omissions } = await readDocx(docxOf(contents + box + picture + table + numbered))
    expect([text.split(/\n+/), omissions.map(({ sentence }) => sentence.zh)]).toEqual([
      ['框里的字', '格一', '格二', '起', ''],
      [
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
    .filter((text) => /^[\p{L}\p{N}\p{P}]*$/u.test(text))
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
