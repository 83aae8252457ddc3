import type { DetectedEncoding } from './detection.ts'
import type { FileTree } from './fileTree.ts'
import type { ExtractedText } from './sheet.ts'

/** The text of an imported file, and the encoding it was read in. */
export interface SourceText extends ExtractedText {
  /** As `decodeSource` names it, the format's own name for a file that has no encoding to choose. */
  readonly encoding: string
  /** Other detected encodings, the likeliest first; empty for a file that declares its own. */
  readonly guesses: readonly DetectedEncoding[]
}

/** A kind of file that can be imported: one per file of this folder, listed in `formats.ts`. */
export interface ImportFormat {
  /** In small letters, with the dot; no two formats share one. */
  readonly extensions: readonly [string, ...string[]]
  /** For file dialogs that know no extensions; may be empty. */
  readonly mediaTypes: readonly string[]
  /** Its bytes are text in some encoding, which the author may choose. */
  readonly isPlainText?: true
  /** Its text is Markdown, whose own headings come first. */
  readonly isMarkdown?: true
  /** Programs break its lines at a fixed width, which an import may undo. */
  readonly hasBrokenLines?: true
  /** Whether bytes that have no file name are of this kind; absent: only a name says so. */
  recognises?(bytes: Buffer): boolean
  /**
   * `encoding`: the author's choice; undefined: as detected.
   * @throws AppError IMPORT_UNSUPPORTED, IMPORT_BROKEN, DOCUMENT_ENCODING, FILE_TOO_LARGE.
   */
  read(bytes: Buffer, encoding: string | undefined): Promise<SourceText>
}

/** A program's folder that can be imported, packed or not: one per file of this folder, listed in `formats.ts`. */
export interface ProjectFormat {
  /** By the names of its files. */
  matches(tree: FileTree): boolean
  /** @throws AppError IMPORT_UNSUPPORTED (no text in it), IMPORT_BROKEN, FILE_TOO_LARGE, IO_ERROR. */
  read(tree: FileTree): Promise<ExtractedText>
}
