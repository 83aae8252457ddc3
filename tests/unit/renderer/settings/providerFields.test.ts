import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { appSettings } from '../../../../main/src/contract/settings.ts'
import { familyOf, listFamilies } from '../../../../main/src/services/ai/index.ts'
import { presetsOf } from '../../../../renderer/src/features/settings/families.ts'
import {
  fieldsOf,
  hasTooMuch,
  mostModels,
  mostOfModelName,
  namesIn,
  type Provider,
  providerIn,
  secondsIn,
  toggled,
  withPreset,
} from '../../../../renderer/src/features/settings/providerFields.ts'

const families = listFamilies()
const presets = presetsOf(families)

describe('a preset', () => {
  test.each(presets)('fills a form with a service that the settings accept: $name', (preset) => {
    const filled = withPreset(fieldsOf(null), preset, presets)
    const provider = providerIn({ ...filled, models: filled.models || 'some-model' }, 'own', families)
    expect(z.array(appSettings.shape.providers.element).parse([provider])).toEqual([provider])
    // The address alone would say the same, but for Anthropic, whose own protocol has to be chosen.
    const told = familyOf({ baseUrl: preset.baseUrl }).id
    expect(told).toBe(preset.family === 'anthropic' ? 'compatible' : preset.family)
  })

  test('preserves a name that the author chose, and no name of another preset', () => {
    const [anthropic, openAi] = presets
    if (!anthropic || !openAi) throw new Error('no presets')
    const named = (name: string) => withPreset({ ...fieldsOf(null), name }, openAi, presets).name
    expect([named(''), named(anthropic.name), named('老林的 API')]).toEqual([
      'OpenAI',
      'OpenAI',
      '老林的 API',
    ])
  })
})

test('a service goes through the form unchanged, with all its fields', () => {
  const provider = {
    id: 'own',
    name: '自己的',
    baseUrl: 'http://127.0.0.1:8080/v1',
    models: ['a', 'b'],
    family: 'qwen',
    toolProtocol: 'react' as const,
    thinking: 'off',
    firstAnswerSeconds: 200,
  } satisfies Provider
  expect(providerIn(fieldsOf(provider), 'own', families)).toEqual(provider)
})

test('what is missing or wrong is no service', () => {
  const good = { ...fieldsOf(null), name: 'a', baseUrl: 'https://a.example/v1', models: ' m \r\nm\n' }
  expect(providerIn(good, 'own', families)).toEqual({
    id: 'own',
    name: 'a',
    baseUrl: 'https://a.example/v1',
    models: ['m'],
  })
  const wrong = [{ name: ' ' }, { baseUrl: 'a.example' }, { models: '\n' }, { firstAnswer: '9' }]
  expect(wrong.map((part) => providerIn({ ...good, ...part }, 'own', families))).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(['', '10', '290', '291', '12.5', '十'].map(secondsIn)).toEqual([
    undefined,
    10,
    290,
    null,
    null,
    null,
  ])
})

test('a model is added to the list and removed from it', () => {
  expect([toggled('a\n', 'b'), toggled('a\nb', 'a'), toggled('', 'b')]).toEqual(['a\nb', 'b', 'b'])
})

test('more models or longer names than main stores are refused in the form, with the numbers that main has', () => {
  const names = (count: number, length: number) =>
    Array.from({ length: count }, (_, i) => String(i).padStart(length, 'm')).join('\n')
  const given = [names(mostModels, mostOfModelName), names(mostModels + 1, 5), names(1, mostOfModelName + 1)]
  const fields = { ...fieldsOf(null), name: '甲', baseUrl: 'https://a.example/v1' }
  const stored = appSettings.shape.providers.element.shape.models
  expect(given.map((models) => stored.safeParse(namesIn(models)).success)).toEqual([true, false, false])
  expect(given.map(hasTooMuch)).toEqual([false, true, true])
  expect(given.map((models) => providerIn({ ...fields, models }, 'p', families) === null)).toEqual([
    false,
    true,
    true,
  ])
})
