import { type Book, chaptersOf } from './book.ts'
import { levelsOf } from './chapterBlocks.ts'
import { blocksMarkup, escaped, styleOf } from './htmlBlocks.ts'

/** Chapters begin on a page of their own; no heading is the last line of one, and no line of a paragraph stays alone. */
const onPaper = `@page { margin: 22mm 20mm; }
@media print {
body { max-width: none; padding: 0; color: #000; background: #fff; }
section + section { break-before: page; }
h1, h2, h3, hr { break-after: avoid; }
p { orphans: 2; widows: 2; }
aside { break-inside: avoid; }
}
`

/** The book as one page of HTML, without scripts and without anything from elsewhere. */
export function toHtml(book: Book): string {
  const chapters = chaptersOf(book)
  const levels = levelsOf(chapters)
  const sections = chapters.map(
    (blocks, at) => `<section>\n${blocksMarkup(blocks, { levels, prefix: `c${at + 1}` })}\n</section>`,
  )
  const author = book.author === undefined ? '' : `<meta name="author" content="${escaped(book.author)}"/>\n`
  return `<!DOCTYPE html>
<html lang="${escaped(book.language)}">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
${author}<title>${escaped(book.title)}</title>
<style>
body { max-width: 40em; margin: 0 auto; padding: 1em; }
${styleOf(book.language)}${onPaper}</style>
</head>
<body>
${sections.join('\n')}
</body>
</html>
`
}
