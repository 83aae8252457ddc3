import type { Block, Inline } from '../document/block.ts'
import { isVerse } from '../document/block.ts'
import { type levelsOf, withNotes } from './chapterBlocks.ts'

/** XML allows neither other control characters nor halves of surrogate pairs, in any spelling. */
export const charactersOfXml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be left out
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')

/** The text as content or attribute of an element. */
export const escaped = (text: string): string =>
  charactersOfXml(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** The markup of a chapter, which is the same in an EPUB and on a page. */
export interface ChapterMarkup {
  readonly levels: ReturnType<typeof levelsOf>
  /** Makes the ids of this chapter's notes unique in the file; letters, digits and `-`. */
  readonly prefix: string
}

/** XHTML of blocks, valid as HTML too: quotations in a row are one, notes are at the end. */
export function blocksMarkup(given: readonly Block[], { levels, prefix }: ChapterMarkup): string {
  const { blocks, notes } = withNotes(given)
  const numbers = new Map<string, number>()
  const lines: string[] = []
  let inQuotation = false
  for (const block of blocks) {
    const isQuoted = block.kind === 'paragraph' && block.quoted === true
    if (isQuoted !== inQuotation) lines.push(isQuoted ? '<blockquote>' : '</blockquote>')
    inQuotation = isQuoted
    if (block.kind === 'sceneBreak') lines.push('<hr/>')
    else if (block.kind === 'paragraph')
      lines.push(
        `<p${isVerse(block.content) ? ' class="verse"' : ''}>${inlineMarkup(block.content, numbers, prefix)}</p>`,
      )
    else {
      const level = levels[block.kind]
      const type = block.kind === 'part' ? ' class="part"' : ''
      lines.push(`<h${level}${type}>${inlineMarkup(block.content, numbers, prefix)}</h${level}>`)
    }
  }
  if (inQuotation) lines.push('</blockquote>')
  for (const [id, number] of numbers)
    lines.push(
      `<aside epub:type="footnote" role="doc-footnote" id="${prefix}-note-${number}"><p><a href="#${prefix}-sign-${number}">${number}.</a> ${inlineMarkup(notes.get(id) ?? [], numbers, prefix)}</p></aside>`,
    )
  return lines.join('\n')
}

function inlineMarkup(content: readonly Inline[], numbers: Map<string, number>, prefix: string): string {
  return content
    .map((inline) => {
      if (inline.kind === 'lineBreak') return '<br/>'
      if (inline.kind === 'noteSign') {
        const isFirst = !numbers.has(inline.id)
        const number = numbers.get(inline.id) ?? numbers.size + 1
        numbers.set(inline.id, number)
        const id = isFirst ? ` id="${prefix}-sign-${number}"` : ''
        return `<a epub:type="noteref" role="doc-noteref"${id} href="#${prefix}-note-${number}">${number}</a>`
      }
      let markup = escaped(inline.text)
      if (inline.smallCaps) markup = `<span style="font-variant: small-caps">${markup}</span>`
      if (inline.strike) markup = `<del>${markup}</del>`
      if (inline.emphasis) markup = `<em>${markup}</em>`
      if (inline.strong) markup = `<strong>${markup}</strong>`
      return inline.link === undefined ? markup : `<a href="${escaped(inline.link)}">${markup}</a>`
    })
    .join('')
}

/** The style of a book on a page: indents for prose, none for what follows a gap in Western books. */
export const styleOf = (language: string): string => {
  const isChinese = language.startsWith('zh')
  return `body { line-height: 1.75; }
p { margin: 0; text-indent: ${isChinese ? '2em' : '1.5em'}; }
${isChinese ? '' : 'h1 + p, h2 + p, h3 + p, hr + p { text-indent: 0; }\n'}.verse { margin: 1em 2em; text-indent: 0; }
blockquote { margin: 1em 2em; }
h1, h2, h3 { text-align: center; }
hr { border: 0; text-align: center; }
hr::before { content: "* * *"; }
a[role="doc-noteref"] { font-size: 0.75em; vertical-align: super; text-decoration: none; }
aside { margin-top: 1em; font-size: 0.9em; }
.title-page { text-align: center; margin-top: 30%; }
`
}
