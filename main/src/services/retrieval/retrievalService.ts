import { answerQueries, createAliases, type Queries, type Searching } from './answer.ts'
import { searchForWindow, type WindowQuery } from './forWindow.ts'
import type { WaitOptions } from './indexingRun.ts'
import { createOpenProjects } from './openProjects.ts'
import { createPrecedingCache } from './ranking/precedingCache.ts'
import { createSimilarSearch } from './similar.ts'
import type { Answer, Hit, IndexStatus, RetrievalOptions, WindowAnswer } from './types.ts'

export type RetrievalService = ReturnType<typeof createRetrievalService>

/**
 * Retrieval over the manuscripts of projects, one SQLite index each. Searches answer from what is indexed and
 * never wait for indexing; an index that turns out to be corrupt is thrown away and built again in the
 * background. All offsets are UTF-16 units of the stored text.
 */
export function createRetrievalService(options: RetrievalOptions) {
  const projects = createOpenProjects(options)
  const searching: Searching = {
    projects,
    findSimilar: createSimilarSearch(options, projects),
    precedingCache: createPrecedingCache(),
    aliasesIn: createAliases(options),
    checkPath: options.checkPath,
  }

  const service = {
    /**
     * Brings the index up to date and resolves when it is. Concurrent calls share one run. Throws CANCELLED on
     * abort (what is done stays), IO_ERROR when the index cannot be written, and what `documents.list` throws.
     */
    async ensureIndexed(projectId: string, options: WaitOptions = {}): Promise<void> {
      await projects.open(projectId).run.everything(options)
    },

    /**
     * Empties the index, session state included, and builds it again; otherwise like `ensureIndexed`. The file stays:
     * others may have it open.
     */
    async rebuild(projectId: string, options: WaitOptions = {}): Promise<void> {
      const { run } = projects.open(projectId)
      await run.stop()
      await projects.empty(projectId)
      await run.everything(options)
    },

    /** Indexed documents, documents in all, and whether indexing is running. */
    async status(projectId: string): Promise<IndexStatus> {
      return projects.withRepair(projectId, async () => {
        const { index, run } = projects.open(projectId)
        return { ...index.documents.count(), state: run.isRunning() ? 'indexing' : 'ready' }
      })
    },

    /** To be called after a save: indexes that document in the background. Errors go to the log. */
    markChanged(projectId: string, documentId: string): void {
      projects.inBackground(projectId, () => projects.open(projectId).run.document(documentId))
    },

    /**
     * Takes deleted chapters out before the next search; what else changed is indexed in the background. Errors go to
     * the log: the index can always be built again.
     */
    async remove(projectId: string, removed: readonly string[]): Promise<void> {
      try {
        await projects.withRepair(projectId, async () => {
          const { index, writer } = projects.open(projectId)
          for (const documentId of removed) {
            const row = index.documents.byId(documentId)
            if (row) await writer.run({ kind: 'remove', key: row.key }, new AbortController().signal)
          }
        })
      } catch (error) {
        options.logger.warn({ projectId, cause: String(error) }, 'deleted chapters are still in the index')
      }
      service.indexInBackground(projectId)
    },

    /**
     * For each query at most `k` passages, best first, by words and, where a provider is set up, by vectors; when
     * the vectors are not to be had, a warning. Queries without anything searchable get no hits. Throws NOT_FOUND
     * when `before` is no document of the project.
     */
    async answer(
      projectId: string,
      queries: Queries,
      signal: AbortSignal = new AbortController().signal,
    ): Promise<Answer> {
      return projects.withRepair(projectId, () => answerQueries(searching, projectId, queries, signal))
    },

    /** The hits of `answer`. */
    async search(projectId: string, queries: Queries): Promise<Hit[][]> {
      return (await service.answer(projectId, queries)).results
    },

    /** The assembly's query for the text at a cursor. NOT_FOUND as in `answer`. */
    async forWindow(projectId: string, query: WindowQuery, signal: AbortSignal): Promise<WindowAnswer> {
      return projects.withRepair(projectId, () => searchForWindow(searching, projectId, query, signal))
    },

    /** Brings the index up to date in the background. Errors go to the log. */
    indexInBackground(projectId: string): void {
      projects.inBackground(projectId, () => projects.open(projectId).run.everything())
    },

    /** To be called when another provider of vectors is set up: makes those that are missing, in the background. */
    providerChanged(): void {
      for (const projectId of projects.opened()) service.indexInBackground(projectId)
    },

    close: projects.close,
    dispose: projects.dispose,
  }
  return service
}
