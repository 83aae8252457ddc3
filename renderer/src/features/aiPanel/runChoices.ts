import type { ModelSummary } from '#contract/ai.ts'
import type { Effort, RunChoices } from '#contract/runChoices.ts'

/** What of the choices goes along with a request beside the model. */
export type RequestChoices = Pick<RunChoices, 'effort' | 'temperature' | 'length'>

/** What a run of a skill is started with. */
export interface ChosenRun {
  /** Null: the default one. */
  readonly modelId: string | null
  /** Undefined until the models are read. */
  readonly model: ModelSummary | undefined
  /** Only what the model takes. */
  readonly choices: RequestChoices
  /** How many are written one after the other. */
  readonly versions: number
}

/** What is remembered of a skill, as far as the models that are set up now take it. */
export function chosenRun(
  remembered: RunChoices | undefined,
  models: readonly ModelSummary[],
  /** Chosen last for anything, and what counts without a choice. */
  { chosenModelId, defaultModelId }: Readonly<Record<'chosenModelId' | 'defaultModelId', string | null>>,
): ChosenRun {
  const { effort, temperature, length, versions = 1 } = remembered ?? {}
  const own = models.find(({ id }) => id === remembered?.modelId)?.id
  const modelId = own ?? chosenModelId
  const model = models.find(({ id }) => id === (modelId ?? defaultModelId))
  const possibleEffort = effort !== undefined && model?.efforts.includes(effort) ? effort : undefined
  const isPossible = temperature !== undefined && temperature <= highestTemperature(model, possibleEffort)
  return {
    ...{ modelId, model, versions },
    choices: {
      ...(possibleEffort && { effort: possibleEffort }),
      ...(isPossible && { temperature }),
      ...(length !== undefined && { length }),
    },
  }
}

/** The highest temperature that a model takes while it thinks like this; −1: none. */
export function highestTemperature(model: ModelSummary | undefined, effort: Effort | undefined): number {
  const { maxTemperature = -1, temperatureNeedsOff = false, effort: usual } = model ?? {}
  return temperatureNeedsOff && (effort ?? usual) !== 'off' ? -1 : maxTemperature
}

/** The choices of all skills with some of one changed; undefined takes a choice back. */
export function withChoice(
  all: Readonly<Record<string, RunChoices>>,
  skillId: string,
  change: Readonly<{ [K in keyof RunChoices]: RunChoices[K] | undefined }>,
): Record<string, RunChoices> {
  const { [skillId]: before, ...rest } = all
  const entries = Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined)
  return entries.length === 0 ? rest : { ...rest, [skillId]: Object.fromEntries(entries) }
}
