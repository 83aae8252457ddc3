import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, systemCode } from '../../lib/appError.ts'
import type { Clock } from '../../lib/clock.ts'
import { createFileQueue, writeFileAtomically } from '../../lib/files.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { Logger } from '../../lib/logger.ts'

const item = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  patternId: z.string().max(80),
  addedAt: z.string().max(40),
})
export type AllowedText = Readonly<z.infer<typeof item>>

const maxItems = 1000
const file = z.strictObject({ version: z.literal(1), items: z.array(item).max(maxItems) })

export interface AllowStoreOptions {
  /** Where the app keeps what is not the project's. */
  readonly dataFolderOf: (projectId: string) => string
  readonly clock: Clock
  readonly logger: Logger
  /** Told after every change, so that redacted texts are looked at again. */
  readonly onChanged: () => void
}

export interface AllowStore {
  /** Whether this exact text was marked as no secret. At once: the file is read on the first question. */
  allows(projectId: string, text: string): boolean
  list(projectId: string): readonly AllowedText[]
  add(projectId: string, text: string, patternId: string): Promise<AllowedText>
  /** False when it was not there. */
  remove(projectId: string, sha256: string): Promise<boolean>
}

/**
 * Texts an author has marked as no secret, as SHA-256, in `<data folder>/projects/<id>/allow.json`: never in the
 * project, so that a folder from someone else cannot switch a rule off. A broken file allows nothing.
 */
export function createAllowStore(options: AllowStoreOptions): AllowStore {
  const { dataFolderOf, clock, logger, onChanged } = options
  const known = new Map<string, readonly AllowedText[]>()
  const queue = createFileQueue()
  const pathOf = (projectId: string) => join(dataFolderOf(projectId), 'allow.json')

  function read(projectId: string): readonly AllowedText[] {
    try {
      return file.parse(JSON.parse(readFileSync(pathOf(projectId), 'utf8'))).items
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') logger.error({ projectId }, 'allow-list is broken, nothing allowed')
      return []
    }
  }

  function itemsOf(projectId: string): readonly AllowedText[] {
    const items = known.get(projectId) ?? read(projectId)
    known.set(projectId, items)
    return items
  }

  /** Starts from the file: another process may have changed it. */
  function change<T>(
    projectId: string,
    edit: (items: readonly AllowedText[]) => { items: readonly AllowedText[]; result: T },
  ): Promise<T> {
    return queue.run(projectId, async () => {
      const { items, result } = edit(read(projectId))
      mkdirSync(dataFolderOf(projectId), { recursive: true })
      await writeFileAtomically(pathOf(projectId), `${JSON.stringify({ version: 1, items }, null, 2)}\n`, {
        mode: 0o600,
      })
      known.set(projectId, items)
      onChanged()
      return result
    })
  }

  return {
    allows(projectId, text) {
      const items = projectId === '' ? [] : itemsOf(projectId)
      if (items.length === 0) return false
      const sha256 = sha256Hex(text)
      return items.some((one) => one.sha256 === sha256)
    },
    list(projectId) {
      known.delete(projectId)
      return itemsOf(projectId)
    },
    add: (projectId, text, patternId) =>
      change(projectId, (items) => {
        const sha256 = sha256Hex(text)
        const there = items.find((one) => one.sha256 === sha256)
        if (there) return { items, result: there }
        if (items.length >= maxItems) {
          throw new AppError(ErrorCode.INVALID_ARGUMENT, `最多可以标记 ${maxItems} 处，请先撤回一些。`)
        }
        const result = { sha256, patternId, addedAt: new Date(clock.now()).toISOString() }
        return { items: [...items, result], result }
      }),
    remove: (projectId, sha256) =>
      change(projectId, (items) => {
        const rest = items.filter((one) => one.sha256 !== sha256)
        return { items: rest, result: rest.length < items.length }
      }),
  }
}
