import { describe, expect, it } from 'vitest'
import type { ModelSummary } from '../../../../main/src/contract/ai.ts'
import {
  chosenRun,
  highestTemperature,
  withChoice,
} from '../../../../renderer/src/features/aiPanel/runChoices.ts'

const model = (id: string, more: Partial<ModelSummary> = {}): ModelSummary => ({
  ...{ id, name: id, provider: 'p', windowTokens: 32_000, outputReserveTokens: 4000, tokenizer: 't' },
  ...{ exact: true, available: true, efforts: [] },
  ...more,
})
const plain = model('p/plain')
const thinking = model('p/thinking', {
  efforts: ['off', 'low'],
  maxTemperature: 1,
  temperatureNeedsOff: true,
})
const models = [plain, thinking]
const last = { chosenModelId: 'p/plain', defaultModelId: 'p/plain' }

describe('a run of a skill', () => {
  it('is started as it was chosen for the skill, with the model of the skill', () => {
    const remembered = {
      modelId: 'p/thinking',
      effort: 'off',
      temperature: 0.7,
      length: 800,
      versions: 3,
    } as const
    expect(chosenRun(remembered, models, last)).toEqual({
      ...{ modelId: 'p/thinking', model: thinking, versions: 3 },
      choices: { effort: 'off', temperature: 0.7, length: 800 },
    })
  })

  it('has the model that was chosen last where nothing is remembered, or the model is gone', () => {
    const usual = { modelId: 'p/plain', model: plain, versions: 1, choices: {} }
    expect(chosenRun(undefined, models, last)).toEqual(usual)
    expect(chosenRun({ modelId: 'p/gone' }, models, last)).toEqual(usual)
    expect(chosenRun(undefined, models, { ...last, chosenModelId: null })).toEqual({
      ...usual,
      modelId: null,
    })
  })

  it('asks for nothing that the model does not take', () => {
    const remembered = { effort: 'high', temperature: 0.7, length: 800 } as const
    expect(chosenRun(remembered, models, last).choices).toEqual({ length: 800 })
    const onThinking = { ...last, chosenModelId: 'p/thinking' }
    expect(chosenRun({ effort: 'low', temperature: 0.7 }, models, onThinking).choices).toEqual({
      effort: 'low',
    })
    expect(chosenRun({ effort: 'off', temperature: 1.3 }, models, onThinking).choices).toEqual({
      effort: 'off',
    })
  })
})

it('a model that thinks as its service is set up takes no temperature until it does not think', () => {
  expect([
    highestTemperature(thinking, undefined),
    highestTemperature(thinking, 'off'),
    highestTemperature({ ...thinking, effort: 'off' }, undefined),
    highestTemperature(plain, undefined),
    highestTemperature(undefined, undefined),
  ]).toEqual([-1, 1, 1, -1, -1])
})

it('a choice changes one skill alone, and taking the last one back leaves nothing of it', () => {
  const all = { continue: { length: 800 }, polish: { effort: 'low' as const } }
  expect(withChoice(all, 'continue', { versions: 2 })).toEqual({
    ...all,
    continue: { length: 800, versions: 2 },
  })
  expect(withChoice(all, 'continue', { length: undefined })).toEqual({ polish: { effort: 'low' } })
  expect(withChoice(all, 'expand', { length: 500 })).toEqual({ ...all, expand: { length: 500 } })
})
