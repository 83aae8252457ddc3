import { ownModule } from '../../lib/ownFile.ts'
import { createWorkerCaller } from '../../lib/workerCall.ts'
import type { SentChapter } from './suggest/index.ts'
import type { NamedCodexEntry, SuggestionFilter, Suggestions } from './suggestions.ts'

export interface NamesQuestion {
  readonly projectId: string
  /** All of the book, in order; with their text those that the thread does not have. */
  readonly chapters: readonly SentChapter[]
  readonly entries: readonly NamedCodexEntry[]
  readonly filter: SuggestionFilter
}

/** A chapter as it is listed: another object when it has changed. */
interface ListedChapter {
  readonly documentId: string
}

/** Without a question for so long, the thread ends, and with it what it has counted. */
const idleMs = 300_000

/**
 * Finds the names of books in a thread of its own: a second of work for a million characters, and some 0.1 s once a
 * chapter has changed. Only chapters that changed are read and sent.
 */
export function createNamesThread(
  read: (projectId: string, documentId: string) => Promise<{ readonly text: string }>,
) {
  const file = ownModule('services/codex/namesWorker')
  const thread = createWorkerCaller<NamesQuestion, Suggestions>({ file, idleMs })
  /** What the thread has of each project. */
  const sent = new Map<string, ReadonlyMap<string, ListedChapter>>()
  let last: Promise<unknown> = Promise.resolve()

  /** One question after the other: the thread's state is known only when it has answered. */
  function suggest(
    projectId: string,
    list: readonly ListedChapter[],
    asked: Pick<NamesQuestion, 'entries' | 'filter'>,
    signal?: AbortSignal,
  ): Promise<Suggestions> {
    const answer = last.then(() => suggestNow(projectId, list, asked, signal))
    last = answer.catch(() => undefined)
    return answer
  }

  async function suggestNow(
    projectId: string,
    list: readonly ListedChapter[],
    asked: Pick<NamesQuestion, 'entries' | 'filter'>,
    signal?: AbortSignal,
  ): Promise<Suggestions> {
    if (!thread.isRunning()) sent.clear()
    const before = sent.get(projectId)
    const chapters: SentChapter[] = []
    for (const listed of list) {
      signal?.throwIfAborted()
      const { documentId } = listed
      if (before?.get(documentId) === listed) chapters.push({ documentId })
      else chapters.push({ documentId, text: (await read(projectId, documentId)).text })
    }
    // Until it has answered, nothing is certain about what it has.
    sent.delete(projectId)
    const answer = await thread.request({ projectId, chapters, ...asked }, signal ? { signal } : {})
    sent.set(projectId, new Map(list.map((listed) => [listed.documentId, listed])))
    return answer
  }

  return {
    suggest,
    /** Ends the thread. */
    stop: () => thread.stop(),
  }
}
