import type { book as contract } from '../contract/book.ts'
import type { BookExport, BookSearch } from '../services/manuscript/index.ts'
import type { Handlers } from './router.ts'

/** Handlers of the `book:` channels. */
export function bookHandlers({
  bookExport,
  bookSearch,
}: {
  readonly bookExport: BookExport
  readonly bookSearch: BookSearch
}): Handlers<typeof contract> {
  return {
    'book:search': ({ projectId, replacement = '', ...searchInput }, { signal }) =>
      bookSearch.search(projectId, { ...searchInput, replacement, signal }),
    'book:replace': ({ projectId, ...replaceInput }) => bookSearch.replace(projectId, replaceInput),
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
