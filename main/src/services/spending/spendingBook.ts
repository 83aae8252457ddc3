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
   * Room for a request, estimated only where there is a limit; what it returns gives the room back.
   * @throws AppError SPENDING_LIMIT {why: book | all, spent, limit} when it would pass a limit, with what is under way.
   */
  reserve(projectId: string, estimate: () => Promise<number>): Promise<() => void>
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

  /** A broken file is set aside, and its last good copy goes on: otherwise a limit would not see what is spent. */
  async function change(path: string, edit: (current: Stored) => Stored): Promise<void> {
    const file = fileOf(path)
    if (file.fresh().problem) await file.replaceBroken((copy) => edit(copy ?? format.absent))
    else await file.update((current) => ({ next: edit(current), result: undefined }))
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
    async reserve(projectId, estimate) {
      const limits = [
        { why: 'book', path: pathOf(projectId) },
        { why: 'all', path: allPath },
      ] as const
      const limited = limits.filter(({ path }) => sumOf(path).limit !== undefined)
      if (limited.length === 0) return () => undefined
      const amount = await estimate()
      for (const { why, path } of limited) {
        const { spent, limit = 0 } = sumOf(path)
        if (spent + (reserved.get(path) ?? 0) + amount > limit) {
          const details = { spent: spent.toFixed(2), limit: limit.toFixed(2) }
          throw new AppError(ErrorCode.SPENDING_LIMIT, { why, ...details })
        }
      }
      for (const { path } of limited) reserve(path, amount)
      return () => {
        for (const { path } of limited) reserve(path, -amount)
      }
    },
    async enter(projectId, modelId, amount) {
      if (!(amount > 0)) return
      const now = thisMonth()
      for (const path of [pathOf(projectId), allPath]) {
        try {
          await change(path, (current) => withSpent(current, now, modelId, amount))
        } catch (error) {
          logger.warn({ path, cause: String(error) }, 'what was spent is not kept')
        }
      }
    },
    async setLimit(projectId, of, limit) {
      await change(of === 'all' ? allPath : pathOf(projectId), ({ limit: _, ...rest }) => ({
        ...rest,
        ...(limit !== null && { limit }),
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
