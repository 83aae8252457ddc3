import type { Effort } from '#contract/runChoices.ts'
import { AppError } from '../../../lib/appError.ts'
import type { GenerationRequest } from '../providers/provider.ts'
import type { ModelFacts } from './modelFacts.ts'

/** What a model can be instructed to do in one run. */
export interface ModelControls {
  /** How hard it can think, least first; empty: nothing can be said about it. */
  readonly efforts: readonly Effort[]
  /** Absent: it takes none. */
  readonly temperature?: Temperature
}

/** The temperatures that a model takes. */
export interface Temperature {
  /** The highest, at most 2. */
  readonly max: number
  /** It takes one only while it does not think. */
  readonly needsOff?: true
}

/** What is chosen for one run. */
interface Choices {
  readonly effort?: Effort | undefined
  readonly temperature?: number | undefined
}

interface ControlledModel extends Pick<ModelFacts, 'thinking' | 'effort'> {
  readonly id: string
  readonly controls: ModelControls
  readonly temperature?: number
}

/**
 * The model as one run uses it. @throws AppError INVALID_ARGUMENT {why: effort | temperature} for what it does not
 * take.
 */
export function withChoices<M extends ControlledModel>(model: M, { effort, temperature }: Choices): M {
  const { id, controls } = model
  if (effort !== undefined && !controls.efforts.includes(effort))
    throw new AppError('INVALID_ARGUMENT', {
      why: 'effort',
      model: id,
      efforts: controls.efforts.join(', ') || '–',
    })
  const chosen = effort === undefined ? model : withEffort(model, effort)
  if (temperature === undefined) return chosen
  const { max = -1, needsOff = false } = controls.temperature ?? {}
  if (max < 0) throw new AppError('INVALID_ARGUMENT', { why: 'temperature', model: id })
  if (temperature > max) throw new AppError('INVALID_ARGUMENT', { why: 'temperatureRange', model: id, max })
  if (needsOff && chosen.thinking !== 'off')
    throw new AppError('INVALID_ARGUMENT', { why: 'temperatureThinking', model: id })
  return { ...chosen, temperature }
}

function withEffort<M extends ControlledModel>(model: M, effort: Effort): M {
  const { effort: _usual, ...rest } = model
  const thinking = effort === 'off' || effort === 'minimal' ? 'off' : 'on'
  const degree = effort === 'off' || effort === 'minimal' || effort === 'on' ? {} : { effort }
  return { ...rest, thinking, ...degree } as M // its effort is optional
}

/** The effort that a model has without a choice; undefined: as it does by itself. */
export function usualEffort({
  thinking,
  effort,
  controls: { efforts },
}: Omit<ControlledModel, 'id'>): Effort | undefined {
  if (thinking === 'off') return efforts.find((each) => each === 'off' || each === 'minimal')
  return effort !== undefined && efforts.includes(effort) ? effort : efforts.find((each) => each === thinking)
}

/** The fields of a request that say which model answers, and how. */
export const requestedModel = ({
  id,
  thinking,
  effort,
  temperature,
}: ControlledModel): Pick<GenerationRequest, 'modelName' | 'thinking' | 'effort' | 'temperature'> => ({
  modelName: id.slice(id.indexOf('/') + 1),
  ...(thinking && { thinking }),
  ...(effort && { effort }),
  ...(temperature !== undefined && { temperature }),
})
