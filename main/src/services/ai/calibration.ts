import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { systemCode } from '../../lib/appError.ts'
import { createFileQueue, writeFileAtomically } from '../../lib/files.ts'
import type { Logger } from '../../lib/logger.ts'

const minFactor = 0.3
const maxFactor = 4
/** Shorter runs say more about a provider's wrapping than about its tokenizer. */
const minTokens = 200
const weight = 0.3

const stored = z.strictObject({
  version: z.literal(1),
  models: z.record(
    z.string().max(400),
    z.strictObject({ factor: z.number().min(minFactor).max(maxFactor), runs: z.int().min(1) }),
  ),
})

type Factors = z.infer<typeof stored>['models']

export interface Observation {
  /** Input tokens as the provider reports them. */
  readonly reportedTokens: number
  /** The same input counted by the base encoding. */
  readonly countedTokens: number
}

/** How many tokens a model counts for one of the base encoding; learnt per model from reported usage. */
export interface Calibration {
  /** 1 until a run has been observed. */
  factorOf(modelId: string): number
  /** Takes a run into account; resolves when the factors are stored. Never throws. */
  observe(modelId: string, observation: Observation): Promise<void>
}

/**
 * Exponential moving average of reported / counted tokens, kept in a file of its own. Factors are clamped to
 * 0.3–4; runs under 200 tokens are ignored. A broken file is copied beside itself before it is written anew.
 */
export async function createCalibration(path: string, logger: Logger): Promise<Calibration> {
  const queue = createFileQueue()
  const factors = new Map(Object.entries(await load(path, logger)))

  async function store(): Promise<void> {
    try {
      const models = Object.fromEntries([...factors].sort(([a], [b]) => (a < b ? -1 : 1)))
      await writeFileAtomically(path, `${JSON.stringify({ version: 1, models }, null, 2)}\n`)
    } catch (error) {
      logger.warn({ cause: systemCode(error) ?? 'unknown' }, 'calibration could not be stored')
    }
  }

  return {
    factorOf: (modelId) => factors.get(modelId)?.factor ?? 1,
    async observe(modelId, { reportedTokens, countedTokens }) {
      if (!(reportedTokens >= minTokens && countedTokens >= minTokens)) return
      const ratio = clamp(reportedTokens / countedTokens)
      const { factor, runs } = factors.get(modelId) ?? { factor: ratio, runs: 0 }
      factors.set(modelId, { factor: clamp(factor + weight * (ratio - factor)), runs: runs + 1 })
      await queue.run(path, store)
    },
  }
}

const clamp = (factor: number) => Math.min(maxFactor, Math.max(minFactor, factor))

async function load(path: string, logger: Logger): Promise<Factors> {
  try {
    return stored.parse(JSON.parse(await readFile(path, 'utf8'))).models
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') await keepAside(path, logger, error)
    return {}
  }
}

async function keepAside(path: string, logger: Logger, cause: unknown): Promise<void> {
  logger.warn(
    { cause: cause instanceof Error ? cause.name : 'unknown' },
    'calibration is broken, starting anew',
  )
  try {
    await writeFileAtomically(`${path}.broken`, await readFile(path))
  } catch (error) {
    logger.warn({ cause: systemCode(error) ?? 'unknown' }, 'broken calibration could not be copied')
  }
}
