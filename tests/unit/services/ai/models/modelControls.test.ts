import { describe, expect, it } from 'vitest'
import type { Effort } from '../../../../../main/src/contract/runChoices.ts'
import { isAppError } from '../../../../../main/src/lib/appError.ts'
import {
  type ModelControls,
  requestedModel,
  usualEffort,
  withChoices,
} from '../../../../../main/src/services/ai/models/modelControls.ts'
import { chatBody } from '../../../../../main/src/services/ai/protocols/chatBody.ts'
import { chatFamilies } from '../../../../../main/src/services/ai/protocols/chatFamilies.ts'
import { controlsOf } from '../../../../../main/src/services/ai/protocols/protocols.ts'
import { plainPrompt } from '../../../../../main/src/services/ai/providers/prompt.ts'
import type { GenerationRequest } from '../../../../../main/src/services/ai/providers/provider.ts'

type Row = readonly [family: string, model: string, efforts: string, temperature: string]

/** Efforts, and the highest temperature; `off`: only while it does not think. */
const rows: readonly Row[] = [
  ['openai', 'gpt-6-luna', 'off low medium high', '2 off'],
  ['openai', 'gpt-6.1-sol', 'low medium high', ''],
  ['openai', 'gpt-5', 'minimal low medium high', ''],
  ['openai', 'o4-mini', 'low medium high', ''],
  ['openai', 'gpt-4.1', '', '2'],
  ['anthropic', 'claude-sonnet-5-5', 'low medium high max', ''],
  ['anthropic', 'claude-opus-5-5', 'low medium high max', ''],
  ['anthropic', 'claude-fable-5-1', 'low medium high max', ''],
  ['anthropic', 'claude-haiku-5-5', 'off low medium high max', ''],
  ['anthropic', 'claude-opus-5', 'off low medium high max', ''],
  ['anthropic', 'claude-opus-4-7', 'off low medium high max', ''],
  ['anthropic', 'claude-sonnet-4-6', 'off low medium high max', '1 off'],
  ['anthropic', 'claude-opus-4-5', 'low medium high', '1'],
  ['anthropic', 'claude-haiku-4-5', '', '1'],
  ['deepseek', 'deepseek-v4-pro', 'off low high max', '2 off'],
  ['deepseek', 'deepseek-reasoner', '', '2 off'],
  ['qwen', 'qwen3.8-max', 'off on', '1.9'],
  ['qwen', 'qwen3-235b-a22b-thinking-2507', '', '1.9'],
  ['qwen', 'qwen2.5-72b-instruct', '', '1.9'],
  ['kimi', 'kimi-k3', 'low high max', ''],
  ['kimi', 'kimi-k3.1-pro', 'low high max', ''],
  ['kimi', 'kimi-k2.6', 'off on', ''],
  ['kimi', 'kimi-k2.7-code', '', ''],
  ['glm', 'glm-5.2', 'off on', '1'],
  ['glm', 'glm-4-plus', '', '1'],
  ['gemini', 'gemini-4-argon', 'low medium high', '2'],
  ['gemini', 'gemini-2.5-flash', 'off low medium high', '2'],
  ['gemini', 'gemini-2.5-pro', 'low medium high', '2'],
  ['gemini', 'gemma-3-27b-it', '', '2'],
  ['xai', 'grok-4.3', 'off low medium high', '2'],
  ['xai', 'grok-4.7', '', '2'],
  ['ark', 'doubao-seed-1.8', 'off on', '1'],
  ['siliconflow', 'Qwen/Qwen3.5-397B', 'off on', '1.9'],
  ['siliconflow', 'Qwen/Qwen3-235B-Thinking', '', '1.9'],
  ['openrouter', 'z-ai/glm-5.2', 'off low medium high', '2'],
  ['ollama', 'qwen3:8b', 'off low medium high', '2'],
  ['minimax', 'MiniMax-M3', '', '1'],
  ['mistral', 'mistral-medium-latest', '', '1'],
  ['lmstudio', 'qwen3-8b', '', '2'],
  ['compatible', 'anything', '', '2'],
]

it.each(rows)(
  'of %s the model %s takes the efforts „%s“ and the temperature „%s“',
  (family, model, efforts, of) => {
    const { efforts: taken, temperature } = controlsOf(family, model)
    const shown = temperature ? `${temperature.max}${temperature.needsOff ? ' off' : ''}` : ''
    expect([taken.join(' '), shown]).toEqual([efforts, of])
  },
)

const modelOf = (family: string, name: string) => ({
  ...{ id: `service/${name}`, controls: controlsOf(family, name) },
})

/** What a chat completion says about thinking when a run chooses an effort. */
function saidOf(family: string, name: string, effort: Effort): unknown {
  const request = {
    ...requestedModel(withChoices(modelOf(family, name), { effort })),
    ...{ prompt: plainPrompt('s', 'u'), maxOutputTokens: 100, selectedText: '' },
  } as unknown as GenerationRequest // what is read of it
  const dialect = chatFamilies.find(({ id }) => id === family)?.dialect
  const {
    messages: _,
    max_tokens: _limit,
    max_completion_tokens: _other,
    ...said
  } = chatBody({}, request, dialect)
  return said
}

it.each<[string, string, Effort, object]>([
  ['openai', 'gpt-6-luna', 'off', { reasoning_effort: 'none' }],
  ['openai', 'gpt-5', 'minimal', { reasoning_effort: 'minimal' }],
  ['openai', 'gpt-6.1-sol', 'high', { reasoning_effort: 'high' }],
  ['deepseek', 'deepseek-v4-pro', 'off', { thinking: { type: 'disabled' } }],
  ['deepseek', 'deepseek-v4-pro', 'max', { thinking: { type: 'enabled' }, reasoning_effort: 'max' }],
  ['qwen', 'qwen3.8-max', 'on', { enable_thinking: true }],
  ['kimi', 'kimi-k3', 'low', { reasoning_effort: 'low' }],
  ['kimi', 'kimi-k2.6', 'off', { thinking: { type: 'disabled' } }],
  ['glm', 'glm-5.2', 'off', { thinking: { type: 'disabled' } }],
  ['gemini', 'gemini-4-argon', 'medium', { reasoning_effort: 'medium' }],
  ['xai', 'grok-4.3', 'off', { reasoning_effort: 'none' }],
  ['openrouter', 'z-ai/glm-5.2', 'high', { reasoning: { effort: 'high' } }],
  ['openrouter', 'z-ai/glm-5.2', 'off', { reasoning: { enabled: false } }],
  ['ollama', 'qwen3:8b', 'off', { reasoning_effort: 'none' }],
])('to %s with %s the effort %s is sent in its own field', (family, model, effort, said) => {
  expect(saidOf(family, model, effort)).toEqual(said)
})

it('a model that cannot stop thinking is told the least when its service is set to off', () => {
  const request = {
    modelName: 'kimi-k3',
    thinking: 'off',
    prompt: plainPrompt('s', 'u'),
  } as GenerationRequest
  const dialect = chatFamilies.find(({ id }) => id === 'kimi')?.dialect
  expect(chatBody({}, request, dialect)).toMatchObject({ reasoning_effort: 'low' })
  expect(chatBody({}, request, dialect)).not.toHaveProperty('thinking')
})

describe('what a model does not take', () => {
  const whyOf = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      return isAppError(error, 'INVALID_ARGUMENT') ? error.details : error
    }
    return 'taken'
  }
  it.each<[string, string, Parameters<typeof withChoices>[1], unknown]>([
    [
      'kimi',
      'kimi-k3',
      { effort: 'off' },
      { why: 'effort', model: 'service/kimi-k3', efforts: 'low, high, max' },
    ],
    ['minimax', 'MiniMax-M3', { effort: 'on' }, { why: 'effort', model: 'service/MiniMax-M3', efforts: '–' }],
    ['openai', 'gpt-6.1-sol', { temperature: 1 }, { why: 'temperature', model: 'service/gpt-6.1-sol' }],
    ['glm', 'glm-5.2', { temperature: 1.3 }, { why: 'temperatureRange', model: 'service/glm-5.2', max: 1 }],
    ['openai', 'gpt-6-luna', { temperature: 1 }, { why: 'temperatureThinking', model: 'service/gpt-6-luna' }],
    ['openai', 'gpt-6-luna', { effort: 'off', temperature: 1 }, 'taken'],
  ])('is refused with its reason: %s, %s, %o', (family, model, choices, why) => {
    expect(whyOf(() => withChoices(modelOf(family, model), choices))).toEqual(why)
  })
})

it.each<[ModelControls['efforts'], object, Effort | undefined]>([
  [['off', 'low', 'high'], { thinking: 'off' }, 'off'],
  [['minimal', 'low'], { thinking: 'off' }, 'minimal'],
  [['low', 'high'], { thinking: 'off' }, undefined],
  [['off', 'on'], { thinking: 'on' }, 'on'],
  [['off', 'low', 'high'], { thinking: 'on', effort: 'high' }, 'high'],
  [[], { thinking: 'on' }, undefined],
  [['off', 'on'], {}, undefined],
])(
  'a model with the efforts %j that is set up as %j has the effort %s without a choice',
  (efforts, set, effort) => {
    expect(usualEffort({ ...set, controls: { efforts } })).toBe(effort)
  },
)
