import { readdir, rm } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError, isAppError, systemCode } from '../../../lib/appError.ts'
import { readContained, resolveContained, resolveName, writeContained } from '../../../lib/containedPath.ts'
import { createFileQueue, fileError } from '../../../lib/files.ts'
import type { Logger } from '../../../lib/logger.ts'
import { maxReceiptBytes, parseReceipt, type Receipt, type StoredReceipt } from './receiptFile.ts'

/** A run of this process: its texts are still at hand. */
export interface RecentReceipt extends StoredReceipt {
  readonly prompt: string
  /** Text of each part as it was in the prompt, the full chunk for what was dropped. */
  readonly texts: readonly string[]
}

/** Facts of a run at its end; absent ones do not change. */
export type RunRecord = Partial<Pick<Receipt, 'sentHash' | 'spending' | 'judged' | 'followUps'>>

/** As in the receipt. */
interface AcceptedHashes {
  readonly insertedParagraphs: readonly string[]
  readonly writtenClauses: readonly string[]
}

export interface ReceiptStore {
  /** Adds it in memory at once; writes the file afterwards unless `inMemoryOnly`. */
  add(entry: RecentReceipt, options: { inMemoryOnly: boolean }): void
  list(projectId: string): Promise<readonly Receipt[]>
  /** Throws NOT_FOUND. */
  read(
    projectId: string,
    receiptId: string,
  ): Promise<{ readonly stored: StoredReceipt; readonly recent?: RecentReceipt }>
  /** Adds hashes of paragraphs and clauses; those it has stay. */
  addAccepted(projectId: string, receiptId: string, accepted: AcceptedHashes): Promise<void>
  /** Remembers what the run has cost. */
  addRun(projectId: string, receiptId: string, run: RunRecord): Promise<void>
  /** Resolves when every file is written. */
  flush(): Promise<void>
}

const maxOnDisk = 200
const maxInMemory = 20
const receiptsFolder = '.creonow/cache/receipts'
const receiptId = /^[0-9]{13}-[0-9a-f]{12}$/

/** Receipts of a project in `.creonow/cache/receipts/`, newest 200; prompts of the newest 20 runs in memory only. */
export function createReceiptStore(options: {
  rootOf(projectId: string): string
  logger: Logger
}): ReceiptStore {
  const runs = createRecent()
  // A preview is made at every pause of the author; it must not evict prompts that were really sent.
  const previews = createRecent()
  const queue = createFileQueue()
  /** By project. */
  const queued = new Map<string, StoredReceipt[]>()
  let writing: Promise<unknown> = Promise.resolve()
  const { rootOf } = options
  const pathOf = (id: string) => `${receiptsFolder}/${id}.json`

  async function namesOf(projectId: string): Promise<string[]> {
    try {
      const names = await readdir(await resolveContained(rootOf(projectId), receiptsFolder))
      return names
        .flatMap((name) =>
          receiptId.test(name.slice(0, -5)) && name.endsWith('.json') ? [name.slice(0, -5)] : [],
        )
        .sort()
        .reverse()
    } catch (error) {
      if (systemCode(error) === 'ENOENT' || isAppError(error, ErrorCode.NOT_FOUND)) return []
      throw fileError(error)
    }
  }

  async function load(projectId: string, id: string): Promise<StoredReceipt | undefined> {
    try {
      const bytes = await readContained(rootOf(projectId), pathOf(id), maxReceiptBytes)
      const parsed = parseReceipt(bytes.toString('utf8'), projectId, id)
      if (!parsed) options.logger.warn({ receiptId: id }, 'receipt could not be read')
      return parsed
    } catch (error) {
      if (!isAppError(error)) throw error
      if (error.code !== ErrorCode.NOT_FOUND)
        options.logger.warn({ receiptId: id, code: error.code }, 'receipt could not be read')
      return undefined
    }
  }

  async function write(root: string, entry: StoredReceipt) {
    await writeContained(root, pathOf(entry.receipt.receiptId), JSON.stringify(entry))
  }

  async function prune(projectId: string) {
    const root = rootOf(projectId)
    for (const old of (await namesOf(projectId)).slice(maxOnDisk))
      await rm(await resolveName(root, pathOf(old)), { force: true })
  }

  /** Requests may come faster than the disk writes; the queue has no more than the disk may have. */
  async function writeInTurn(projectId: string, entry: StoredReceipt): Promise<void> {
    const root = rootOf(projectId)
    const list = queued.get(root) ?? []
    queued.set(root, list)
    list.push(entry)
    if (list.length > maxOnDisk) list.shift()
    // Whoever is to write the others takes this one too.
    if (list.length === 1) await queue.run(root, () => writeAll(projectId, root, list))
  }

  async function writeAll(projectId: string, root: string, list: StoredReceipt[]): Promise<void> {
    for (let entry = list.shift(); entry; entry = list.shift()) {
      const next = entry
      await logFailure(next, () => write(root, next))
    }
    await prune(projectId)
  }

  /** The request was answered: a failed write of its file is logged. */
  async function logFailure(
    { receipt: { receiptId } }: StoredReceipt,
    task: () => Promise<void>,
  ): Promise<void> {
    try {
      await task()
    } catch (error) {
      options.logger.warn({ receiptId, cause: systemCode(error) }, 'receipt could not be written')
    }
  }

  async function amend(projectId: string, id: string, change: (entry: StoredReceipt) => Receipt) {
    const recent = runs.get(id)
    if (recent?.receipt.projectId === projectId) runs.add({ ...recent, receipt: change(recent) })
    // The file may still be on its way; two changes at once must not read the same state of it.
    await writing
    await queue.run(`changes in ${rootOf(projectId)}`, async () => {
      const stored = receiptId.test(id) ? await load(projectId, id) : undefined
      const root = rootOf(projectId)
      if (stored) await queue.run(root, () => write(root, { ...stored, receipt: change(stored) }))
    })
  }

  return {
    add(entry, { inMemoryOnly }) {
      if (inMemoryOnly) return previews.add(entry)
      runs.add(entry)
      const { receipt, parts } = entry
      const stored = { receipt, parts }
      const inTurn = logFailure(stored, () => writeInTurn(receipt.projectId, stored))
      writing = Promise.all([writing, inTurn])
    },
    async list(projectId) {
      await writing
      const loaded: Receipt[] = []
      // One after the other: two hundred at once would block everything else.
      for (const id of (await namesOf(projectId)).slice(0, maxOnDisk)) {
        const stored = await load(projectId, id)
        if (stored) loaded.push(stored.receipt)
      }
      return loaded
    },
    async read(projectId, id) {
      const inMemory = runs.get(id) ?? previews.get(id)
      if (inMemory?.receipt.projectId === projectId) return { stored: inMemory, recent: inMemory }
      await writing
      const stored = receiptId.test(id) ? await load(projectId, id) : undefined
      if (!stored) throw new AppError(ErrorCode.NOT_FOUND, { why: 'receipt' })
      return { stored }
    },
    addAccepted: (projectId, id, accepted) => amend(projectId, id, (entry) => withAccepted(entry, accepted)),
    addRun: (projectId, id, run) => amend(projectId, id, ({ receipt }) => ({ ...receipt, ...run })),
    async flush() {
      await writing
    },
  }
}

const withAccepted = (
  { receipt }: StoredReceipt,
  { insertedParagraphs, writtenClauses }: AcceptedHashes,
): Receipt => ({
  ...receipt,
  insertedParagraphs: union(receipt.insertedParagraphs, insertedParagraphs),
  writtenClauses: union(receipt.writtenClauses ?? [], writtenClauses),
})

const union = (before: readonly string[], added: readonly string[]) => [...new Set([...before, ...added])]

const createRecent = () => {
  const entries = new LRUCache<string, RecentReceipt>({ max: maxInMemory })
  return {
    get: (id: string) => entries.get(id),
    add: (entry: RecentReceipt) => void entries.set(entry.receipt.receiptId, entry),
  }
}
