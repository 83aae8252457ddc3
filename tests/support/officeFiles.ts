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
