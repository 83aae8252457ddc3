import { AppError } from '../../../lib/appError.ts'
import { openZip } from '../../../lib/zipFile.ts'
import { plainText } from '../document/block.ts'
import { factsIn } from './bookFacts.ts'
import { decodeSource } from './encoding.ts'
import type { ImportFormat } from './importFormat.ts'
import { omissions } from './issues.ts'
import { brokenMarkup, walkMarkup } from './markup.ts'
import { walkOdtText } from './odtParagraphs.ts'
import { readOdtStyles } from './odtStyles.ts'
import { createSheet, type ExtractedText } from './sheet.ts'
import { isZipWith, startMatches } from './signatures.ts'
import { createTitlePage } from './titlePage.ts'
import { zipLimits } from './zipLimits.ts'

/** OpenDocument texts: LibreOffice, OpenOffice, Google Docs; `.fodt` is the same in one XML file. */
export const odt: ImportFormat = {
  extensions: ['.odt', '.fodt'],
  mediaTypes: ['application/vnd.oasis.opendocument.text'],
  recognises: (bytes) =>
    isZipWith(bytes, 'META-INF/manifest.xml') || startMatches(bytes, /<office:document[\s>]/),
  read: async (bytes) => ({ encoding: 'odt', guesses: [], ...(await readOdt(bytes)) }),
}

/** The parts of a document; of a flat one they are the same. */
interface Parts {
  readonly content: string
  readonly styles: string | undefined
  readonly meta: string | undefined
}

/**
 * The text of an OpenDocument text (ODF 1.0 to 1.4): paragraphs, headings by outline level, notes behind the paragraph
 * that refers to them. What has no place in a text is listed as omitted.
 * @throws AppError IMPORT_UNSUPPORTED (password), IMPORT_BROKEN, FILE_TOO_LARGE.
 */
export async function readOdt(bytes: Buffer): Promise<ExtractedText> {
  const isZip = bytes.subarray(0, 2).toString('latin1') === 'PK'
  const { content, styles: named, meta } = isZip ? await partsOfZip(bytes) : await flatParts(bytes)
  const styles = await readOdtStyles(named === undefined || named === content ? [content] : [named, content])
  const facts = await factsIn(meta, factNames, 'office:meta')
  const titlePage = createTitlePage(facts)
  const sheet = createSheet()
  let hasBody = false
  await walkOdtText(content, styles, {
    omit: sheet.omit,
    count: sheet.count,
    body() {
      hasBody = true
    },
    paragraph({ content, level, listed, quoted, styled, ruled, styleName, notes }) {
      const words = plainText(content)
      if (ruled && words.trim() === '') return sheet.sceneBreak()
      if (titlePage.has(styleName, words)) {
        if (titlePage.size() === 1) sheet.omit(omissions.titlePage)
        return
      }
      if (listed && words.trim() !== '') sheet.count('listSigns')
      if (styled && words.trim() !== '' && level === 0 && !quoted) sheet.count('styledParagraphs')
      if (level > 0) sheet.heading(content, level)
      else sheet.paragraph(content, { quoted })
      for (const { id, content } of notes) sheet.note(id, content)
    },
  })
  if (!hasBody) throw brokenMarkup()
  for (let count = await pageLinesIn(named); count > 0; count--) sheet.count('pageLines')
  return { ...sheet.result(), ...(Object.keys(facts).length > 0 && { facts }) }
}

/** Who wrote it first comes before who saved it last. */
const factNames = {
  'dc:title': 'title',
  'meta:initial-creator': 'author',
  'dc:creator': 'author',
  'dc:language': 'language',
} as const

/** How many headers and footers of pages have more than the page's number. */
async function pageLinesIn(styles: string | undefined): Promise<number> {
  if (styles === undefined) return 0
  let count = 0
  let isOpen = false
  let hasLetters = false
  const isPageLine = (name: string) => /^style:(?:header|footer)(?:-left|-first)?$/.test(name)
  await walkMarkup(
    styles,
    {
      open(name) {
        if (!isPageLine(name)) return
        isOpen = true
        hasLetters = false
      },
      text(text) {
        hasLetters ||= isOpen && /\p{L}/u.test(text)
      },
      close(name) {
        if (!isPageLine(name)) return
        if (hasLetters) count += 1
        isOpen = false
      },
    },
    true,
  )
  return count
}

async function partsOfZip(bytes: Buffer): Promise<Parts> {
  const zip = await openZip(bytes, zipLimits)
  const textOf = async (name: string) => {
    const part = await zip.read(name)
    return part && (await decodeSource(part)).text
  }
  // A file with a password has a list of what is encrypted.
  if ((await textOf('META-INF/manifest.xml'))?.includes('encryption-data'))
    throw new AppError('IMPORT_UNSUPPORTED', { why: 'password' })
  const content = await textOf('content.xml')
  if (content === undefined) throw brokenMarkup()
  return { content, styles: await textOf('styles.xml'), meta: await textOf('meta.xml') }
}

async function flatParts(bytes: Buffer): Promise<Parts> {
  const { text } = await decodeSource(bytes)
  return { content: text, styles: text, meta: text }
}
