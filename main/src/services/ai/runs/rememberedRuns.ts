import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'

export type Outcome = 'accepted' | 'edited' | 'rejected'

/** Where a run's instruction and what became of it are remembered. */
export interface RunMemory {
  readonly working: {
    note(projectId: string, documentId: string, instruction: string): void
    finish(
      projectId: string,
      documentId: string,
      exchange: { readonly instruction: string; readonly answer: string },
    ): void
  }
  recordEpisode(
    projectId: string,
    episode: {
      readonly id: string
      readonly documentId: string
      readonly skillId: string
      readonly instruction: string
      readonly written: string
      readonly outcome: Outcome
      readonly text?: string
      readonly receiptId: string
    },
  ): Promise<boolean>
}

/** The state of a run while it works, and for some time after it. */
export interface RememberedRun {
  /** Of the exchange, which is remembered once, whatever the author decides later. */
  readonly id: string
  readonly projectId: string
  readonly documentId: string
  readonly skillId: string
  readonly instruction: string
  /** Null until the request is assembled. */
  readonly receiptId: string | null
  readonly written: string
  /** Hash of the chapter that was read whole, for what was written to become its synopsis; else absent. */
  readonly chapterHash?: string
  /** What was written with the originals of the selection in the place of its markers; absent: none to put back. */
  readonly restored?: string
}

export interface RememberedRuns {
  start(
    runId: string,
    run: Pick<RememberedRun, 'projectId' | 'documentId' | 'skillId' | 'instruction' | 'chapterHash'>,
  ): void
  /** Adds facts to a run; does nothing for one that was evicted. */
  note(runId: string, changes: Partial<Pick<RememberedRun, 'receiptId' | 'written' | 'restored'>>): void
  get(runId: string): RememberedRun | undefined
}

const maxRuns = 200

/** The newest 200 runs of this process. */
export function createRememberedRuns(): RememberedRuns {
  const runs = new LRUCache<string, RememberedRun>({ max: maxRuns })
  function note(runId: string, changes: Partial<RememberedRun>): void {
    const run = runs.get(runId)
    if (run) runs.set(runId, { ...run, ...changes })
  }
  return {
    start: (runId, run) => void runs.set(runId, { id: randomUUID(), ...run, receiptId: null, written: '' }),
    note,
    get: (runId) => runs.get(runId),
  }
}
