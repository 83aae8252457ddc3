import { strToU8, type Zippable, zipSync } from 'fflate'
import { type Block, plainText } from '../document/block.ts'
import { type Book, chaptersOf } from './book.ts'
import { levelsOf, notesOf } from './chapterBlocks.ts'
import type { Cover } from './cover.ts'
import { blocksMarkup, escaped, styleOf } from './htmlBlocks.ts'

interface Page {
  readonly file: string
  readonly title: string
  readonly body: string
  readonly type: 'titlepage' | 'part' | 'chapter' | 'frontmatter'
  /** In the contents: below the part before it. */
  readonly isBelow: boolean
}

/**
 * The book as EPUB 3 with the older table of contents in addition to the new one: its cover where it has one, a title
 * page, a page for each part and each chapter, notes at the end of their chapter.
 */
export function toEpub(book: Book): Uint8Array {
  const pages = pagesOf(book)
  const text = (content: string): Zippable[string] => strToU8(content)
  const files: Zippable = {
    // The format requires this entry first, and uncompressed.
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': text(container),
    'EPUB/package.opf': text(packageOf(book, pages)),
    'EPUB/nav.xhtml': text(navigationOf(book, pages)),
    'EPUB/toc.ncx': text(ncxOf(book, pages)),
    'EPUB/book.css': text(styleOf(book.language) + (book.cover ? coverStyle : '')),
  }
  if (book.cover) {
    // A picture is compressed already.
    files[`EPUB/${pictureOf(book.cover)}`] = [book.cover.bytes, { level: 0 }]
    files['EPUB/cover.xhtml'] = text(coverPage(book, book.cover))
  }
  for (const page of pages) files[`EPUB/${page.file}`] = text(pageOf(book, page))
  return zipSync(files)
}

function pagesOf(book: Book): readonly Page[] {
  const chapters = chaptersOf(book)
  const levels = levelsOf(chapters)
  const by = book.author === undefined ? '' : `\n<p>${escaped(book.author)}</p>`
  const titlePage: Page = {
    ...{ file: 'title.xhtml', title: book.title, type: 'titlepage', isBelow: false },
    body: `<div class="title-page">\n<p><strong>${escaped(book.title)}</strong></p>${by}\n</div>`,
  }
  let hasPart = false
  const pages = chapters.flatMap((blocks, at): Page[] => {
    const number = String(at + 1).padStart(5, '0')
    const prefix = `c${at + 1}`
    const parts = blocks.filter(({ kind }) => kind === 'part')
    const notes = blocks.filter(({ kind }) => kind === 'note')
    const notesAt = (part: Block) => {
      const ids = notesOf([part, ...notes])
      return notes.filter((note) => note.kind === 'note' && ids.has(note.id))
    }
    const below = blocks.filter(({ kind }) => kind !== 'part')
    const [ofParts, ofChapter] = [new Set(parts.flatMap(notesAt)), notesOf(below)]
    const remaining = below.filter(
      (block) => block.kind !== 'note' || !ofParts.has(block) || ofChapter.has(block.id),
    )
    const chapter = book.chapters[at]
    const partPages = parts.map(
      (part, index): Page => ({
        ...{ file: `part-${number}-${index + 1}.xhtml`, title: wordsOf(part), type: 'part', isBelow: false },
        body: blocksMarkup([part, ...notesAt(part)], { levels, prefix }),
      }),
    )
    hasPart ||= partPages.length > 0
    return [
      ...partPages,
      {
        file: `chapter-${number}.xhtml`,
        title: chapter?.title ?? '',
        type: chapter?.kind === 'front' ? 'frontmatter' : 'chapter',
        isBelow: hasPart,
        body: blocksMarkup(remaining, { levels, prefix }),
      },
    ]
  })
  return [titlePage, ...pages]
}

const wordsOf = (block: Block) => ('content' in block ? plainText(block.content) : '')

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

const pageOf = (book: Book, { title, body, type }: Page) =>
  xhtml(book, title, `<section epub:type="${type}">\n${body === '' ? '<p></p>' : body}\n</section>`)

const pictureOf = ({ mediaType }: Cover) => (mediaType === 'image/png' ? 'cover.png' : 'cover.jpg')

const coverStyle = `.cover { margin: 0; text-align: center; }
.cover img { max-width: 100%; max-height: 100vh; }
`

const coverName = ({ language }: Book) => (language.startsWith('zh') ? '封面' : 'Cover')

const coverPage = (book: Book, cover: Cover) =>
  xhtml(
    book,
    book.title,
    `<section epub:type="cover" class="cover">\n<img src="${pictureOf(cover)}" alt="${escaped(book.title)}"/>\n</section>`,
  )

/** The pages that a table of contents lists, each with those below it. */
function contentsOf(
  pages: readonly Page[],
): readonly { readonly page: Page; readonly below: readonly Page[] }[] {
  const entries: { page: Page; below: Page[] }[] = []
  for (const page of pages) {
    if (page.type === 'titlepage') continue
    const last = entries.at(-1)
    if (page.isBelow && last) last.below.push(page)
    else entries.push({ page, below: [] })
  }
  return entries
}

const navigationOf = (book: Book, pages: readonly Page[]) => {
  const isChinese = book.language.startsWith('zh')
  const name = isChinese ? '目录' : 'Contents'
  const link = ({ file, title }: Page) => `<a href="${file}">${escaped(title)}</a>`
  const items = contentsOf(pages).map(({ page, below }) => {
    const list = below.map((item) => `<li>${link(item)}</li>`).join('\n')
    return `<li>${link(page)}${list === '' ? '' : `\n<ol>\n${list}\n</ol>`}</li>`
  })
  const start = pages.find(({ type }) => type === 'part' || type === 'chapter')
  const landmarks = [
    ...(book.cover ? [`<li><a epub:type="cover" href="cover.xhtml">${coverName(book)}</a></li>`] : []),
    `<li><a epub:type="titlepage" href="title.xhtml">${isChinese ? '书名页' : 'Title page'}</a></li>`,
    ...(start
      ? [
          `<li><a epub:type="bodymatter" href="${start.file}">${isChinese ? '正文' : 'Start of the text'}</a></li>`,
        ]
      : []),
  ]
  // A list without entries is not allowed.
  const list = items.length === 0 ? '<li><a href="title.xhtml">1</a></li>' : items.join('\n')
  return xhtml(
    book,
    name,
    `<nav epub:type="toc" role="doc-toc" id="toc"><h1>${name}</h1><ol>\n${list}\n</ol></nav>
<nav epub:type="landmarks" hidden="hidden"><ol>\n${landmarks.join('\n')}\n</ol></nav>`,
  )
}

function ncxOf({ id, title }: Book, pages: readonly Page[]): string {
  let order = 0
  const point = (page: Page): string => {
    order += 1
    return `<navPoint id="point-${order}" playOrder="${order}"><navLabel><text>${escaped(page.title)}</text></navLabel><content src="${page.file}"/>`
  }
  const points = contentsOf(pages).map(({ page, below }) => {
    const start = point(page)
    return `${start}${below.map((inner) => `${point(inner)}</navPoint>`).join('\n')}</navPoint>`
  })
  return `${declaration}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">
<head><meta name="dtb:uid" content="${escaped(id)}"/></head>
<docTitle><text>${escaped(title)}</text></docTitle>
<navMap>
${points.join('\n')}
</navMap>
</ncx>
`
}

/** What the package says of a cover, each in its place; nothing without one. */
function coverMetadata(book: Book) {
  const isChinese = book.language.startsWith('zh')
  const { cover } = book
  if (!cover)
    return {
      ...{ meta: '', modes: '', features: '', items: '', spine: '', guide: '' },
      summary: isChinese
        ? '全书都是文字，有目录。'
        : 'The book is text throughout, with a table of contents.',
    }
  return {
    meta: '<meta name="cover" content="cover-image"/>\n',
    modes: '<meta property="schema:accessMode">visual</meta>\n',
    features: '<meta property="schema:accessibilityFeature">alternativeText</meta>\n',
    items: `<item id="cover-image" href="${pictureOf(cover)}" media-type="${cover.mediaType}" properties="cover-image"/>
<item id="cover" href="cover.xhtml" media-type="application/xhtml+xml"/>\n`,
    spine: '<itemref idref="cover"/>\n',
    guide: `<guide><reference type="cover" title="${coverName(book)}" href="cover.xhtml"/></guide>\n`,
    summary: isChinese
      ? '除封面外全书都是文字，有目录；封面的替代文字是书名。'
      : 'The book is text except for the cover, whose alternative text is the title, with a table of contents.',
  }
}

function packageOf(book: Book, pages: readonly Page[]): string {
  const { id, title, author, language, modified } = book
  const ofCover = coverMetadata(book)
  const items = pages.map(
    ({ file }, at) => `<item id="page-${at + 1}" href="${file}" media-type="application/xhtml+xml"/>`,
  )
  const spine = pages.map((_, at) => `<itemref idref="page-${at + 1}"/>`)
  return `${declaration}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="book-id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="book-id">${escaped(id)}</dc:identifier>
<dc:title>${escaped(title)}</dc:title>
${author === undefined ? '' : `<dc:creator id="author">${escaped(author)}</dc:creator>\n`}<dc:language>${escaped(language)}</dc:language>
<meta property="dcterms:modified">${escaped(modified)}</meta>
${ofCover.meta}<meta property="schema:accessMode">textual</meta>
${ofCover.modes}<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityFeature">structuralNavigation</meta>
${ofCover.features}<meta property="schema:accessibilityHazard">none</meta>
<meta property="schema:accessibilitySummary">${ofCover.summary}</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
<item id="style" href="book.css" media-type="text/css"/>
${ofCover.items}${items.join('\n')}
</manifest>
<spine toc="ncx">
${ofCover.spine}${spine.join('\n')}
</spine>
${ofCover.guide}</package>
`
}
