import { ownModule } from '../../lib/ownFile.ts'
import { createWorkerCaller } from '../../lib/workerCall.ts'

export interface VectorQuestion {
  readonly model: string
  readonly vector: Float32Array
  readonly k: number
  /** Keys of the documents to search; all when absent. */
  readonly documents?: readonly number[]
}

export type VectorAnswer = readonly (readonly [id: number, similarity: number])[]

export type VectorSearch = ReturnType<typeof createVectorSearch>

/** Searches the vectors of one index in a thread of its own, started with the first question. */
export function createVectorSearch(indexPath: string) {
  const thread = createWorkerCaller<VectorQuestion, VectorAnswer>({
    file: ownModule('services/retrieval/vectorWorker'),
    workerData: indexPath,
  })
  return {
    /** The `k` most similar passages, best first. Rejects when the vectors cannot be searched. */
    search: (question: VectorQuestion): Promise<VectorAnswer> => thread.request(question),
    dispose: thread.close,
  }
}
