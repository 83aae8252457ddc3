import { z } from 'zod'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../../lib/appError.ts'
import { readContained, writeContained } from '../../../lib/containedPath.ts'
import { createFileCache, type FileCache } from '../../../lib/fileCache.ts'
import { createFileQueue } from '../../../lib/files.ts'
import type { Logger } from '../../../lib/logger.ts'
import { findBudgetFault } from '../core/budget.ts'
import { defaultBudget } from '../core/layers.ts'
import type { BudgetLayers } from '../core/types.ts'
import { checkBudget } from './checkBudget.ts'

export interface BudgetProfile {
  readonly version: number
  readonly layers: BudgetLayers
}

export interface BudgetStore {
  /** The project's budget; version 1 with the defaults when there is none or the file is broken. */
  get(projectId: string): Promise<BudgetProfile>
  /**
   * Stores a new budget as `version + 1`. Throws CONTEXT_BUDGET_CONFLICT when `version` is not the stored one,
   * CONTEXT_BUDGET_INVALID_RATIO or CONTEXT_BUDGET_INVALID_MINIMUM; then nothing has changed.
   */
  update(projectId: string, version: number, layers: BudgetLayers): Promise<BudgetProfile>
}

const layer = z.strictObject({ ratio: z.number(), minimumTokens: z.number() })
const fileShape = z.object({
  version: z.int().min(1),
  layers: z.strictObject({ rules: layer, settings: layer, retrieved: layer, immediate: layer }),
})

const budgetPath = '.creonow/budget.json'
const maxBytes = 65_536

/** One store per app: what the screen edits is what runs use. The file is `.creonow/budget.json`. */
export function createBudgetStore(options: {
  readonly rootOf: (projectId: string) => string
  /** Runs a task while no other process writes the same file: two writers with one version may not both win. */
  readonly locked: <T>(projectId: string, task: () => Promise<T>) => Promise<T>
  readonly logger: Logger
  readonly files?: FileCache
}): BudgetStore {
  const { files = createFileCache() } = options
  const queue = createFileQueue()

  const get = async (projectId: string) =>
    files.of(options.rootOf(projectId), budgetPath, 'budget', () => read(projectId))

  async function read(projectId: string): Promise<BudgetProfile> {
    try {
      const parsed = fileShape.safeParse(
        JSON.parse((await readContained(options.rootOf(projectId), budgetPath, maxBytes)).toString('utf8')),
      )
      if (parsed.success && findBudgetFault(parsed.data.layers) === undefined) return parsed.data
      options.logger.warn({ projectId }, 'budget file is not usable, defaults in force')
    } catch (error) {
      if (!isAppError(error, ErrorCode.NOT_FOUND))
        options.logger.warn({ projectId }, 'budget file could not be read, defaults in force')
    }
    return { version: 1, layers: defaultBudget }
  }

  async function update(projectId: string, version: number, layers: BudgetLayers): Promise<BudgetProfile> {
    checkBudget(layers)
    const task = async () => {
      const current = await read(projectId)
      if (current.version !== version) {
        throw new AppError(ErrorCode.CONTEXT_BUDGET_CONFLICT, '预算已在别处改过，请重新读取后再改。', {
          data: { currentVersion: current.version },
        })
      }
      const next = { version: version + 1, layers }
      await writeContained(options.rootOf(projectId), budgetPath, `${JSON.stringify(next, null, 2)}\n`)
      return next
    }
    return queue.run(options.rootOf(projectId), () => options.locked(projectId, task))
  }

  return { get, update }
}
