import { trimmedFacts } from './bookFacts.ts'
import { decodeSource } from './encoding.ts'
import type { ImportFormat } from './importFormat.ts'
import { brokenMarkup } from './markup.ts'
import { type PageBlocks, readPage } from './page.ts'
import { writePages } from './pageNotes.ts'
import { readClassStyles } from './pageStyles.ts'
import { createSheet } from './sheet.ts'
import { startMatches } from './signatures.ts'

/** Saved web pages, and what other programs write as HTML. */
export const html: ImportFormat = {
  extensions: ['.html', '.htm', '.xhtml'],
  mediaTypes: ['text/html'],
  recognises: (bytes) =>
    startMatches(bytes, /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html|head|body)\b/i),
  async read(bytes, encoding) {
    const { text: source, ...decoded } = await decodeSource(bytes, encoding ?? declaredEncoding(bytes))
    // Anything is HTML to a browser; a page without an element is another kind of file.
    if (!/<[a-z!]/i.test(source)) throw brokenMarkup()
    const styles = [...source.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/gi)].slice(0, maxStyles)
    const classStyles = readClassStyles(styles.map(([, css = '']) => css).join('\n'))
    const pages: PageBlocks = { blocks: [], places: new Map() }
    const facts = trimmedFacts(await readPage(source, { path: '', classStyles }, pages))
    const sheet = createSheet()
    writePages(pages, sheet, () => undefined)
    return { ...decoded, ...sheet.result(), ...(Object.keys(facts).length > 0 && { facts }) }
  },
}

const maxStyles = 20

/** What the page says of its encoding, where that is one that Chinese pages say. */
function declaredEncoding(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 2048).toString('latin1')
  const name = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,20})/i.exec(start)?.[1]?.toLowerCase()
  const isDefault = name === undefined || name === 'utf-8' || name === 'utf8'
  return isDefault ? undefined : encodingNames.get(name)
}

const encodingNames = new Map([
  ...['gb2312', 'gbk', 'gb18030'].map((name): [string, string] => [name, 'gb18030']),
  ['big5', 'big5'],
  ['shift_jis', 'shift_jis'],
  ['euc-jp', 'euc-jp'],
  ['euc-kr', 'euc-kr'],
  ['windows-1252', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
])
