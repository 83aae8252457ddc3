import type { book as contract } from '../contract/book.ts'
import type { BookExport } from '../services/manuscript/index.ts'
import type { Handlers } from './router.ts'

/** Handlers of the `book:` channels. */
export function bookHandlers({ bookExport }: { readonly bookExport: BookExport }): Handlers<typeof contract> {
  return {
    'book:export': async ({ projectId, format, layout = 'indented', documentId }, { signal }) => {
      const { bytes, ...exported } = await bookExport.export(projectId, {
        format,
        layout,
        documentId,
        signal,
      })
      return { ...exported, base64: Buffer.from(bytes).toString('base64') }
    },
  }
}
