import type { Answer, Question } from './dictionaryMessages.ts'

/** What is used of a worker. */
export interface DictionaryWorker {
  postMessage(question: Question): void
  addEventListener(type: 'message', listener: (event: { readonly data: Answer }) => void): void
  addEventListener(type: 'error', listener: () => void): void
  terminate(): void
}

/** Asks a worker about words and remembers what it said of them. */
export interface WordLookup {
  /** Of these words the misspelt ones; null: the dictionary could not be loaded. */
  misspelt(words: readonly string[]): Promise<ReadonlySet<string> | null>
  /** What may have been meant, the likeliest first. */
  suggest(word: string): Promise<readonly string[]>
  dispose(): void
}

/** More are forgotten all at once, and asked about again. */
const maxRemembered = 50_000

/** The worker starts with the first question. */
export const createWordLookup = (startWorker: () => DictionaryWorker): WordLookup => {
  const isMisspelt = new Map<string, boolean>()
  const waiting = new Map<number, (words: readonly string[] | null) => void>()
  let worker: DictionaryWorker | null = null
  let hasFailed = false
  let lastId = 0

  const fail = () => {
    hasFailed = true
    for (const resolve of waiting.values()) resolve(null)
    waiting.clear()
  }
  const start = () => {
    const started = startWorker()
    started.addEventListener('message', ({ data: { id, words } }) => {
      waiting.get(id)?.(words)
      waiting.delete(id)
    })
    started.addEventListener('error', fail)
    return started
  }
  const ask = (
    question: { kind: 'misspelt'; words: readonly string[] } | { kind: 'suggest'; word: string },
  ) =>
    new Promise<readonly string[] | null>((resolve) => {
      if (hasFailed) return resolve(null)
      worker ??= start()
      lastId += 1
      waiting.set(lastId, resolve)
      worker.postMessage({ id: lastId, ...question })
    })

  return {
    async misspelt(words) {
      const unasked = [...new Set(words)].filter((word) => !isMisspelt.has(word))
      if (unasked.length > 0) {
        const answer = await ask({ kind: 'misspelt', words: unasked })
        if (answer === null) return null
        if (isMisspelt.size > maxRemembered) isMisspelt.clear()
        const wrong = new Set(answer)
        for (const word of unasked) isMisspelt.set(word, wrong.has(word))
      }
      return new Set(words.filter((word) => isMisspelt.get(word)))
    },
    suggest: async (word) => (await ask({ kind: 'suggest', word })) ?? [],
    dispose() {
      fail()
      worker?.terminate()
    },
  }
}
