import { z } from 'zod'
import { ErrorCode } from '../../ipc/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { readContained, writeContained } from '../../lib/containedPath.ts'
import { createFileQueue } from '../../lib/files.ts'
import type { Logger } from '../../lib/logger.ts'
import { findBudgetFault } from './budget.ts'
import { defaultBudget } from './layers.ts'
import type { BudgetLayers } from './types.ts'

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
  rootOf(projectId: string): string
  /** Runs a task while no other process writes the same file: two writers with one version may not both win. */
  locked<T>(projectId: string, task: () => Promise<T>): Promise<T>
  logger: Logger
}): BudgetStore {
  const queue = createFileQueue()

  async function get(projectId: string): Promise<BudgetProfile> {
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
      const current = await get(projectId)
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

/** Throws CONTEXT_BUDGET_INVALID_RATIO or CONTEXT_BUDGET_INVALID_MINIMUM for what no run may use. */
export function checkBudget(layers: BudgetLayers): void {
  const fault = findBudgetFault(layers)
  if (fault === 'ratio')
    throw new AppError(
      ErrorCode.CONTEXT_BUDGET_INVALID_RATIO,
      '四层的比例都要不小于 0，并且加起来等于 100%。',
    )
  if (fault === 'minimum')
    throw new AppError(ErrorCode.CONTEXT_BUDGET_INVALID_MINIMUM, '每层的最小保障要是不小于 0 的整数。')
}
