import { createDocumentWriter, emptyDocument, removeDocument } from './documentWriter.ts'
import type { ProjectIndex } from './projectIndex.ts'

/** One change of an index, for whichever thread carries it out. */
export type Write =
  | { readonly kind: 'write'; readonly key: number; readonly text: string; readonly hash: string }
  | { readonly kind: 'remove'; readonly key: number }
  | { readonly kind: 'empty'; readonly key: number }
  | { readonly kind: 'merge' }

const mergePages = 64
const maxMerges = 200

/** Carries out a change, stopping after each transaction so that the caller can rest or give up. */
export function* writeSteps(index: ProjectIndex, write: Write): Generator<void> {
  switch (write.kind) {
    case 'remove':
      removeDocument(index, write.key)
      break
    case 'empty':
      emptyDocument(index, write.key)
      break
    case 'merge':
      // Joins the pieces a long run leaves in the inverted index, a few milliseconds at a time.
      for (let round = 0; round < maxMerges && index.terms.merge(mergePages); round++) yield
      break
    case 'write': {
      const writeNext = createDocumentWriter(index, write.key, write)
      while (!writeNext()) yield
    }
  }
}
