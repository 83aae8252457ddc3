import { ownModule } from '../../../lib/ownFile.ts'
import { createWorkerCaller } from '../../../lib/workerCall.ts'
import type { WordDocument } from './wordFile.ts'

/** Makes Word documents that are no books. */
export interface WordFiles {
  /** The bytes of the file, made in a thread. @throws AppError CANCELLED. */
  write(document: WordDocument, signal?: AbortSignal): Promise<Uint8Array>
  /** Resolves when no file is being made. */
  dispose(): Promise<void>
}

const restMs = 10_000

/** In the thread module of the book's export, as a long document takes seconds of work without a pause. */
export function createWordFiles(): WordFiles {
  const thread = createWorkerCaller<WordDocument, Uint8Array>({
    file: ownModule('services/manuscript/export/exportWorker'),
    idleMs: restMs,
  })
  return {
    write: (document, signal) => thread.request(document, signal ? { signal } : {}),
    dispose: thread.close,
  }
}
