import { z } from 'zod'
import { isAppError } from '../../../lib/appError.ts'
import type { Logger } from '../../../lib/logger.ts'
import type { Format, VersionedFiles } from '../../../lib/versionedFile/index.ts'

/** Less than this of what was counted is no tokenizer's: the service has read less than was sent. */
const minFactor = 0.6
const maxFactor = 4
/** Where the count is exact a service that reads all reports no less, for it adds the marks of its messages. */
const exactShare = 0.9
/** Shorter runs measure a provider's wrapping rather than its tokenizer. */
const minTokens = 200
const maxReports = 9
/** A report may come from a service that errs: downwards the median of so many counts, upwards so many like ones. */
const reportsDown = 5
const reportsUp = 3
const likeShare = 0.1
/** A refused prompt that was counted as less of the window tells of the window. */
const nearShare = 0.7
/** The same figure for prompts that differ by so much, or for three prompts in a row, is the size of a window. */
const differingShare = 0.03
const differingTokens = 8

const report = z.strictObject({ reportedTokens: z.number().min(0), countedTokens: z.number().min(1) })

const stored = z.strictObject({
  version: z.literal(2),
  models: z.record(
    z.string().max(400),
    z.strictObject({
      factor: z.number().min(minFactor).max(maxFactor),
      /** The newest, oldest first, cut ones included. */
      reports: z.array(report).max(maxReports),
    }),
  ),
})

const earlier = z.strictObject({
  version: z.literal(1),
  models: z.record(
    z.string().max(400),
    z.strictObject({ factor: z.number().min(0.3).max(maxFactor), runs: z.int().min(1) }),
  ),
})

type Stored = z.infer<typeof stored>
type Report = z.infer<typeof report>

const format: Format<Stored> = {
  schema: z.union([
    stored,
    earlier.transform(({ models }): Stored => {
      const entries = Object.entries(models).map(([id, { factor }]) => [
        id,
        { factor: Math.max(minFactor, factor), reports: [] },
      ])
      return { version: 2, models: Object.fromEntries(entries) }
    }),
  ]),
  absent: { version: 2, models: {} },
  version: 2,
  maxBytes: 16 * 1_048_576,
}

/** That a service has read less than was sent. */
export interface InputCut {
  /** As the service reports it. */
  readonly readTokens: number
  /** As counted here. */
  readonly sentTokens: number
}

/** How many tokens a model counts for one of the base encoding; measured per model from reported usage. */
export interface Calibration {
  /** 1 until enough was reported. */
  factorOf(modelId: string): number
  /** Takes a report into account; resolves when it is stored. Returns a cut, from which nothing is learnt. Never throws. */
  observe(modelId: string, report: Report): Promise<InputCut | undefined>
  /**
   * Of a prompt that was refused as too long the factor at least is known: it is more than the `inputTokens` that the
   * window has besides the answer. Counted as far less, the window is another. Never throws.
   */
  observeRefusal(
    modelId: string,
    refused: { readonly countedTokens: number; readonly inputTokens: number },
  ): Promise<void>
}

/**
 * Of the newest nine reports per model, in `calibration.json` of the data folder: down to their median once there are
 * five, up as soon as three are alike, at once after a refusal; between 0.6 and 4. Runs under 200 tokens are ignored.
 */
export function createCalibration(options: {
  readonly versioned: VersionedFiles
  readonly logger: Logger
}): Calibration {
  const file = options.versioned.cached(format, 'calibration.json')

  async function store(modelId: string, change: (model: Model) => Model): Promise<void> {
    try {
      await file.update((current) => {
        const models = { ...current.models, [modelId]: change(modelOf(current, modelId)) }
        const sorted = Object.entries(models).sort(([a], [b]) => (a < b ? -1 : 1))
        return { next: { version: 2, models: Object.fromEntries(sorted) }, result: undefined }
      })
    } catch (error) {
      const code = isAppError(error) ? error.code : 'INTERNAL'
      options.logger.warn({ code }, 'calibration could not be stored')
    }
  }

  return {
    factorOf: (modelId) => modelOf(file.current().value, modelId).factor,
    async observe(modelId, { reportedTokens, countedTokens }) {
      if (!(reportedTokens > 0 && countedTokens >= minTokens)) return undefined
      const { reports: before } = modelOf(file.current().value, modelId)
      const isCut = isCutShort({ reportedTokens, countedTokens }, before)
      await store(modelId, ({ factor, reports }) => {
        const all = [...reports, { reportedTokens, countedTokens }].slice(-maxReports)
        return { factor: isCut ? factor : calibrated(factor, all), reports: all }
      })
      return isCut ? { readTokens: reportedTokens, sentTokens: countedTokens } : undefined
    },
    observeRefusal: (modelId, { countedTokens, inputTokens }) =>
      store(modelId, ({ factor, reports }) => {
        const isNear = countedTokens * factor >= nearShare * inputTokens
        const least = isNear ? inputTokens / countedTokens : 0
        return { factor: Math.min(maxFactor, Math.max(factor, least)), reports }
      }),
  }
}

/** That a service has read less than was sent, of a count that is exact; there is nothing to be learnt from it. */
export function cutOfExactCount({ reportedTokens, countedTokens }: Report): InputCut | undefined {
  const isCut =
    reportedTokens > 0 && countedTokens >= minTokens && reportedTokens < exactShare * countedTokens
  return isCut ? { readTokens: reportedTokens, sentTokens: countedTokens } : undefined
}

type Model = Stored['models'][string]

const modelOf = ({ models }: Stored, modelId: string): Model =>
  (Object.hasOwn(models, modelId) && models[modelId]) || { factor: 1, reports: [] }

const ratioOf = ({ reportedTokens, countedTokens }: Report) => reportedTokens / countedTokens

/** Whether a report is of less than was sent: too little, or the figure of a prompt of another length. */
function isCutShort(report: Report, before: readonly Report[]): boolean {
  if (ratioOf(report) < minFactor) return true
  const sameFigure = before.slice(
    before.findLastIndex((each) => each.reportedTokens !== report.reportedTokens) + 1,
  )
  const differences = sameFigure.map((each) => Math.abs(each.countedTokens - report.countedTokens))
  return (
    differences.some((tokens) => tokens >= differingShare * report.countedTokens) ||
    differences.filter((tokens) => tokens >= differingTokens).length >= 2
  )
}

function calibrated(factor: number, reports: readonly Report[]): number {
  const plausible = reports
    .filter((each, at) => !isCutShort(each, reports.slice(0, at)))
    .map(ratioOf)
    .filter((ratio) => ratio <= maxFactor)
  const newest = plausible.slice(-reportsUp)
  const up = median(newest)
  const areAlike = newest.every((ratio) => Math.abs(ratio - up) <= likeShare * up)
  if (newest.length === reportsUp && areAlike && up > factor) return Math.min(maxFactor, up)
  const down = median(plausible)
  return plausible.length >= reportsDown && down < factor ? Math.max(minFactor, down) : factor
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 1
}
