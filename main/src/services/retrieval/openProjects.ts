import { ErrorCode } from '../../contract/errorCodes.ts'
import { discardIndex, emptyIndex, isCorrupt } from '../../db/open.ts'
import { AppError, isAppError, systemCode } from '../../lib/appError.ts'
import { type IndexingJob, indexDocument, indexProject, reconcile } from './indexer.ts'
import { createIndexingRun } from './indexingRun.ts'
import { createIndexWriter, type IndexWriter } from './indexWriter.ts'
import { createProjectIndex, type ProjectIndex } from './projectIndex.ts'
import type { RetrievalOptions } from './types.ts'
import { createVectorSearch, type VectorSearch } from './vectorSearch.ts'
import { embedMissing } from './vectors.ts'

/** The index of a project as this thread reads it, and the threads that write it and search its vectors. */
export interface OpenProject {
  index: ProjectIndex
  writer: IndexWriter
  vectors: VectorSearch
  replacing?: Promise<void> | undefined
  readonly run: ReturnType<typeof createIndexingRun>
}

export type OpenProjects = ReturnType<typeof createOpenProjects>

/** The open indexes, one per project. One that turns out to be corrupt is thrown away and built again. */
export function createOpenProjects(options: RetrievalOptions) {
  const { openDatabase, documents, logger, during = (run) => run() } = options
  const projects = new Map<string, OpenProject>()
  let disposed = false

  function open(projectId: string): OpenProject {
    if (disposed) throw new AppError(ErrorCode.CANCELLED, { why: 'search' })
    const existing = projects.get(projectId)
    if (existing) return existing
    const run = createIndexingRun({
      full: (signal, onProgress) =>
        withRepair(projectId, async () => {
          await during(() => indexProject({ ...jobOf(projectId, signal), onProgress }))
          await embed(projectId, signal)
        }),
      document: (documentId, signal) =>
        withRepair(projectId, async () => {
          const units = await indexDocument(jobOf(projectId, signal), documentId)
          await embed(projectId, signal)
          return units !== undefined
        }),
    })
    const project: OpenProject = { ...openIndex(projectId), run }
    projects.set(projectId, project)
    return project
  }

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
  async function withRepair<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    const project = open(projectId)
    const { index } = project
    try {
      return await work()
    } catch (error) {
      if (!isCorrupt(error)) throw error
      if (project.index === index) {
        await replace(projectId)
        inBackground(projectId, project.run.everything)
      }
      return await work()
    }
  }

  /** Takes everything out of the index; a broken one is replaced. No run may be at work. */
  async function empty(projectId: string): Promise<void> {
    try {
      emptyIndex(open(projectId).index.db)
    } catch (error) {
      if (!isCorrupt(error) && systemCode(error) !== 'SQLITE_ERROR') throw error
      await replace(projectId)
    }
  }

  /**
   * A new file for a corrupt one, after the threads have closed: an open file cannot be deleted everywhere.
   * Concurrent calls share it.
   */
  function replace(projectId: string): Promise<void> {
    const project = open(projectId)
    project.replacing ??= closeThreads(project)
      .then(() => {
        options.onDiscarding?.(projectId)
        discardIndex(project.index.db, logger, 'corrupt')
        Object.assign(project, openIndex(projectId))
      })
      .finally(() => {
        project.replacing = undefined
      })
    return project.replacing
  }

  /** Starts a run in the background: a failure to start is in the log too. */
  function inBackground(projectId: string, start: () => Promise<void>): void {
    const startAsync = async () => start()
    startAsync().catch((error: unknown) => {
      const code = isAppError(error) ? error.code : ErrorCode.INTERNAL
      if (code === ErrorCode.CANCELLED) return
      logger.error({ projectId, code, cause: String(error) }, 'background indexing failed')
    })
  }

  /** A chapter made a moment ago may not be in the index yet; its place in the book is needed all the same. */
  async function requireDocument(projectId: string, documentId: string | undefined): Promise<void> {
    const { index } = open(projectId)
    if (documentId === undefined || index.snapshot().documentById(documentId)) return
    reconcile(index, await documents.list(projectId))
    if (index.documents.byId(documentId)) return
    // A path that leads out of the project is refused as such.
    await documents.read(projectId, documentId)
    throw new AppError(ErrorCode.NOT_FOUND, { why: 'chapter' })
  }

  /** Stops indexing and closes the project's index; the next call opens it again. */
  async function close(projectId: string): Promise<void> {
    const project = projects.get(projectId)
    if (!project) return
    await project.run.stop()
    projects.delete(projectId)
    await project.replacing?.catch(() => undefined)
    await closeThreads(project)
    try {
      project.index.saveTerms()
    } catch (error) {
      // They are counted anew at the next start.
      logger.info({ projectId, cause: String(error) }, 'terms of the book not kept')
    }
    project.index.close()
  }

  return {
    open,
    withRepair,
    empty,
    inBackground,
    requireDocument,
    /** Ids of the projects whose index is open. */
    opened: (): string[] => [...projects.keys()],
    close,
    async dispose(): Promise<void> {
      disposed = true
      for (const projectId of [...projects.keys()]) await close(projectId)
    },
  }
}

async function closeThreads({ vectors, writer }: OpenProject): Promise<void> {
  await Promise.all([vectors.dispose(), writer.close()])
}
