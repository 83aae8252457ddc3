import { expect, test } from 'vitest'
import { toPayload } from '../../../../../main/src/lib/appError.ts'
import { readEpub } from '../../../../../main/src/services/manuscript/import/epub.ts'
import { epubOf, page } from '../../../../support/officeFiles.ts'

const read = async (...bodies: string[]) => (await readEpub(epubOf(bodies.map(page)))).text

test('pages come in spine order, blocks become paragraphs and h1–h6 headings', async () => {
  const text = await read(
    '<h1>第一章<br/>浸水的信</h1><p>　　信到的<span>那<i>天</i></span>，𠮷野家还开着。</p><div>“你&nbsp;&mdash;&mdash;”<p>甲</p>乙</div>',
    '<h2 class="x">第二章 承</h2><p>一行<br />二行<br/><br/>四行</p><hr/><blockquote><p>信</p></blockquote><ul><li>一</li><li>二</li></ul>',
  )
  expect(text).toBe(
    '# 第一章 浸水的信\n\n　　信到的那*天*，𠮷野家还开着。\n\n“你\u00a0——”\n\n甲\n\n乙\n\n## 第二章 承\n\n一行  \n二行\n\n四行\n\n* * *\n\n> 信\n\n一\n\n二\n',
  )
})

test('white space of the mark-up is no text: none between Chinese characters, one space elsewhere', async () => {
  expect(await read('<p>\n  雾来\n  了，𠮷\n𠮷。\n  New\n  York  \n</p>\n\n<p> \n</p>')).toBe(
    '雾来了，𠮷𠮷。 New York\n',
  )
  expect(await read('<pre>一\n  二</pre>')).toBe('一  \n二\n')
})

test('broken mark-up is forgiven; scripts, styles and annotations are no text', async () => {
  expect(
    await read('<constructor/><p>一<p>二<b>三<p/>四</i><script>var a = "<p>不</p>"</script><title/>五'),
  ).toBe('一\n\n二**三**\n\n**四五**\n')
  const { text, omissions } = await readEpub(
    epubOf([
      page(
        '<p><ruby>雾<rp>(</rp><rt>wù</rt><rp>)</rp></ruby><img src="a.png"/>港</p><svg><text>图</text></svg>',
      ),
    ]),
  )
  expect([text, omissions.map(({ sentence }) => sentence.zh)]).toEqual([
    '雾港\n',
    ['注音没有导入，正文的字都在。', '图片没有导入。', '图片没有导入。'],
  ])
})

test('the navigation page, pages that are missing and pages that are pictures are listed', async () => {
  const opf = `<opf:package><opf:manifest>
    <opf:item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <opf:item id="gone" href="gone.xhtml" media-type="application/xhtml+xml"/>
    <opf:item id="picture" href="c.jpg" media-type="image/jpeg" properties="cover-image"/>
    <opf:item id="cover" href="cover.svg" media-type="image/svg+xml"/>
    <opf:item id="p0" href="../OEBPS/text/page%200.xhtml#x" media-type="application/xhtml+xml"/>
    </opf:manifest><opf:spine><opf:itemref idref="cover"/><opf:itemref idref="nav"/><opf:itemref idref="p0"/>
    <opf:itemref idref="gone"/><opf:itemref idref="p0"/><opf:itemref idref="__proto__"/></opf:spine></opf:package>`
  const { text, omissions } = await readEpub(
    epubOf([page('<p>雾</p>')], { 'OEBPS/content.opf': opf, 'OEBPS/nav.xhtml': page('<p>目录</p>') }),
  )
  expect([text, omissions.map(({ sentence }) => sentence.zh)]).toEqual([
    '雾\n',
    [
      '封面图片没有导入。',
      '一页不是文字的内容没有导入。',
      '目录页没有导入。',
      '书里列出的“gone.xhtml”不在文件里。',
    ],
  ])
})

const encryption = (algorithm: string) =>
  `<encryption><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/></enc:EncryptedData></encryption>`

test('copy protection is named; scrambled fonts are none', async () => {
  const locked = (algorithm: string) =>
    readEpub(epubOf([page('<p>雾</p>')], { 'META-INF/encryption.xml': encryption(algorithm) }))
  expect(await locked('http://www.w3.org/2001/04/xmlenc#aes128-cbc').catch(toPayload)).toMatchObject({
    code: 'IMPORT_UNSUPPORTED',
    message: expect.stringContaining('DRM'),
  })
  expect((await locked('http://www.idpf.org/2008/embedding')).text).toBe('雾\n')
})

test.each([
  ['no zip', Buffer.from('雾'), 'IMPORT_BROKEN'],
  ['no container', epubOf([], { 'META-INF/container.xml': '<container/>' }), 'IMPORT_BROKEN'],
  ['broken container', epubOf([], { 'META-INF/container.xml': '<container><a>' }), 'IMPORT_BROKEN'],
  ['broken package', epubOf([page('')], { 'OEBPS/content.opf': '<package><spine>' }), 'IMPORT_BROKEN'],
  ['no pages', epubOf([]), 'IMPORT_BROKEN'],
  ['a bomb', epubOf([page('<p>a</p>'.repeat(1_000_000))]), 'FILE_TOO_LARGE'],
  ['endless nesting', epubOf([page('<b>'.repeat(50_000))]), 'IMPORT_BROKEN'],
])('a book with the fault “%s” is a clear error', async (_, bytes, code) => {
  await expect(readEpub(bytes)).rejects.toMatchObject({ code })
})

test('marks stay, from elements, style attributes and classes; of a heading and a paragraph’s own style they are none', async () => {
  const opf = `<package><metadata><dc:title>雾港</dc:title><dc:creator>林远</dc:creator><dc:language>zh-CN</dc:language></metadata><manifest>
    <item id="c" href="a.css" media-type="text/css"/><item id="p0" href="text/page%200.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="p0"/></spine></package>`
  const body = `<h1 class="i"><b>第一章</b></h1><p class="i">他说<b>“走”</b>了，<span class="i">Titanic</span><span style="font-variant: small-caps">Nave</span><del>旧</del><a href="https://a.cn/">港</a><a href="#x">内</a><u>线</u><mark>亮</mark><span class="no">藏</span></p>`
  const { text, facts, omissions } = await readEpub(
    epubOf([page(body)], {
      'OEBPS/content.opf': opf,
      'OEBPS/a.css': '/* x */ p, .i { font-style: italic } .no{display:none}',
    }),
  )
  expect({ text, facts, said: omissions.map(({ sentence }) => sentence.zh) }).toEqual({
    text: '# 第一章\n\n他说**“走”**了，*Titanic*<span class="smallcaps">Nave</span>~~旧~~[港](https://a.cn/)内线亮\n',
    facts: { title: '雾港', author: '林远', language: 'zh-CN' },
    said: [
      '1 处隐藏的文字没有导入。',
      '1 段的粗体、斜体属于段落样式，没有导入，字都在。',
      '1 个指向文件里别处、或者不安全的链接没有导入，字都在。',
      '1 处下划线没有导入，字都在。',
      '1 处高亮没有导入，字都在。',
    ],
  })
})

test('of an epub:switch the text is the one for readers that know nothing else', async () => {
  const one = (other: string, words: string) =>
    `<epub:switch><epub:case required-namespace="http://www.w3.org/1998/Math/MathML">${other}</epub:case><epub:default><p>${words}</p></epub:default></epub:switch>`
  expect(await read(one('<math><mi>x</mi></math>', '雾港'), one('<p>No</p>', 'Low Water'))).toBe(
    '雾港\n\nLow Water\n',
  )
})

test('notes stand behind the paragraph that refers to them, of EPUB 3 and of EPUB 2, from other pages too', async () => {
  const three =
    '<p>河<a epub:type="noteref" href="#n1">1</a>水<sup><a id="r2" href="page%201.xhtml#n2">[2]</a></sup>流。</p><p>见<a href="page%201.xhtml">1</a>。</p><aside epub:type="footnote" id="n1"><p>1. 《<i>水经注</i>》</p></aside>'
  const notes = '<h2>注释</h2><p id="n2"><a href="page%200.xhtml#r2">[2]</a> 郦道元。</p><p>后文</p>'
  expect(await read(three, notes)).toBe(
    '河[^1]水[^2]流。\n\n[^1]: 《*水经注*》\n\n[^2]: 郦道元。\n\n见1。\n\n## 注释\n\n后文\n',
  )
})

test('a page of many elements with ids and links is read in linear time', { tags: ['whole'] }, async () => {
  const body = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => `<p id="a${at}"><i>雾</i><a href="#a${count - at}">${at % 99}</a></p>`,
    ).join('')
  const time = async (count: number) => {
    const start = process.cpuUsage()
    await read(body(count))
    const { user, system } = process.cpuUsage(start)
    return user + system
  }
  await time(500)
  expect((await time(16_000)) / (await time(8_000))).toBeLessThan(5)
})
