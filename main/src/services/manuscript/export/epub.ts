import { strToU8, type Zippable, zipSync } from 'fflate'
import type { Book } from './book.ts'
import { type Piece, piecesOf, type Run } from './pieces.ts'

interface Page {
  readonly file: string
  readonly title: string
  readonly body: string
}

/** The book as EPUB 3 with the older table of contents in addition to the new one: a page per chapter. */
export function toEpub(book: Book): Uint8Array {
  const pages = book.chapters.map(
    (chapter, at): Page => ({
      file: `chapter-${String(at + 1).padStart(5, '0')}.xhtml`,
      title: chapter.title,
      body: piecesOf(chapter).map(markupOf).join('\n'),
    }),
  )
  const text = (content: string): Zippable[string] => strToU8(content)
  const files: Zippable = {
    // The format requires this entry first, and uncompressed.
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': text(container),
    'EPUB/package.opf': text(packageOf(book, pages)),
    'EPUB/nav.xhtml': text(navigationOf(book, pages)),
    'EPUB/toc.ncx': text(ncxOf(book, pages)),
    'EPUB/book.css': text(styleOf(book)),
  }
  for (const page of pages) files[`EPUB/${page.file}`] = text(pageOf(book, page))
  return zipSync(files)
}

/** XML allows neither other control characters nor halves of surrogate pairs, in any spelling. */
const escaped = (text: string) =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be left out
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

function markupOf(piece: Piece): string {
  switch (piece.kind) {
    case 'break':
      return '<hr/>'
    case 'paragraph': {
      const paragraph = `<p>${piece.runs.map(runMarkup).join('')}</p>`
      return piece.quoted ? `<blockquote>${paragraph}</blockquote>` : paragraph
    }
    case 'scene':
      return `<h2>${escaped(piece.text)}</h2>`
    default:
      return `<h1${piece.kind === 'volume' ? ' class="volume"' : ''}>${escaped(piece.text)}</h1>`
  }
}

function runMarkup({ text, strong, emphasis }: Run): string {
  if (strong) return `<strong>${escaped(text)}</strong>`
  return emphasis ? `<em>${escaped(text)}</em>` : escaped(text)
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

const container = `${declaration}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`

const xhtml = ({ language }: Book, title: string, body: string) => `${declaration}<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${escaped(language)}" xml:lang="${escaped(language)}">
<head><title>${escaped(title)}</title><link rel="stylesheet" type="text/css" href="book.css"/></head>
<body>
${body}
</body>
</html>
`

const pageOf = (book: Book, { title, body }: Page) =>
  xhtml(book, title, `<section epub:type="chapter">\n${body === '' ? '<p></p>' : body}\n</section>`)

const navigationOf = (book: Book, pages: readonly Page[]) => {
  const name = book.language.startsWith('zh') ? '目录' : 'Contents'
  const items = pages.map(({ file, title }) => `<li><a href="${file}">${escaped(title)}</a></li>`)
  return xhtml(
    book,
    name,
    `<nav epub:type="toc" id="toc"><h1>${name}</h1><ol>\n${items.join('\n')}\n</ol></nav>`,
  )
}

function ncxOf({ id, title }: Book, pages: readonly Page[]): string {
  const points = pages.map(
    (page, at) =>
      `<navPoint id="point-${at + 1}" playOrder="${at + 1}"><navLabel><text>${escaped(page.title)}</text></navLabel><content src="${page.file}"/></navPoint>`,
  )
  return `${declaration}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">
<head><meta name="dtb:uid" content="${escaped(id)}"/></head>
<docTitle><text>${escaped(title)}</text></docTitle>
<navMap>
${points.join('\n')}
</navMap>
</ncx>
`
}

function packageOf({ id, title, language, modified }: Book, pages: readonly Page[]): string {
  const items = pages.map(
    ({ file }, at) => `<item id="page-${at + 1}" href="${file}" media-type="application/xhtml+xml"/>`,
  )
  const spine = pages.map((_, at) => `<itemref idref="page-${at + 1}"/>`)
  return `${declaration}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="book-id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="book-id">${escaped(id)}</dc:identifier>
<dc:title>${escaped(title)}</dc:title>
<dc:language>${escaped(language)}</dc:language>
<meta property="dcterms:modified">${escaped(modified)}</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
<item id="style" href="book.css" media-type="text/css"/>
${items.join('\n')}
</manifest>
<spine toc="ncx">
${spine.join('\n')}
</spine>
</package>
`
}

const styleOf = ({ language }: Book) => `body { line-height: 1.75; }
p { margin: 0; text-indent: ${language.startsWith('zh') ? '2em' : '1.5em'}; }
h1, h2 { text-align: center; }
hr { border: 0; text-align: center; }
hr::before { content: "* * *"; }
`
