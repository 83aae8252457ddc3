import { ErrorCode } from '../../contract/errorCodes.ts'
import { isAppError } from '../../lib/appError.ts'
import type { Logger } from '../../lib/logger.ts'
import type { IndexWriter } from './indexWriter.ts'
import type { ProjectIndex } from './projectIndex.ts'
import type { DocumentSource, IndexProgress, ListedDocument } from './types.ts'

export interface IndexingJob {
  readonly projectId: string
  readonly index: ProjectIndex
  readonly writer: IndexWriter
  readonly documents: DocumentSource
  readonly logger: Logger
  readonly signal: AbortSignal
  readonly onProgress: (progress: IndexProgress) => void
}

/** More changed documents than these are written in a thread of their own. */
const fewDocuments = 32
/** So are the rest of fewer, once as many UTF-16 units were read: a thread costs 70 ms of processor time to start. */
const fewUnits = 40_000

/**
 * Brings the whole index up to date with the list of documents: those that are not listed leave, the passages of
 * those that are listed elsewhere or under another id stay, those whose hash differs are read again. Commits stay
 * when the job is aborted, and the next one goes on from there. A document that cannot be read is logged and left
 * out.
 */
export async function indexProject(job: IndexingJob): Promise<void> {
  const { projectId, index, writer, signal, onProgress } = job
  const listed = await job.documents.list(projectId)
  signal.throwIfAborted()
  await index.loadTerms()
  for (const key of reconcile(index, listed)) {
    await writer.run({ kind: 'remove', key }, signal)
  }
  const hashes = new Map(index.documents.all().map(({ documentId, hash }) => [documentId, hash]))
  const stale = listed.filter(({ documentId, hash }) => hashes.get(documentId) !== hash)
  if (stale.length > fewDocuments) writer.prepare()
  let done = listed.length - stale.length
  let units = 0
  onProgress({ done, total: listed.length })
  for (const { documentId } of stale) {
    if (units > fewUnits) writer.prepare()
    const read = await indexDocument(job, documentId)
    if (read !== undefined) done++
    units += read ?? 0
    onProgress({ done, total: listed.length })
  }
  if (stale.length > listed.length / 2) await writer.run({ kind: 'merge' }, signal)
}

/**
 * Reads one listed document and indexes what changed in it; its length in UTF-16 units. Undefined when it is not (or
 * no longer) to be had; its old passages then leave the index, because their offsets prove nothing.
 */
export async function indexDocument(job: IndexingJob, documentId: string): Promise<number | undefined> {
  const { projectId, index, writer, documents, logger, signal } = job
  await pause(signal)
  const row = index.documents.byId(documentId)
  if (!row) return undefined
  let content: { readonly text: string; readonly hash: string }
  try {
    content = await documents.read(projectId, documentId)
  } catch (error) {
    const code = isAppError(error) ? error.code : ErrorCode.INTERNAL
    logger.warn({ projectId, documentId, code }, 'document could not be read and is not in the index')
    await writer.run({ kind: 'empty', key: row.key }, signal)
    return undefined
  }
  signal.throwIfAborted()
  if (content.hash === row.hash) return content.text.length
  await index.loadTerms()
  await writer.run({ kind: 'write', key: row.key, text: content.text, hash: content.hash }, signal)
  return content.text.length
}

/** Names, order and new documents in one transaction; returns the keys of missing documents. */
export function reconcile(index: ProjectIndex, listed: readonly ListedDocument[]): number[] {
  const stored = index.documents.all()
  const byId = new Map(stored.map((row) => [row.documentId, row]))
  const listedIds = new Set(listed.map(({ documentId }) => documentId))
  const removed = new Set(stored.filter(({ documentId }) => !listedIds.has(documentId)))
  const removedByHash = new Map([...removed].filter(({ hash }) => hash !== '').map((row) => [row.hash, row]))
  const writes: (() => void)[] = []
  for (const [position, { documentId, hash }] of listed.entries()) {
    const row = byId.get(documentId) ?? removedByHash.get(hash)
    if (!row) writes.push(() => index.documents.insert(documentId, position))
    else if (row.documentId !== documentId || row.position !== position) {
      writes.push(() => index.documents.move(row.key, documentId, position))
    }
    if (row && removed.delete(row)) removedByHash.delete(hash)
  }
  if (writes.length > 0) {
    index.transact(() => {
      for (const write of writes) write()
      return []
    })
  }
  return [...removed].map(({ key }) => key)
}

async function pause(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await new Promise<void>(setImmediate)
  signal.throwIfAborted()
}
