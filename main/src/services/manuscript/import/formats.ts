import { extname } from 'node:path'
import { AppError } from '../../../lib/appError.ts'
import { openZip } from '../../../lib/zipFile.ts'
import { bibisco } from './bibisco.ts'
import { docx } from './docx.ts'
import { epub } from './epub.ts'
import { type FileTree, withoutTopFolder } from './fileTree.ts'
import { readFolderBook } from './folderBook.ts'
import { fountain } from './fountain.ts'
import { html } from './html.ts'
import type { ImportFormat, ProjectFormat } from './importFormat.ts'
import { manuskript } from './manuskript.ts'
import { novelAi } from './novelAi.ts'
import { novelWriter } from './novelWriter.ts'
import { odt } from './odt.ts'
import { markdown, plainText } from './plainText.ts'
import { rtf } from './rtf.ts'
import { scrivener } from './scrivener.ts'
import type { ExtractedText } from './sheet.ts'
import { isZip } from './signatures.ts'
import { yWriter } from './yWriter.ts'
import { zipLimits } from './zipLimits.ts'

/** An archive of a folder. */
const zip: ImportFormat = {
  extensions: ['.zip', '.msk', '.bibisco2'],
  mediaTypes: ['application/zip'],
  recognises: isZip,
  read: async (bytes) => {
    const tree = await openZip(bytes, zipLimits)
    return { encoding: 'zip', guesses: [], ...(await readTree(tree)) }
  },
}

/** Every kind of file that can be imported, in the order in which they are named to people. */
export const importFormats: readonly ImportFormat[] = [
  plainText,
  markdown,
  docx,
  odt,
  rtf,
  epub,
  html,
  yWriter,
  fountain,
  novelAi,
  zip,
]

/** Programs whose folders can be imported; any other is a folder of files. */
const projectFormats: readonly ProjectFormat[] = [scrivener, novelWriter, manuskript, bibisco]

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

/**
 * The extension, with the dot, of the format that bytes without a name seem to be in: by their signature, else as
 * Markdown or plain text.
 */
export function extensionOfBytes(bytes: Buffer): string {
  const matches = importFormats.filter((format) => format.recognises?.(bytes))
  const format = matches.find(({ isPlainText }) => !isPlainText) ?? matches[0] ?? plainText
  return format.extensions[0]
}

/**
 * The book of a folder, or of an archive of one.
 * @throws AppError IMPORT_UNSUPPORTED (no text in it), IMPORT_BROKEN, FILE_TOO_LARGE, IO_ERROR.
 */
export async function readTree(given: FileTree): Promise<ExtractedText> {
  const tree = withoutTopFolder(given)
  const project = projectFormats.find(({ matches }) => matches(tree))
  const inFolders = importFormats.filter((format) => format !== zip)
  return project ? project.read(tree) : readFolderBook(tree, inFolders)
}
