import { extname } from 'node:path'
import { AppError } from '../../../lib/appError.ts'
import type { DetectedEncoding } from './detection.ts'
import { readDocx } from './docx.ts'
import { decodeSource } from './encoding.ts'
import { readEpub } from './epub.ts'
import type { ExtractedText } from './sheet.ts'

export interface ReadSource extends ExtractedText {
  /** As `decodeSource` names it; `docx` and `epub` for those. */
  readonly encoding: string
  /** What else it may be; empty for a file that says what it is. */
  readonly guesses: readonly DetectedEncoding[]
}

/**
 * The words of a file that may be imported, by its extension.
 * @throws AppError IMPORT_UNSUPPORTED, IMPORT_BROKEN, DOCUMENT_ENCODING, FILE_TOO_LARGE.
 */
export async function readSource(
  fileName: string,
  bytes: Uint8Array,
  encoding: string | undefined,
): Promise<ReadSource> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (extname(fileName).toLowerCase()) {
    case '.txt':
    case '.md':
      return { ...(await decodeSource(bytes, encoding)), headings: [], omissions: [] }
    case '.docx':
      return { encoding: 'docx', guesses: [], ...(await readDocx(buffer)) }
    case '.epub':
      return { encoding: 'epub', guesses: [], ...(await readEpub(buffer)) }
    default:
      throw unsupported()
  }
}

/** Throws for a file whose name says that it cannot be imported, before anything is read. */
export function checkSupported(fileName: string): void {
  if (!/^\.(?:txt|md|docx|epub)$/i.test(extname(fileName))) throw unsupported()
}

function unsupported(): AppError {
  return new AppError('IMPORT_UNSUPPORTED', { why: 'novel' })
}
