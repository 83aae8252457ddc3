import { AppError } from '../../../lib/appError.ts'
import { openZip, type ZipFile } from '../../../lib/zipFile.ts'
import { walkParagraphs } from './docxParagraphs.ts'
import { type ParagraphStyle, readStyles } from './docxStyles.ts'
import { decodeSource } from './encoding.ts'
import type { ImportFormat } from './importFormat.ts'
import { omissions } from './issues.ts'
import { brokenMarkup, walkMarkup } from './markup.ts'
import { createSheet, type ExtractedText } from './sheet.ts'
import { zipLimits } from './zipLimits.ts'

/** Word documents. */
export const docx: ImportFormat = {
  extensions: ['.docx'],
  mediaTypes: [],
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
  const main = (await relations(zip, '')).get('officeDocument') ?? 'word/document.xml'
  const document = await readXml(zip, main)
  if (document === undefined) throw brokenMarkup()
  const parts = await relations(zip, main)
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  const partOf = (type: string) => readXml(zip, parts.get(type) ?? `${folder}${type}.xml`)
  const styleOf = await readStyles(await partOf('styles'))
  const notes = new Map<string, string>()
  for (const kind of ['footnote', 'endnote'] as const)
    await readNotes(await partOf(`${kind}s`), kind, styleOf, notes)

  const sheet = createSheet()
  const marks = new Map<string, number>()
  let contents = 0
  let hasBody = false
  await walkParagraphs(document, styleOf, {
    omit: sheet.omit,
    open(name) {
      hasBody ||= name === 'w:body'
    },
    noteMark(noteId) {
      if (!notes.has(noteId)) return ''
      const mark = marks.get(noteId) ?? marks.size + 1
      marks.set(noteId, mark)
      return `[^${mark}]`
    },
    paragraph({ text, level, numbered, notes: noteIds, ...style }) {
      if (style.contents) {
        if (contents === 0) sheet.omit(omissions.tableOfContents)
        contents += 1
        return
      }
      if (numbered && text.trim() !== '') sheet.omit(omissions.numbering)
      sheet.paragraph(text, level)
      for (const noteId of noteIds) {
        const note = notes.get(noteId)
        if (note === undefined) sheet.omit(omissions.missingNote)
        else sheet.paragraph(`[^${marks.get(noteId)}]: ${note}`)
      }
    },
  })
  if (!hasBody) throw brokenMarkup()
  return sheet.result()
}

async function readNotes(
  xml: string | undefined,
  kind: 'footnote' | 'endnote',
  styleOf: (styleId: string) => ParagraphStyle,
  notes: Map<string, string>,
): Promise<void> {
  if (xml === undefined) return
  let current = ''
  await walkParagraphs(xml, styleOf, {
    omit: () => undefined, // what a note leaves out is rare and has no line of its own
    open(name, attributes) {
      if (name === `w:${kind}`) current = attributes['w:type'] ? '' : `${kind}:${attributes['w:id']}`
    },
    paragraph({ text }) {
      const line = text.replace(/\s+/g, ' ').trim()
      if (current !== '' && line !== '')
        notes.set(current, [notes.get(current), line].filter(Boolean).join(' '))
    },
  })
}

/** Targets of a part's relationships by the last word of their type; of the package for ''. */
async function relations(zip: ZipFile, part: string): Promise<ReadonlyMap<string, string>> {
  const slash = part.lastIndexOf('/') + 1
  const folder = part.slice(0, slash)
  const targets = new Map<string, string>()
  const xml = await readXml(zip, `${folder}_rels/${part.slice(slash)}.rels`)
  if (xml === undefined) return targets
  const open = (name: string, { Type = '', Target = '', TargetMode }: Readonly<Record<string, string>>) => {
    if (name !== 'Relationship' || TargetMode === 'External') return
    targets.set(
      Type.slice(Type.lastIndexOf('/') + 1),
      Target.startsWith('/') ? Target.slice(1) : folder + Target,
    )
  }
  await walkMarkup(xml, { open }, true)
  return targets
}

async function readXml(zip: ZipFile, name: string): Promise<string | undefined> {
  const bytes = await zip.read(name)
  return bytes && (await decodeSource(bytes)).text
}
