import { ownModule } from '../../lib/ownFile.ts'
import { createWorkerCaller } from '../../lib/workerCall.ts'
import type { ProjectIndex } from './projectIndex.ts'
import type { PassageChange } from './ranking/bookTerms.ts'
import { type Write, writeSteps } from './writeTask.ts'

/** The thread's report of each transaction. */
export interface Committed {
  readonly revision: number
  readonly changes: readonly PassageChange[]
}

export type IndexWriter = ReturnType<typeof createIndexWriter>

/** Without work for so long, the thread ends; the next task starts another. */
const idleMs = 15_000
/** A chapter saved is written here, in steps of some 8 ms: that costs less than starting a thread. */
const smallUnits = 20_000

/**
 * Writes an index in a thread of its own, with a connection of its own, so that the event loop stays free. The
 * index of this thread hears of each transaction in order, before the task it belongs to is done.
 */
export function createIndexWriter(indexPath: string, index: () => ProjectIndex) {
  const thread = createWorkerCaller<Write, void, Committed>({
    file: ownModule('services/retrieval/indexWorker'),
    workerData: indexPath,
    idleMs,
    onNotice: ({ revision, changes }) => index().adopt(revision, changes),
  })

  async function runInline(write: Write, signal: AbortSignal): Promise<void> {
    for (const _ of writeSteps(index(), write)) {
      await new Promise(setImmediate)
      signal.throwIfAborted()
    }
  }

  return {
    /** Announces many tasks, for which starting a thread pays. */
    prepare: thread.start,
    /** Whether commits may be under way that the index of this thread has no report of. */
    isBusy: thread.isBusy,
    /** Resolves when the task is committed; when aborted, soon after the transaction it is in. */
    async run(write: Write, signal: AbortSignal): Promise<void> {
      signal.throwIfAborted()
      const small = write.kind !== 'write' || write.text.length <= smallUnits
      if (!thread.isRunning() && small) await runInline(write, signal)
      else await thread.request(write, { signal })
    },
    /** Lets the thread close its connection and resolves when it has; queued work is done first. */
    close: thread.close,
  }
}
