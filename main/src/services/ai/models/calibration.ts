import { z } from 'zod'
import { isAppError } from '../../../lib/appError.ts'
import type { Logger } from '../../../lib/logger.ts'
import type { Format, VersionedFiles } from '../../../lib/versionedFile/index.ts'

const minFactor = 0.3
const maxFactor = 4
/** Shorter runs measure a provider's wrapping rather than its tokenizer. */
const minTokens = 200
const weight = 0.3

const stored = z.strictObject({
  version: z.literal(1),
  models: z.record(
    z.string().max(400),
    z.strictObject({ factor: z.number().min(minFactor).max(maxFactor), runs: z.int().min(1) }),
  ),
})

type Stored = z.infer<typeof stored>

const format: Format<Stored> = {
  schema: stored,
  absent: { version: 1, models: {} },
  maxBytes: 16 * 1_048_576,
}

interface Observation {
  /** Input tokens as the provider reports them. */
  readonly reportedTokens: number
  /** The same input counted by the base encoding. */
  readonly countedTokens: number
}

/** How many tokens a model counts for one of the base encoding; measured per model from reported usage. */
export interface Calibration {
  /** 1 until a run has been observed. */
  factorOf(modelId: string): number
  /** Takes a run into account; resolves when the factors are stored. Never throws. */
  observe(modelId: string, observation: Observation): Promise<void>
}

/**
 * Exponential moving average of reported / counted tokens, in `calibration.json` of the data folder. Factors are
 * clamped to 0.3–4; runs under 200 tokens are ignored.
 */
export function createCalibration(options: {
  readonly versioned: VersionedFiles
  readonly logger: Logger
}): Calibration {
  const file = options.versioned.cached(format, 'calibration.json')

  return {
    factorOf(modelId) {
      const { models } = file.current().value
      return Object.hasOwn(models, modelId) ? (models[modelId]?.factor ?? 1) : 1
    },
    async observe(modelId, { reportedTokens, countedTokens }) {
      if (!(reportedTokens >= minTokens && countedTokens >= minTokens)) return
      try {
        const ratio = clamp(reportedTokens / countedTokens)
        await file.update((current) => ({ next: withRun(current, modelId, ratio), result: undefined }))
      } catch (error) {
        const code = isAppError(error) ? error.code : 'INTERNAL'
        options.logger.warn({ code }, 'calibration could not be stored')
      }
    },
  }
}

function withRun({ models }: Stored, modelId: string, ratio: number): Stored {
  const { factor, runs } = (Object.hasOwn(models, modelId) && models[modelId]) || { factor: ratio, runs: 0 }
  const calibrated = { factor: clamp(factor + weight * (ratio - factor)), runs: runs + 1 }
  const sorted = Object.entries({ ...models, [modelId]: calibrated }).sort(([a], [b]) => (a < b ? -1 : 1))
  return { version: 1, models: Object.fromEntries(sorted) }
}

const clamp = (factor: number) => Math.min(maxFactor, Math.max(minFactor, factor))
