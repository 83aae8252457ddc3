import { z } from 'zod'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError } from '../../../lib/appError.ts'
import { type Format, noticesOf, type VersionedFiles, warningsOf } from '../../../lib/versionedFile/index.ts'
import { findBudgetFault } from '../core/budget.ts'
import { defaultBudget } from '../core/layers.ts'
import type { BudgetLayers } from '../core/types.ts'
import { checkBudget } from './checkBudget.ts'

interface BudgetProfile {
  readonly version: number
  readonly layers: BudgetLayers
}

export interface BudgetStore {
  /**
   * The project's budget; version 1 with the defaults when there is none. `warnings` is there when the file is
   * broken and its last good copy, else the defaults, are in force.
   */
  get(projectId: string): Promise<BudgetProfile & { readonly warnings?: readonly string[] }>
  /** What is wrong with the file, for a request that uses the budget. */
  notices(projectId: string): Promise<ReturnType<typeof noticesOf>>
  /**
   * Stores a new budget as `version + 1`. Throws CONTEXT_BUDGET_CONFLICT when `version` is not the stored one,
   * CONTEXT_BUDGET_INVALID_RATIO or CONTEXT_BUDGET_INVALID_MINIMUM, FILE_BROKEN; then nothing has changed.
   */
  update(projectId: string, version: number, layers: BudgetLayers): Promise<BudgetProfile>
}

const layer = z.strictObject({ ratio: z.number(), minimumTokens: z.number() })
const layers = z.strictObject({ rules: layer, settings: layer, retrieved: layer, immediate: layer })

const budgetPath = '.creonow/budget.json'

/** As a person would write it. */
const shape = '{"version": 1, "layers": {"rules": {"ratio": …, "minimumTokens": …}, "settings": …}}'

const format: Format<BudgetProfile> = {
  schema: z.object({
    version: z.int().min(1),
    layers: layers.refine((given) => findBudgetFault(given) === undefined),
  }),
  absent: { version: 1, layers: defaultBudget },
  maxBytes: 65_536,
  faultAt: (path) =>
    path.length === 1 && path[0] === 'layers'
      ? { code: 'shares', params: {} }
      : { code: 'shape', params: { shape } },
}

/** One store per app: what the screen edits is what runs use. The file is `.creonow/budget.json`. */
export function createBudgetStore(options: {
  readonly rootOf: (projectId: string) => string
  readonly versioned: VersionedFiles
}): BudgetStore {
  const { rootOf, versioned } = options
  const file = versioned.of(format)
  const placeOf = (projectId: string) =>
    versioned.inProject({ id: projectId, root: rootOf(projectId) }, budgetPath)

  return {
    async get(projectId) {
      const reading = await file.read(placeOf(projectId))
      const warnings = warningsOf(reading)
      return warnings.length === 0 ? reading.value : { ...reading.value, warnings }
    },
    notices: async (projectId) => noticesOf(await file.read(placeOf(projectId))),
    async update(projectId, version, layers) {
      checkBudget(layers)
      return file.update(placeOf(projectId), (current) => {
        if (current.version !== version) {
          throw new AppError(ErrorCode.CONTEXT_BUDGET_CONFLICT, { currentVersion: current.version })
        }
        const next = { version: version + 1, layers }
        return { next, result: next }
      })
    },
  }
}
