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
    '# 第一章 浸水的信\n\n　　信到的那天，𠮷野家还开着。\n\n“你\u00a0——”\n\n甲\n\n乙\n\n## 第二章 承\n\n一行\n二行\n\n四行\n\n* * *\n\n信\n\n一\n\n二\n',
  )
})

test('white space of the mark-up is no text: none between Chinese characters, one space elsewhere', async () => {
  expect(await read('<p>\n  雾来\n  了，𠮷\n𠮷。\n  New\n  York  \n</p>\n\n<p> \n</p>')).toBe(
    '雾来了，𠮷𠮷。 New York\n',
  )
  expect(await read('<pre>一\n  二</pre>')).toBe('一\n  二\n')
})

test('broken mark-up is forgiven; scripts, styles and annotations are no text', async () => {
  expect(
    await read('<constructor/><p>一<p>二<b>三<p/>四</i><script>var a = "<p>不</p>"</script><title/>五'),
  ).toBe('一\n\n二三\n\n四五\n')
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
    <opf:item id="cover" href="cover.svg" media-type="image/svg+xml"/>
    <opf:item id="p0" href="../OEBPS/text/page%200.xhtml#x" media-type="application/xhtml+xml"/>
    </opf:manifest><opf:spine><opf:itemref idref="cover"/><opf:itemref idref="nav"/><opf:itemref idref="p0"/>
    <opf:itemref idref="gone"/><opf:itemref idref="p0"/><opf:itemref idref="__proto__"/></opf:spine></opf:package>`
  const { text, omissions } = await readEpub(
    epubOf([page('<p>雾</p>')], { 'OEBPS/content.opf': opf, 'OEBPS/nav.xhtml': page('<p>目录</p>') }),
  )
  expect([text, omissions.map(({ sentence }) => sentence.zh)]).toEqual([
    '雾\n',
    ['一页不是文字的内容没有导入。', '目录页没有导入。', '书里列出的“gone.xhtml”不在文件里。'],
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
