import { z } from 'zod'
import { type Channel, documentId, projectId } from './shared.ts'

export const exportFormat = z.enum(['txt', 'chapters', 'markdown', 'docx', 'epub'])
/** Of text files: two U+3000 before each paragraph, a blank line between paragraphs, or both. */
export const textLayout = z.enum(['indented', 'plain', 'spaced'])

export const book = {
  /** The whole book, or one chapter, as one file, as it stands on disk. Nothing is written. */
  'book:export': {
    input: z.strictObject({
      projectId,
      format: exportFormat,
      layout: textLayout.optional(),
      documentId: documentId.optional(),
    }),
    output: z.strictObject({
      fileName: z.string().min(1).max(300),
      base64: z.string().max(360_000_000),
      chapters: z.int().min(0),
    }),
  },
} as const satisfies Record<string, Channel>
