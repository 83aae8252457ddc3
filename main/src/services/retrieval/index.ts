import { discardIndex, isCorrupt } from '../../db/open.ts'
import { ErrorCode } from '../../ipc/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { searchForWindow, type WindowQuery } from './forWindow.ts'
import { type IndexingJob, indexDocument, indexProject, reconcile, renameRows } from './indexer.ts'
import { createIndexingRun, type WaitOptions } from './indexingRun.ts'
import { createIndexWriter, type IndexWriter } from './indexWriter.ts'
import { createProjectIndex, type ProjectIndex } from './projectIndex.ts'
import { windowTerms } from './query.ts'
import { searchPassages } from './search.ts'
import { searchByTerms } from './termSearch.ts'
import type { Answer, Hit, IndexStatus, RetrievalOptions, SearchScope, TermsHit } from './types.ts'
import { createVectorSearch, type VectorSearch } from './vectorSearch.ts'
import { embedMissing, joinRankings, rankByVector, rankingDepth, vectorsUnavailable } from './vectors.ts'

export { createEmbeddingProvider, type EmbeddingEndpoint, type EmbeddingProvider } from './embedding.ts'
export { createSynopsesService, type SynopsesService, type Synopsis } from './synopses.ts'
export type {
  Answer,
  DocumentRange,
  DocumentSource,
  Hit,
  IndexProgress,
  IndexStatus,
  ListedDocument,
  RetrievalOptions,
  SearchScope,
  TermsHit,
} from './types.ts'

interface OpenProject {
  index: ProjectIndex
  writer: IndexWriter
  vectors: VectorSearch
  replacing?: Promise<void> | undefined
  readonly run: ReturnType<typeof createIndexingRun>
}

export type RetrievalService = ReturnType<typeof createRetrievalService>

/**
 * Lexical retrieval over the manuscripts of projects, one SQLite index each. Searches answer from what is
 * indexed and never wait for indexing; an index that turns out to be corrupt is thrown away and built again in
 * the background. All offsets are UTF-16 units of the stored text.
 */
export function createRetrievalService(options: RetrievalOptions) {
  const { openDatabase, documents, logger } = options
  const projects = new Map<string, OpenProject>()
  let disposed = false

  function open(projectId: string): OpenProject {
    if (disposed) throw new AppError(ErrorCode.CANCELLED, '检索服务已关闭。')
    const known = projects.get(projectId)
    if (known) return known
    const run = createIndexingRun({
      full: (signal, onProgress) =>
        healing(projectId, async () => {
          await indexProject({ ...jobOf(projectId, signal), onProgress })
          await embed(projectId, signal)
        }),
      one: (documentId, signal) =>
        healing(projectId, async () => {
          const indexed = await indexDocument(jobOf(projectId, signal), documentId)
          await embed(projectId, signal)
          return indexed
        }),
    })
    const project: OpenProject = { ...openIndex(projectId), run }
    projects.set(projectId, project)
    return project
  }

  /** The index as this thread reads it, and the threads that write it and search its vectors. */
  function openIndex(projectId: string): Pick<OpenProject, 'index' | 'writer' | 'vectors'> {
    const db = openDatabase(projectId)
    const writer = createIndexWriter(db.name, () => index)
    const index: ProjectIndex = createProjectIndex(db, undefined, writer.isBusy)
    return { index, writer, vectors: createVectorSearch(db.name) }
  }

  function jobOf(projectId: string, signal: AbortSignal): IndexingJob {
    const { index, writer } = open(projectId)
    return { projectId, index, writer, documents, logger, signal, onProgress: () => undefined }
  }

  async function embed(projectId: string, signal: AbortSignal): Promise<void> {
    const provider = options.embedding?.()
    if (provider) await embedMissing(open(projectId).index, provider, signal, logger)
  }

  /** Runs `work`; when the index file proves to be corrupt, once more on a new one. */
  async function healing<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    const project = open(projectId)
    const { index } = project
    try {
      return await work()
    } catch (error) {
      if (!isCorrupt(error)) throw error
      if (project.index === index) {
        await replaceIndex(projectId, project, 'corrupt')
        indexInBackground(projectId, project.run.everything())
      }
      return await work()
    }
  }

  /** Waits for the threads first: an open file cannot be deleted everywhere. Who comes meanwhile joins. */
  function replaceIndex(projectId: string, project: OpenProject, reason: string): Promise<void> {
    project.replacing ??= closeThreads(project)
      .then(() => {
        discardIndex(project.index.db, logger, reason)
        Object.assign(project, openIndex(projectId))
      })
      .finally(() => {
        project.replacing = undefined
      })
    return project.replacing
  }

  async function closeThreads({ vectors, writer }: OpenProject): Promise<void> {
    await Promise.all([vectors.dispose(), writer.close()])
  }

  function indexInBackground(projectId: string, run: Promise<void>): void {
    run.catch((error: unknown) => {
      const code = isAppError(error) ? error.code : ErrorCode.INTERNAL
      if (code === ErrorCode.CANCELLED) return
      logger.error({ projectId, code, cause: String(error) }, 'background indexing failed')
    })
  }

  /** A chapter made a moment ago may not be in the index yet; its place in the book must be known all the same. */
  async function requireDocument(projectId: string, documentId: string | undefined): Promise<void> {
    const { index } = open(projectId)
    if (documentId === undefined || index.documents.byId(documentId)) return
    reconcile(index, await documents.list(projectId))
    if (index.documents.byId(documentId)) return
    // A path that leads out of the project is refused as such.
    await documents.read(projectId, documentId)
    throw new AppError(ErrorCode.NOT_FOUND, '没有这一章。')
  }

  async function aliasesOf(projectId: string): Promise<readonly (readonly string[])[]> {
    try {
      return (await options.aliases?.(projectId)) ?? []
    } catch (error) {
      logger.warn({ projectId, cause: String(error) }, 'aliases are not available')
      return []
    }
  }

  async function answerQueries(
    projectId: string,
    { queries, k, ...scope }: SearchScope & { readonly queries: readonly string[]; readonly k: number },
    signal: AbortSignal,
  ): Promise<Answer> {
    await requireDocument(projectId, scope.before)
    const groups = await aliasesOf(projectId)
    const { byVector, warnings } = await vectorRankings(projectId, queries, scope, signal)
    const results: Hit[][] = []
    for (const [at, query] of queries.entries()) {
      if (at > 0) await new Promise(setImmediate)
      signal.throwIfAborted()
      const { index } = open(projectId)
      const similar = byVector?.[at]
      const depth = similar ? Math.max(k, rankingDepth) : k
      const byWords = searchPassages(index, query, depth, scope, groups)
      const hits = similar?.length ? joinRankings(index, byWords, similar, k, scope) : byWords.slice(0, k)
      results.push(hits.map(({ id: _, ...hit }) => hit))
    }
    return { results, warnings }
  }

  /** For each text the passages most like it; a warning instead when a provider is set up but does not answer. */
  async function vectorRankings(
    projectId: string,
    texts: readonly string[],
    scope: SearchScope,
    signal: AbortSignal,
  ): Promise<{ byVector?: number[][]; warnings: string[] }> {
    const provider = options.embedding?.()
    const searchable = texts.map((text) => text.trim() !== '')
    if (!provider || !searchable.includes(true)) return { warnings: [] }
    const { index, vectors } = open(projectId)
    try {
      const made = await provider.embed(
        texts.filter((_, at) => searchable[at]),
        signal,
      )
      const waiting = [...made]
      const rankings = searchable.map(async (isText) => {
        const vector = isText ? waiting.shift() : undefined
        return vector ? rankByVector(index, vectors, provider.id, vector, scope) : []
      })
      return { byVector: await Promise.all(rankings), warnings: [] }
    } catch (error) {
      signal.throwIfAborted()
      logger.warn({ projectId, cause: String(error) }, 'vectors are not available')
      return { warnings: [vectorsUnavailable(error)] }
    }
  }

  /** Stops indexing and closes the project's index; the next call opens it again. */
  async function close(projectId: string): Promise<void> {
    const project = projects.get(projectId)
    if (!project) return
    await project.run.stop()
    projects.delete(projectId)
    await project.replacing?.catch(() => undefined)
    await closeThreads(project)
    project.index.close()
  }

  const service = {
    /**
     * Brings the index up to date and resolves when it is. Concurrent calls share one run. Throws CANCELLED on
     * abort (what is done stays), IO_ERROR when the index cannot be written, and what `documents.list` throws.
     */
    async ensureIndexed(projectId: string, options: WaitOptions = {}): Promise<void> {
      await open(projectId).run.everything(options)
    },

    /** Throws the index away, session state included, and builds it again; otherwise like `ensureIndexed`. */
    async rebuild(projectId: string, options: WaitOptions = {}): Promise<void> {
      const project = open(projectId)
      await project.run.stop()
      await replaceIndex(projectId, project, 'rebuild asked for')
      await project.run.everything(options)
    },

    /** Documents indexed and known, and whether indexing is at work. */
    async status(projectId: string): Promise<IndexStatus> {
      return healing(projectId, async () => {
        const { index, run } = open(projectId)
        return { ...index.documents.count(), state: run.isRunning() ? 'indexing' : 'ready' }
      })
    },

    /** To be called after a save: indexes that document in the background. Errors go to the log. */
    markChanged(projectId: string, documentId: string): void {
      try {
        indexInBackground(projectId, open(projectId).run.document(documentId))
      } catch (error) {
        indexInBackground(projectId, Promise.reject(error))
      }
    },

    /**
     * Follows chapters that the app itself renamed or moved, and takes `gone` ones out, before the next search; what
     * else changed is indexed in the background. Errors go to the log: the index can always be built again.
     */
    async follow(
      projectId: string,
      renamed: ReadonlyMap<string, string>,
      gone: readonly string[],
    ): Promise<void> {
      try {
        await healing(projectId, async () => {
          const { index, writer } = open(projectId)
          renameRows(index, renamed)
          for (const documentId of gone) {
            const row = index.documents.byId(documentId)
            if (row) await writer.perform({ kind: 'remove', key: row.key }, new AbortController().signal)
          }
        })
      } catch (error) {
        logger.warn({ projectId, cause: String(error) }, 'index does not follow the chapters yet')
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
      asked: SearchScope & { readonly queries: readonly string[]; readonly k: number },
      signal: AbortSignal = new AbortController().signal,
    ): Promise<Answer> {
      return healing(projectId, () => answerQueries(projectId, asked, signal))
    },

    /** The hits of `answer`. */
    async search(
      projectId: string,
      asked: SearchScope & { readonly queries: readonly string[]; readonly k: number },
    ): Promise<Hit[][]> {
      return (await service.answer(projectId, asked)).results
    },

    /**
     * The at most `maxTerms` rarest terms of a window that occur in the index. Give the scope of the search that
     * follows, so that no term is spent on what that search may not find.
     */
    async windowQuery(
      projectId: string,
      windowText: string,
      options: SearchScope & { readonly maxTerms: number },
    ): Promise<string[]> {
      return healing(projectId, async () => {
        await requireDocument(projectId, options.before)
        const { index } = open(projectId)
        return windowTerms(index, await index.loadFrequencies(), windowText, options)
      })
    },

    /** The `k` best passages that hold any of the terms, each with those it holds. NOT_FOUND as in `search`. */
    async searchTerms(
      projectId: string,
      terms: readonly string[],
      { k, ...scope }: SearchScope & { readonly k: number },
    ): Promise<TermsHit[]> {
      return healing(projectId, async () => {
        await requireDocument(projectId, scope.before)
        return searchByTerms(open(projectId).index, terms, k, scope)
      })
    },

    /** The assembly's query for the text at a cursor, best passages first. */
    forWindow: (projectId: string, query: WindowQuery, signal: AbortSignal) =>
      searchForWindow(service, projectId, query, signal),

    /** Brings the index up to date without anybody waiting. */
    indexInBackground(projectId: string): void {
      indexInBackground(projectId, open(projectId).run.everything())
    },

    close,

    async dispose(): Promise<void> {
      disposed = true
      for (const projectId of [...projects.keys()]) await close(projectId)
    },
  }
  return service
}
