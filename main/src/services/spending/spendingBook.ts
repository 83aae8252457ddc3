import { z } from 'zod'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { maxDollars, type Spending } from '../../contract/spending.ts'
import { AppError } from '../../lib/appError.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { CachedFile, Format, VersionedFiles } from '../../lib/versionedFile/index.ts'

const month = z.string().regex(/^\d{4}-\d{2}$/)
const dollars = z.number().min(0).max(maxDollars)
const stored = z.looseObject({
  version: z.literal(1),
  limit: dollars.optional(),
  months: z.record(month, z.record(z.string().max(256), dollars)),
})
type Stored = z.infer<typeof stored>

const format: Format<Stored> = {
  schema: stored,
  absent: { version: 1, months: {} },
  maxBytes: 1_048_576,
  mode: 0o600,
}
/** Months that stay in a file. */
const maxMonths = 24

/** What was spent on models, by month, of each book and of all together. */
export interface SpendingBook {
  /** This month, and the limits. */
  read(projectId: string): Spending
  /**
   * Room for a request; what it returns gives the room back. @throws AppError SPENDING_LIMIT {why: book | all, spent,
   * limit} when it would pass a limit, with what is under way.
   */
  reserve(projectId: string, amount: number): () => void
  /** Enters what a request has cost, in US dollars. Never fails: a failed write is logged. */
  enter(projectId: string, modelId: string, amount: number): Promise<void>
  /** A limit of a month, in US dollars; null: none. @throws what writing throws. */
  setLimit(projectId: string, of: 'book' | 'all', limit: number | null): Promise<void>
}

/** Stored in `spending.json` of the data folder, and in one beside it for each project. */
export function createSpendingBook(options: {
  readonly versioned: VersionedFiles
  readonly clock: Pick<Clock, 'now'>
  readonly logger: Logger
}): SpendingBook {
  const { versioned, clock, logger } = options
  const files = new Map<string, CachedFile<Stored>>()
  /** What requests under way may cost, by path. */
  const reserved = new Map<string, number>()
  const allPath = 'spending.json'
  const pathOf = (projectId: string) => `projects/${projectId}/spending.json`

  function fileOf(path: string): CachedFile<Stored> {
    const file = files.get(path) ?? versioned.cached(format, path)
    files.set(path, file)
    return file
  }

  /** Of the author's clock. */
  function thisMonth(): string {
    const now = new Date(clock.now())
    return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`
  }

  function sumOf(path: string) {
    const { limit, months } = fileOf(path).current().value
    const models = months[thisMonth()] ?? {}
    const spent = Object.values(models).reduce((sum, amount) => sum + amount, 0)
    return { spent, models, ...(limit !== undefined && { limit }) }
  }

  const reserve = (path: string, amount: number) => {
    reserved.set(path, Math.max(0, (reserved.get(path) ?? 0) + amount))
  }

  return {
    read(projectId) {
      const { models, ...book } = sumOf(pathOf(projectId))
      const { spent, limit } = sumOf(allPath)
      return {
        ...{ month: thisMonth(), book, all: { spent, ...(limit !== undefined && { limit }) } },
        models: Object.entries(models)
          .map(([modelId, amount]) => ({ modelId, spent: amount }))
          .sort((a, b) => b.spent - a.spent),
      }
    },
    reserve(projectId, amount) {
      const paths = [
        ['book', pathOf(projectId)],
        ['all', allPath],
      ] as const
      for (const [why, path] of paths) {
        const { spent, limit } = sumOf(path)
        if (limit !== undefined && spent + (reserved.get(path) ?? 0) + amount > limit)
          throw new AppError(ErrorCode.SPENDING_LIMIT, {
            why,
            spent: spent.toFixed(2),
            limit: limit.toFixed(2),
          })
      }
      for (const [, path] of paths) reserve(path, amount)
      return () => {
        for (const [, path] of paths) reserve(path, -amount)
      }
    },
    async enter(projectId, modelId, amount) {
      if (!(amount > 0)) return
      const now = thisMonth()
      for (const path of [pathOf(projectId), allPath]) {
        try {
          await fileOf(path).update((current) => ({
            next: withSpent(current, now, modelId, amount),
            result: undefined,
          }))
        } catch (error) {
          logger.warn({ path, cause: String(error) }, 'what was spent is not kept')
        }
      }
    },
    async setLimit(projectId, of, limit) {
      await fileOf(of === 'all' ? allPath : pathOf(projectId)).update(({ limit: _, ...rest }) => ({
        next: { ...rest, ...(limit !== null && { limit }) },
        result: undefined,
      }))
    },
  }
}

function withSpent(current: Stored, now: string, modelId: string, amount: number): Stored {
  const models = current.months[now] ?? {}
  const spent = Math.min(maxDollars, (models[modelId] ?? 0) + amount)
  const months = { ...current.months, [now]: { ...models, [modelId]: spent } }
  const kept = Object.keys(months).sort().slice(-maxMonths)
  return { ...current, months: Object.fromEntries(kept.map((each) => [each, months[each] ?? {}])) }
}
