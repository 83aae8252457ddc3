import { extname } from 'node:path'
import { AppError } from '../../../lib/appError.ts'
import { docx } from './docx.ts'
import { epub } from './epub.ts'
import { html } from './html.ts'
import type { ImportFormat } from './importFormat.ts'
import { odt } from './odt.ts'
import { markdown, plainText } from './plainText.ts'
import { rtf } from './rtf.ts'

/** Every kind of file that can be imported, in the order in which they are named to people. */
export const importFormats: readonly ImportFormat[] = [plainText, markdown, docx, odt, rtf, epub, html]

/** The extensions of all formats, with the dot. */
export const importExtensions: readonly string[] = importFormats.flatMap(({ extensions }) => extensions)

/**
 * The format of a file by its name.
 * @throws AppError IMPORT_UNSUPPORTED.
 */
export function formatOf(fileName: string): ImportFormat {
  const extension = extname(fileName).toLowerCase()
  const format = importFormats.find(({ extensions }) => extensions.includes(extension))
  if (format) return format
  throw new AppError('IMPORT_UNSUPPORTED', { why: 'novel', extensions: importExtensions })
}
