import { crc32 } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'

/** A zip of text or binary files. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const entries = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === 'string' ? strToU8(content) : content,
  ])
  return Buffer.from(zipSync(Object.fromEntries(entries)))
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A run of text as Word writes it. */
export const run = (text: string) => `<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`

export const paragraph = (text: string, style?: string) =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}${text === '' ? '' : run(text)}</w:p>`

/** Chinese Word's ids are numbers; only names and outline levels tell what a style is. */
const styles = `<w:styles>
<w:style w:type="paragraph" w:styleId="a"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/><w:basedOn w:val="a"/></w:style>
<w:style w:type="paragraph" w:styleId="2"><w:name w:val="heading 2"/></w:style>
<w:style w:type="paragraph" w:styleId="ch"><w:name w:val="章名"/><w:basedOn w:val="1"/></w:style>
<w:style w:type="paragraph" w:styleId="t1"><w:name w:val="toc 1"/></w:style>
</w:styles>`

const rels = (targets: Readonly<Record<string, string>>) =>
  `<Relationships>${Object.entries(targets)
    .map(
      ([type, target], index) => `<Relationship Id="r${index}" Type="http://x/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

/** A Word document of the given body; `more` adds or replaces parts. */
export function docxOf(body: string, more: Readonly<Record<string, string | Uint8Array>> = {}): Buffer {
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': rels({ officeDocument: 'word/document.xml' }),
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': styles,
    ...more,
  })
}

/** An EPUB whose spine is the given pages in order; `more` adds or replaces files. */
export function epubOf(
  pages: readonly string[],
  more: Readonly<Record<string, string | Uint8Array>> = {},
): Buffer {
  const items = pages.map(
    (_, index) =>
      `<item id="p${index}" href="text/page%20${index}.xhtml" media-type="application/xhtml+xml"/>`,
  )
  const refs = pages.map((_, index) => `<itemref idref="p${index}"/>`)
  const files = pages.map((page, index) => [`OEBPS/text/page ${index}.xhtml`, page])
  return zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OEBPS/content.opf"/></rootfiles></container>',
    'OEBPS/content.opf': `<package><manifest>${items.join('')}</manifest><spine>${refs.join('')}</spine></package>`,
    ...Object.fromEntries(files),
    ...more,
  })
}

export const page = (body: string) =>
  `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>标题</title><style>p{}</style></head><body>${body}</body></html>`

/** The zip with one entry's declared inflated size changed in both of its headers. */
export function withDeclaredSize(zip: Buffer, name: string, bytes: number): Buffer {
  const changed = Buffer.from(zip)
  for (let at = 0; at + 4 <= changed.length; at++) {
    const signature = changed.readUInt32LE(at)
    if (signature === 0x04034b50 && changed.toString('utf8', at + 30, at + 30 + name.length) === name)
      changed.writeUInt32LE(bytes, at + 22)
    if (signature === 0x02014b50 && changed.toString('utf8', at + 46, at + 46 + name.length) === name)
      changed.writeUInt32LE(bytes, at + 24)
  }
  return changed
}

/**
 * A zip of one stored file with its sizes and places in zip64 fields (APPNOTE.TXT 4.3.14, 4.5.3), as programs
 * write it that do not know beforehand how large a file gets. `declared` is the inflated size it states.
 */
export function zip64Of(name: string, content: string, declared = Buffer.byteLength(content)): Buffer {
  const text = Buffer.from(content)
  const unknown = 0xffffffff
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(45, 4)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(0x0800, 8)
  central.writeUInt32LE(crc32(text), 16)
  for (const at of [20, 24, 42]) central.writeUInt32LE(unknown, at)
  const extra = Buffer.alloc(28)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(24, 2)
  extra.writeBigUInt64LE(BigInt(declared), 4)
  extra.writeBigUInt64LE(BigInt(text.length), 12)
  const bytesOfName = Buffer.from(name)
  local.writeUInt16LE(bytesOfName.length, 26)
  central.writeUInt16LE(bytesOfName.length, 28)
  central.writeUInt16LE(extra.length, 30)
  const start = local.length + bytesOfName.length + text.length
  const directory = Buffer.concat([central, bytesOfName, extra])
  const end64 = Buffer.alloc(56)
  end64.writeUInt32LE(0x06064b50, 0)
  end64.writeBigUInt64LE(44n, 4)
  for (const at of [24, 32]) end64.writeBigUInt64LE(1n, at)
  end64.writeBigUInt64LE(BigInt(directory.length), 40)
  end64.writeBigUInt64LE(BigInt(start), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(start + directory.length), 8)
  locator.writeUInt32LE(1, 16)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  for (const at of [8, 10]) end.writeUInt16LE(0xffff, at)
  for (const at of [12, 16]) end.writeUInt32LE(unknown, at)
  return Buffer.concat([local, bytesOfName, text, directory, end64, locator, end])
}

const namedOdtStyles = `<office:document-styles><office:styles>
<style:style style:name="Standard" style:family="paragraph"/>
<style:style style:name="Heading_20_1" style:display-name="Heading 1" style:family="paragraph" style:default-outline-level="1"><style:text-properties fo:font-weight="bold"/></style:style>
<style:style style:name="Quotations" style:display-name="Block Quotation" style:family="paragraph"><style:text-properties fo:font-style="italic"/></style:style>
<style:style style:name="Horizontal_20_Line" style:display-name="Horizontal Line" style:family="paragraph"/>
<style:style style:name="Title" style:family="paragraph"/>
<style:style style:name="Letter" style:family="paragraph"><style:text-properties fo:font-style="italic"/></style:style>
<style:style style:name="Emphasis" style:family="text"><style:text-properties fo:font-style="italic"/></style:style>
</office:styles></office:document-styles>`

/** An OpenDocument text of the given body and automatic styles; `more` adds or replaces parts. */
export function odtOf(
  body: string,
  automatic = '',
  more: Readonly<Record<string, string | Uint8Array>> = {},
): Buffer {
  return zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-content><office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    'styles.xml': namedOdtStyles,
    ...more,
  })
}

/** An automatic style of letters as LibreOffice writes it. */
export const odtLetters = (name: string, properties: string, parent = '') =>
  `<style:style style:name="${name}" style:family="text"${parent && ` style:parent-style-name="${parent}"`}><style:text-properties ${properties}/></style:style>`
