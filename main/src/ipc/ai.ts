import { LRUCache } from 'lru-cache'
import type { ai as channels } from '../contract/ai.ts'
import { ErrorCode } from '../contract/errorCodes.ts'
import type { ChannelInput } from '../contract/index.ts'
import { AppError, toPayload } from '../lib/appError.ts'
import { redactedPayload } from '../lib/redactedValues.ts'
import {
  fakeModel,
  listFamilies,
  type ResolvedModel,
  type RunService,
  type SkillCatalogue,
  tokenizerName,
  usualEffort,
} from '../services/ai/index.ts'
import type { SettingsService } from '../services/settings/index.ts'
import type { Handlers } from './router.ts'

/** Runs whose starter is remembered; one that is forgotten has ended long ago. */
const maxRuns = 1000

export function aiHandlers(options: {
  readonly runs: RunService
  readonly skills: SkillCatalogue
  readonly settings: SettingsService
  readonly models: () => readonly ResolvedModel[]
  /** Sends a service one short request; its failure, or undefined. */
  readonly test: (input: ChannelInput<'ai:test'>, signal: AbortSignal) => Promise<AppError | undefined>
  readonly modelNames: (
    input: ChannelInput<'ai:endpointModels'>,
    signal: AbortSignal,
  ) => Promise<readonly string[]>
  readonly redact: (text: string) => string
  /** Faults of the files that define models. */
  readonly warnings: (models: readonly ResolvedModel[]) => readonly string[]
}): Handlers<typeof channels> {
  const { runs, skills, settings } = options
  const starters = new LRUCache<string, string>({ max: maxRuns })
  return {
    'skills:list': async ({ projectId }) => ({ skills: [...(await skills.list(projectId))] }),
    'ai:run': async (input, { session, signal }) => {
      const { runId } = await runs.start(input, (event) => session.emit('run', event), signal)
      starters.set(runId, session.owner)
      return { runId }
    },
    'ai:cancel': async ({ runId }, { session }) => {
      // A run that somebody else has started is none to this caller, in the same project too.
      if (starters.get(runId) !== session.owner) throw new AppError(ErrorCode.NOT_FOUND, { why: 'run' })
      return { cancelled: runs.cancel(runId) }
    },
    'ai:restore': async ({ projectId, runId }) => ({ text: runs.restore(projectId, runId) }),
    'ai:outcome': async ({ projectId, runId, outcome, text }) => ({
      recorded: await runs.recordOutcome(projectId, runId, outcome, text),
    }),
    'ai:test': async (input, { signal }) => {
      const failed = await options.test(input, signal)
      if (!failed) return { ok: true }
      return { ok: false, error: redactedPayload(toPayload(failed), options.redact) }
    },
    'ai:endpointModels': async (input, { signal }) => ({
      models: [...(await options.modelNames(input, signal))],
    }),
    'ai:families:list': async () => ({ families: listFamilies() }),
    'ai:models': async () => {
      const configured = options.models()
      const models = configured.map(
        ({ id, name, provider, windowTokens, outputReserveTokens, tokenizer, exact, ...model }) => {
          const { efforts, temperature } = model.controls
          const effort = usualEffort(model)
          return {
            ...{ id, name, provider, windowTokens, outputReserveTokens, exact },
            tokenizer: tokenizerName(tokenizer),
            available: true,
            efforts: [...efforts],
            ...(effort && { effort }),
            ...(temperature && { maxTemperature: temperature.max }),
            ...(temperature?.needsOff && { temperatureNeedsOff: true }),
          }
        },
      )
      const defaultId = settings.current().defaultModelId
      const warnings = options.warnings(configured)
      return {
        models,
        defaultModelId: models.some(({ id }) => id === defaultId) ? defaultId : fakeModel.id,
        ...(warnings.length > 0 && { warnings }),
      }
    },
  }
}
