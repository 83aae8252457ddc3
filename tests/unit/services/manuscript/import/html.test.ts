import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { html } from '../../../../../main/src/services/manuscript/import/html.ts'

const read = (source: string | Buffer) => html.read(Buffer.from(source), undefined)

test('a page comes in with headings, marks by elements and style sheets, quotations, title, author and language', async () => {
  const page = `<!DOCTYPE html><html lang="en"><head><title>Low Water</title><meta name="author" content="Anna Vance">
<style>.it { font-style: italic }</style><script>var a = '<p>no</p>'</script></head>
<body><h1>Chapter 1</h1><p>She read <span class="it">Emma</span> and <b>did not</b> stop.<a href="https://a.cn/">x</a></p><blockquote><p>信</p></blockquote><hr><p>雾</p></body></html>`
  const { text, facts, headings } = await read(page)
  expect({ text, facts, headings }).toEqual({
    text: '# Chapter 1\n\nShe read *Emma* and **did not** stop.[x](https://a.cn/)\n\n> 信\n\n* * *\n\n雾\n',
    facts: { title: 'Low Water', author: 'Anna Vance', language: 'en' },
    headings: [{ from: 0, level: 1, title: 'Chapter 1' }],
  })
})

test('a page that declares its Chinese encoding is read in it', async () => {
  const page = '<html><head><meta charset="gb2312"></head><body><p>林远没有回头。</p></body></html>'
  const { text, encoding } = await read(iconv.encode(page, 'gb18030'))
  expect([text, encoding]).toEqual(['林远没有回头。\n', 'gb18030'])
})

test('a file without an element is refused, and so is endless nesting', async () => {
  for (const source of ['雾港', '<b>'.repeat(50_000)])
    await expect(read(source)).rejects.toMatchObject({ code: 'IMPORT_BROKEN' })
})

test('an entity is not expanded, and a script’s address is no link', async () => {
  const { text } = await read('<!DOCTYPE x [<!ENTITY a "aaaa">]><p>&a;<a href="javascript:x()">雾</a></p>')
  expect(text.trim().split('\n').at(-1)).toContain('&a;雾')
})

test('rules for paper hide nothing, a later rule wins, and letters that are upright in italics are no emphasis', async () => {
  const css =
    '@media print { .screen { display: none } } @media amzn-kf8 { .k { display: none } @page { margin: 0 } }' +
    '@media screen, print { .off { display: none } } .back { display: none } .back { display: block } .up { font-style: normal } .dot { font-weight: normal; -epub-text-emphasis-style: sesame }'
  const { text, omissions } = await read(
    `<html><head><style>${css}</style></head><body><p class="screen">屏</p><p class="k">书</p><p class="off">隐</p>` +
      '<div class="back"><p>回来</p></div><p><em>在 <span class="up">海鸥号</span> 上</em></p><p>她<strong class="dot">没有</strong>走</p></body></html>',
  )
  expect([text, omissions.map(({ sentence }) => sentence.zh)]).toEqual([
    '屏\n\n书\n\n回来\n\n*在* 海鸥号 *上*\n\n她*没有*走\n',
    ['1 处隐藏的文字没有导入。'],
  ])
})

test('paragraphs that are upright in a bold or slanted block are not said to have lost marks', async () => {
  const style = '<style>.b{font-weight:bold}.n{font-weight:normal}.i{font-style:italic}</style>'
  const page = `<html>${style}<body class="b"><p class="n">一</p><div class="n"><p>二</p><p class="i">三</p></div></body></html>`
  const { omissions } = await read(page)
  expect(omissions.map(({ sentence }) => sentence.zh)).toEqual([
    '1 段的粗体、斜体属于段落样式，没有导入，字都在。',
  ])
})

test('the dots and numbers of lists are left out and said, once for each item', async () => {
  const { text, omissions } = await read(
    '<ul><li><p>起</p><p>续</p></li><li>Second<ol><li>承</li></ol></li></ul>',
  )
  expect([text, omissions.map(({ sentence }) => sentence.zh)]).toEqual([
    '起\n\n续\n\nSecond\n\n承\n',
    ['3 个列表项的编号或圆点不是文字，没有导入，字都在。'],
  ])
})

test('a note below a line is a note, and the paragraph that it leads back to is none', async () => {
  const sign = '<a href="#n1" id="b1">[1]</a>'
  const note = '<article id="n1"><hr><p>[<a href="#b1">1</a>] 见《水经注》。</p></article>'
  const pages = [
    `<p id="b1">好！雾散了${sign.replace(' id="b1"', '')}。</p><p>她走了。</p>${note}`,
    `<p>Good! The fog lifted${sign}.</p><p>She left.</p>${note}`,
  ]
  const texts = []
  for (const page of pages) texts.push((await read(page)).text)
  expect(texts).toEqual([
    '好！雾散了[^1]。\n\n[^1]: 见《水经注》。\n\n她走了。\n',
    'Good! The fog lifted[^1].\n\n[^1]: 见《水经注》。\n\nShe left.\n',
  ])
})
