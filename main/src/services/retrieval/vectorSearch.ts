import { Worker } from 'node:worker_threads'
import { workerFile } from './workerFile.ts'

export interface VectorQuestion {
  readonly request: number
  readonly model: string
  readonly vector: Float32Array
  readonly k: number
  /** Keys of the documents to search; all when absent. */
  readonly documents?: readonly number[]
}

export interface VectorAnswer {
  readonly request: number
  readonly found?: readonly (readonly [id: number, similarity: number])[]
  readonly problem?: string
}

export type VectorSearch = ReturnType<typeof createVectorSearch>

/** Searches the vectors of one index in a thread of its own, started with the first question. */
export function createVectorSearch(indexPath: string) {
  const waiting = new Map<number, PromiseWithResolvers<NonNullable<VectorAnswer['found']>>>()
  let worker: Worker | undefined
  let requests = 0

  function fail(error: Error): void {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    worker = undefined
  }

  function start(): Worker {
    const started = new Worker(workerFile('vectorWorker'), { workerData: indexPath })
    started.unref()
    started.on('message', ({ request, found, problem }: VectorAnswer) => {
      const asked = waiting.get(request)
      waiting.delete(request)
      if (found) asked?.resolve(found)
      else asked?.reject(new Error(problem))
    })
    started.on('error', fail)
    started.on('exit', () => {
      if (worker === started) fail(new Error('the thread of the vectors has ended'))
    })
    return started
  }

  return {
    /** The `k` most similar passages, best first. Rejects when the vectors cannot be searched. */
    search(question: Omit<VectorQuestion, 'request'>): Promise<NonNullable<VectorAnswer['found']>> {
      worker ??= start()
      const request = ++requests
      const asked = Promise.withResolvers<NonNullable<VectorAnswer['found']>>()
      waiting.set(request, asked)
      worker.ref()
      worker.postMessage({ ...question, request } satisfies VectorQuestion)
      return asked.promise.finally(() => {
        if (waiting.size === 0) worker?.unref()
      })
    },
    async dispose(): Promise<void> {
      const stopping = worker
      fail(new Error('the index is closed'))
      // Held again, else the process may end while somebody waits for this.
      stopping?.ref()
      await stopping?.terminate()
    },
  }
}
