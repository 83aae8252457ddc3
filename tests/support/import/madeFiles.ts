import iconv from 'iconv-lite'
import { epubOf, page } from '../officeFiles.ts'

/** Files as bytes: encodings and EPUBs, each with what a reader would expect of them. */
export interface MadeFile {
  readonly name: string
  readonly fileName: string
  readonly bytes: Buffer
  /** What the person says, where detection is not asked. */
  readonly given?: string
  /** As the import names it; undefined: too little to be sure, so that a person is asked. */
  readonly encoding: string | undefined
  readonly chapters: readonly string[]
  readonly doubts?: readonly string[]
}

const simplified = (chapter: number) =>
  `第${'一二三'[chapter]}章 雾港\r\n${'　　林远把信折好，他说：“没有人来。”这是第一天的事，我们都不知道他是谁。\r\n'.repeat(12)}`
const traditional = (chapter: number) =>
  `第${'一二三'[chapter]}章 霧港\r\n${'　　林遠把信折好，他說：「沒有人來。」這是第一天的事，我們都不知道他是誰。\r\n'.repeat(12)}`
const japanese = (chapter: number) =>
  `第${'一二三'[chapter]}章　霧の港\n${'　霧が港から上がってきた。彼は手紙を折りたたみ、何も言わなかった。「誰も来ない」と彼女は言った。\n'.repeat(12)}`
const korean = (chapter: number) =>
  `제${chapter + 1}장 안개\n${'안개가 항구에서 올라왔다. 그는 편지를 접어 주머니에 넣고 아무 말도 하지 않았다. “아무도 오지 않아.” 그녀가 말했다.\n'.repeat(12)}`
const french = (chapter: number) =>
  `Chapitre ${chapter + 1}\n${'La brume montait du port, et l’été était déjà passé. « Personne ne viendra », dit-elle à son frère aîné, où qu’il fût.\n'.repeat(12)}`
const english = (chapter: number) =>
  `CHAPTER ${chapter + 1}\n${'“Don’t go,” she said — and it was the café where they had met, as he knew.\n'.repeat(12)}`
const three = (one: (chapter: number) => string) => [0, 1, 2].map(one).join('')

const chineseChapters = ['第一章 雾港', '第二章 雾港', '第三章 雾港']
const traditionalChapters = ['第一章 霧港', '第二章 霧港', '第三章 霧港']
const japaneseChapters = ['第一章　霧の港', '第二章　霧の港', '第三章　霧の港']
const koreanChapters = ['제1장 안개', '제2장 안개', '제3장 안개']

const text = (
  name: string,
  words: string,
  encoding: string,
  chapters: readonly string[],
  given?: string,
): MadeFile => ({
  name: `${name}${given ? ', said to be so' : ''}`,
  fileName: 'a.txt',
  bytes: iconv.encode(words, encoding),
  encoding,
  chapters,
  ...(given && { given }),
})

const encodings: MadeFile[] = [
  text('UTF-8', three(simplified), 'utf-8', chineseChapters),
  text('GB18030', three(simplified), 'gb18030', chineseChapters),
  text('Big5', three(traditional), 'big5', traditionalChapters),
  text('Big5', three(traditional), 'big5', traditionalChapters, 'big5'),
  text('Shift-JIS', three(japanese), 'shift_jis', japaneseChapters),
  text('Shift-JIS', three(japanese), 'shift_jis', japaneseChapters, 'shift_jis'),
  text('EUC-JP', three(japanese), 'euc-jp', japaneseChapters),
  text('EUC-KR', three(korean), 'euc-kr', koreanChapters),
  text('EUC-KR', three(korean), 'euc-kr', koreanChapters, 'euc-kr'),
  text('UTF-16 LE', three(simplified), 'utf-16le', chineseChapters),
  text('UTF-16 BE', three(traditional), 'utf-16be', traditionalChapters),
  text('Windows-1252', three(english), 'windows-1252', ['CHAPTER 1', 'CHAPTER 2', 'CHAPTER 3']),
  text('Windows-1252 in French', three(french), 'windows-1252', ['Chapitre 1', 'Chapitre 2', 'Chapitre 3']),
  {
    name: 'four Latin letters with accents',
    fileName: 'a.txt',
    bytes: Buffer.from([0xe9, 0xe8, 0xb0, 0xa1]),
    encoding: undefined,
    chapters: [],
  },
]

const ncx = (points: readonly (readonly [string, string])[]) =>
  `<ncx><navMap>${points.map(([label, src]) => `<navPoint><navLabel><text>${label}</text></navLabel><content src="${src}"/></navPoint>`).join('')}</navMap></ncx>`
const body = (letter: string) =>
  `<p>　　${`雾从港口漫上来${letter}，把路灯一盏一盏吞掉。`.repeat(8)}</p>`.repeat(6)
const item = (id: string, href: string, more = '') =>
  `<item id="${id}" href="${href}" media-type="application/xhtml+xml" ${more}/>`
const packageOf = (items: string, refs: readonly string[], toc = '') =>
  `<package><manifest>${items}</manifest><spine${toc}>${refs.map((ref) => `<itemref idref="${ref}"/>`).join('')}</spine></package>`
const pages = ['甲', '乙', '丙'].map((letter) => page(body(letter)))
const places = [0, 1, 2].map((index) => `text/page%20${index}.xhtml`)
const items = places.map((href, index) => item(`p${index}`, href)).join('')
const ids = ['p0', 'p1', 'p2']
const ncxItem = '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
const named = ['雾起', '潮落', '浸水的信']
const points = named.map((label, index) => [label, places[index] ?? ''] as const)
const navPage = page(
  `<nav epub:type="toc"><ol>${points.map(([label, href]) => `<li><a href="${href}">${label}</a></li>`).join('')}</ol></nav>`,
)
const linkPage = page(
  `<h1>目录</h1>${points.map(([label, href]) => `<p><a href="../${href}">${label}</a></p>`).join('')}`,
)

const epub = (
  name: string,
  bytes: Buffer,
  chapters: readonly string[],
  doubts?: readonly string[],
): MadeFile => ({
  name,
  fileName: 'a.epub',
  bytes,
  encoding: 'epub',
  chapters,
  ...(doubts && { doubts }),
})

const epubs: MadeFile[] = [
  epub(
    'an EPUB with only an NCX',
    epubOf(pages, {
      'OEBPS/content.opf': packageOf(items + ncxItem, ids, ' toc="ncx"'),
      'OEBPS/toc.ncx': ncx(points),
    }),
    named,
  ),
  epub(
    'an EPUB with a nav that is not in the spine',
    epubOf(pages, {
      'OEBPS/content.opf': packageOf(items + item('nav', 'nav.xhtml', 'properties="nav"'), ids),
      'OEBPS/nav.xhtml': navPage,
    }),
    named,
  ),
  epub(
    'an NCX that names places within one page',
    epubOf(
      [page(named.map((label, index) => `<p id="c${index}" class="t">${label}</p>${body(label)}`).join(''))],
      {
        'OEBPS/content.opf': packageOf(item('p0', places[0] ?? '') + ncxItem, ['p0'], ' toc="ncx"'),
        'OEBPS/toc.ncx': ncx(named.map((label, index) => [label, `${places[0]}#c${index}`] as const)),
      },
    ),
    named,
  ),
  epub(
    'an EPUB whose headings say more than its NCX',
    epubOf(
      ['一', '二', '三'].map((n) => page(`<p>第${n}章 雾</p>${body(n)}`)),
      {
        'OEBPS/content.opf': packageOf(items + ncxItem, ids, ' toc="ncx"'),
        'OEBPS/toc.ncx': ncx([['正文', places[0] ?? '']]),
      },
    ),
    ['第一章 雾', '第二章 雾', '第三章 雾'],
  ),
  epub(
    'a contents page of links in the spine',
    epubOf([...pages, linkPage], {
      'OEBPS/content.opf': packageOf(
        `${items}${item('p3', 'text/page%203.xhtml')}${ncxItem}`,
        ['p3', ...ids],
        ' toc="ncx"',
      ),
      'OEBPS/toc.ncx': ncx(points),
    }),
    named,
    ['omitted'],
  ),
  epub(
    'a page that is a picture with a fallback in words',
    epubOf(pages, {
      'OEBPS/content.opf': packageOf(
        `<item id="p0" href="text/a.pdf" media-type="application/pdf" fallback="q"/>${item('q', places[0] ?? '')}${item('p1', places[1] ?? '')}${item('p2', places[2] ?? '')}${ncxItem}`,
        ids,
        ' toc="ncx"',
      ),
      'OEBPS/toc.ncx': ncx(points),
    }),
    named,
  ),
  epub('headings in the pages', epubOf(named.map((label) => page(`<h2>${label}</h2>${body(label)}`))), named),
]

export const madeFiles: readonly MadeFile[] = [...encodings, ...epubs]
