import { type Book, chaptersOf } from './book.ts'
import { levelsOf } from './chapterBlocks.ts'
import { blocksMarkup, escaped, styleOf } from './htmlBlocks.ts'

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
${styleOf(book.language)}</style>
</head>
<body>
${sections.join('\n')}
</body>
</html>
`
}
