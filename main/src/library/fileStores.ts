import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { systemCode } from '../lib/appError.ts'
import { createFileQueue, writeFileAtomically } from '../lib/files.ts'
import { sha256Hex } from '../lib/hash.ts'
import { ContextError } from './error.ts'
import type { BudgetStore, ReceiptStore, SessionStore } from './ports.ts'
import type { Budget, Receipt } from './types.ts'

/** Where files are stored. */
export interface FileStoresOptions {
  /** A folder of the program's own; it is created when something is written. One process may use it at a time. */
  readonly folder: string
  /** Receipts per project, the oldest are deleted; 200 when absent. */
  readonly maxReceipts?: number
}

/** The three stores of an engine, as files. */
export interface FileStores {
  /** A small file per document, model and conversation. Deleting any of them is safe. */
  readonly sessions: SessionStore
  /** One file per project. */
  readonly budgets: BudgetStore & {
    /** Stores the budget of a project; the engine checks it when it is used. */
    write(projectId: string, budget: Budget): Promise<void>
  }
  /** One file per request. */
  readonly receipts: ReceiptStore & {
    /** Receipts of a project, newest first; a file that cannot be parsed is skipped. */
    list(projectId: string): Promise<readonly Receipt[]>
  }
}

const layerBudget = z.strictObject({ ratio: z.number(), minTokens: z.number() })
const budgetFile = z.strictObject({
  rules: layerBudget,
  settings: layerBudget,
  retrieved: layerBudget,
  immediate: layerBudget,
})
/** Enough to recognise a receipt: the rest is what this package has written. */
const receiptFile = z.looseObject({
  receiptId: z.string(),
  projectId: z.string(),
  evidence: z.array(z.unknown()),
})
const receiptName = /^[0-9]{13}-[0-9a-f]{12}[.]json$/

/** Stores in files: JSON, written as a whole or not at all. Ids of projects and documents may be any text. */
export function createFileStores({ folder, maxReceipts = 200 }: FileStoresOptions): FileStores {
  const queue = createFileQueue()
  // Ids come from outside and are no file names.
  const folderOf = (projectId: string) => join(folder, sha256Hex(projectId).slice(0, 32))
  const budgetPath = (projectId: string) => join(folderOf(projectId), 'budget.json')
  const receiptsOf = (projectId: string) => join(folderOf(projectId), 'receipts')
  const sessionsOf = (projectId: string) => join(folderOf(projectId), 'sessions')
  const sessionPath = (projectId: string, key: string) =>
    join(sessionsOf(projectId), `${sha256Hex(key)}.json`)

  const sessions: SessionStore = {
    read(projectId, key) {
      try {
        return JSON.parse(readFileSync(sessionPath(projectId, key), 'utf8'))
      } catch (error) {
        // A cache: what cannot be used is as good as absent, and the next request writes it again.
        if (error instanceof SyntaxError || systemCode(error) !== undefined) return undefined
        throw error
      }
    },
    write(projectId, key, value) {
      mkdirSync(sessionsOf(projectId), { recursive: true })
      const path = sessionPath(projectId, key)
      const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
      writeFileSync(temporary, JSON.stringify(value))
      renameSync(temporary, path)
    },
  }

  async function write(path: string, inFolder: string, value: object): Promise<void> {
    await mkdir(inFolder, { recursive: true })
    await writeFileAtomically(path, `${JSON.stringify(value, null, 2)}\n`)
  }

  const budgets: FileStores['budgets'] = {
    async read(projectId) {
      const text = await textOf(budgetPath(projectId))
      return text === undefined ? undefined : parseBudget(text, budgetPath(projectId))
    },
    write: (projectId, budget) => write(budgetPath(projectId), folderOf(projectId), budget),
  }

  const namesIn = async (projectId: string) =>
    (await filesIn(receiptsOf(projectId)))
      .filter((name) => receiptName.test(name))
      .sort()
      .reverse()

  const receipts: FileStores['receipts'] = {
    add(receipt) {
      const inFolder = receiptsOf(receipt.projectId)
      return queue.run(inFolder, async () => {
        await write(join(inFolder, `${receipt.receiptId}.json`), inFolder, receipt)
        for (const old of (await namesIn(receipt.projectId)).slice(maxReceipts))
          await rm(join(inFolder, old), { force: true })
      })
    },
    async list(projectId) {
      const parsed: Receipt[] = []
      for (const name of await namesIn(projectId)) {
        const receipt = parseReceipt((await textOf(join(receiptsOf(projectId), name))) ?? '', projectId)
        if (receipt) parsed.push(receipt)
      }
      return parsed
    },
  }

  return { sessions, budgets, receipts }
}

function parseBudget(text: string, path: string): Budget {
  const parsed = budgetFile.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  // The author has set it: another division of the input must not take its place unnoticed.
  throw new ContextError('FILE_BROKEN', `The budget file is broken: ${path}`, { details: { path } })
}

function parseReceipt(text: string, projectId: string): Receipt | undefined {
  const parsed = receiptFile.safeParse(parseJson(text))
  // The folder is the program's own: what is a receipt at all was written by `add`.
  return parsed.success && parsed.data.projectId === projectId
    ? (parsed.data as unknown as Receipt)
    : undefined
}

/** Undefined for what is no JSON, which no schema here accepts. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const textOf = (path: string) => ifThere(() => readFile(path, 'utf8'), undefined)
const filesIn = (path: string) => ifThere(() => readdir(path), [])

async function ifThere<T>(read: () => Promise<T>, absent: T): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return absent
    throw error
  }
}
