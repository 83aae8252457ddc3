import { decodeSource } from './encoding.ts'
import type { ImportFormat } from './importFormat.ts'

const read: ImportFormat['read'] = async (bytes, encoding) => ({
  ...(await decodeSource(bytes, encoding)),
  headings: [],
  omissions: [],
})

/** Text in any encoding. */
export const plainText: ImportFormat = {
  extensions: ['.txt'],
  mediaTypes: ['text/plain'],
  isPlainText: true,
  hasBrokenLines: true,
  read,
}

/** Markdown in any encoding; its text is imported as it is. */
export const markdown: ImportFormat = {
  extensions: ['.md'],
  mediaTypes: ['text/markdown'],
  isPlainText: true,
  isMarkdown: true,
  read,
}
