import { AppError } from '../../../lib/appError.ts'
import { openZip, type ZipFile } from '../../../lib/zipFile.ts'
import { type Inline, plainText, tidied } from '../document/block.ts'
import { factsIn } from './bookFacts.ts'
import { type ParagraphSink, walkParagraphs } from './docxParagraphs.ts'
import { type DocxStyles, readStyles } from './docxStyles.ts'
import { decodeSource } from './encoding.ts'
import type { ImportFormat } from './importFormat.ts'
import { omissions } from './issues.ts'
import { brokenMarkup, walkMarkup } from './markup.ts'
import { createSheet, type ExtractedText } from './sheet.ts'
import { isOldOffice, isZipWith } from './signatures.ts'
import { createTitlePage } from './titlePage.ts'
import { zipLimits } from './zipLimits.ts'

/** Word documents. */
export const docx: ImportFormat = {
  extensions: ['.docx'],
  mediaTypes: [],
  recognises: (bytes) => isZipWith(bytes, 'word/document.xml') || isOldOffice(bytes),
  read: async (bytes) => ({ encoding: 'docx', guesses: [], ...(await readDocx(bytes)) }),
}

/**
 * The text of a Word document (ECMA-376): paragraphs, headings by outline level, notes behind the paragraph
 * that refers to them. What has no place in a text is listed as omitted.
 * @throws AppError IMPORT_UNSUPPORTED (password, `.doc`), IMPORT_BROKEN, FILE_TOO_LARGE.
 */
export async function readDocx(bytes: Buffer): Promise<ExtractedText> {
  if (bytes.length > 3 && bytes.readUInt32BE(0) === 0xd0cf11e0)
    throw new AppError('IMPORT_UNSUPPORTED', { why: 'doc' })
  const zip = await openZip(bytes, zipLimits)
  const main = (await relations(zip, '')).targets.get('officeDocument') ?? 'word/document.xml'
  const document = await readXml(zip, main)
  if (document === undefined) throw brokenMarkup()
  const parts = await relations(zip, main)
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  const pathOf = (type: string) => parts.targets.get(type) ?? `${folder}${type}.xml`
  const partOf = (type: string) => readXml(zip, pathOf(type))
  const styles = await readStyles(await partOf('styles'))
  const sheet = createSheet()
  const addressOf = (relationship: string) => parts.addresses.get(relationship)
  const notes = new Map<string, readonly Inline[]>()
  for (const kind of ['footnote', 'endnote'] as const) {
    const { addresses } = await relations(zip, pathOf(`${kind}s`))
    const linkOf = (relationship: string) => addresses.get(relationship)
    await readNotes(await partOf(`${kind}s`), kind, styles, notes, { ...sheet, linkOf })
  }
  for (const part of parts.pageLines) {
    if (await hasLetters(await readXml(zip, part), styles)) sheet.count('pageLines')
  }
  const facts = await factsIn(await readXml(zip, 'docProps/core.xml'), factNames)
  const titlePage = createTitlePage(facts)

  const numbers = new Map<string, string>()
  /** The number of a note in the text; a note that is missing has none. */
  const numberOf = (noteId: string) => {
    if (!notes.has(noteId)) return undefined
    const number = numbers.get(noteId) ?? String(numbers.size + 1)
    numbers.set(noteId, number)
    return number
  }
  let contents = 0
  let hasBody = false
  await walkParagraphs(document, styles, {
    omit: sheet.omit,
    count: sheet.count,
    linkOf: addressOf,
    open(name) {
      hasBody ||= name === 'w:body'
    },
    paragraph({ content, level, numbered, quoted, styled, ruled, ...style }) {
      if (style.contents) {
        if (contents === 0) sheet.omit(omissions.tableOfContents)
        contents += 1
        return
      }
      if (ruled) return sheet.sceneBreak()
      const words = plainText(content)
      if (titlePage.has(style.styleName, words)) {
        if (titlePage.size() === 1) sheet.omit(omissions.titlePage)
        return
      }
      if (words.trim() !== '' && level > 0 && numbered) sheet.omit(omissions.numbering)
      else if (words.trim() !== '' && numbered) sheet.count('listSigns')
      if (words.trim() !== '' && level === 0 && styled && !quoted) sheet.count('styledParagraphs')
      const signs: string[] = []
      const numberedContent = content.flatMap((inline): Inline[] => {
        if (inline.kind !== 'noteSign') return [inline]
        const id = numberOf(inline.id)
        if (id === undefined) sheet.omit(omissions.missingNote)
        else if (!signs.includes(inline.id)) signs.push(inline.id)
        return id === undefined ? [] : [{ kind: 'noteSign', id }]
      })
      if (level > 0) sheet.heading(numberedContent, level)
      else sheet.paragraph(numberedContent, { quoted })
      for (const noteId of signs) sheet.note(numbers.get(noteId) ?? '', notes.get(noteId) ?? [])
    },
  })
  if (!hasBody) throw brokenMarkup()
  return { ...sheet.result(), ...(Object.keys(facts).length > 0 && { facts }) }
}

const factNames = { 'dc:title': 'title', 'dc:creator': 'author', 'dc:language': 'language' } as const

async function readNotes(
  xml: string | undefined,
  kind: 'footnote' | 'endnote',
  styles: DocxStyles,
  notes: Map<string, readonly Inline[]>,
  { omit, count, linkOf }: Required<Pick<ParagraphSink, 'omit' | 'count' | 'linkOf'>>,
): Promise<void> {
  if (xml === undefined) return
  let current = ''
  await walkParagraphs(xml, styles, {
    omit,
    count,
    linkOf,
    open(name, attributes) {
      if (name === `w:${kind}`) current = attributes['w:type'] ? '' : `${kind}:${attributes['w:id']}`
    },
    paragraph({ content }) {
      const line = tidied(content.map((inline) => (inline.kind === 'text' ? inline : space)))
      if (current === '' || line.length === 0) return
      const before = notes.get(current)
      notes.set(current, before ? [...before, space, ...line] : line)
    },
  })
}

const space: Inline = { kind: 'text', text: ' ' }

/** Whether a header or footer has more than the number of the page. */
async function hasLetters(xml: string | undefined, styles: DocxStyles): Promise<boolean> {
  if (xml === undefined) return false
  let has = false
  const paragraph: ParagraphSink['paragraph'] = ({ content }) => {
    has ||= /\p{L}/u.test(plainText(content))
  }
  await walkParagraphs(xml, styles, { paragraph, omit: () => undefined, count: () => undefined })
  return has
}

interface Relations {
  /** Parts of the file by the last word of the relationship's type. */
  readonly targets: ReadonlyMap<string, string>
  /** Parts that are headers and footers of pages. */
  readonly pageLines: ReadonlySet<string>
  /** Addresses outside the file by the relationship's id. */
  readonly addresses: ReadonlyMap<string, string>
}

/** The relationships of a part; of the package for ''. */
async function relations(zip: ZipFile, part: string): Promise<Relations> {
  const slash = part.lastIndexOf('/') + 1
  const folder = part.slice(0, slash)
  const targets = new Map<string, string>()
  const pageLines = new Set<string>()
  const addresses = new Map<string, string>()
  const xml = await readXml(zip, `${folder}_rels/${part.slice(slash)}.rels`)
  if (xml === undefined) return { targets, pageLines, addresses }
  const open = (
    name: string,
    { Id = '', Type = '', Target = '', TargetMode }: Readonly<Record<string, string>>,
  ) => {
    if (name !== 'Relationship') return
    if (TargetMode === 'External') {
      addresses.set(Id, Target)
      return
    }
    const type = Type.slice(Type.lastIndexOf('/') + 1)
    const path = Target.startsWith('/') ? Target.slice(1) : folder + Target
    targets.set(type, path)
    if (type === 'header' || type === 'footer') pageLines.add(path)
  }
  await walkMarkup(xml, { open }, true)
  return { targets, pageLines, addresses }
}

async function readXml(zip: ZipFile, name: string): Promise<string | undefined> {
  const bytes = await zip.read(name)
  return bytes && (await decodeSource(bytes)).text
}
