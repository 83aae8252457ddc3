import { describe, expect, it } from 'vitest'
import { fakeModel, findModel, listModels } from '../../../../../main/src/services/ai/index.ts'
import { factsByName } from '../../../../../main/src/services/ai/models/modelTable.ts'
import { cacheFactsOf } from '../../../../../main/src/services/ai/protocols/protocols.ts'
import { defaultSettings } from '../../../../../main/src/services/settings/index.ts'

const settings = { ...defaultSettings, language: 'zh' as const }
const find = (id: string) => findModel(settings, id)

describe('the table of models', () => {
  it('names the models that call tools in the form of their service, and leaves those of local servers to the author', () => {
    const names = [
      'claude-opus-5-5',
      'deepseek-v4-pro',
      'qwen3.7-max',
      'kimi-k3',
      'gpt-4.1',
      'gpt-6-astra',
      'qwen3:8b',
      'm',
    ]
    expect(names.map((name) => [name, find(`own/${name}`).supportsTools])).toEqual([
      ['claude-opus-5-5', true],
      ['deepseek-v4-pro', true],
      ['qwen3.7-max', true],
      ['kimi-k3', true],
      ['gpt-4.1', true],
      // Chat completions refuse tools together with an effort.
      ['gpt-6-astra', false],
      ['qwen3:8b', undefined],
      ['m', undefined],
    ])
  })

  it('gives each family its own limits and tokenizer', () => {
    const facts = Object.fromEntries(
      [
        'gpt-6-astra',
        'gpt-5.4',
        'gpt-5-mini',
        'gpt-4.1-mini',
        'gpt-4o',
        'o3',
        'gpt-4-turbo',
        'gpt-4',
        'gpt-3.5-turbo',
        'claude-opus-5-5',
        'claude-sonnet-4-6',
        'claude-haiku-4-5-20251001',
        'claude-3-5-haiku-latest',
        'claude-3-7-sonnet',
        'gemini-3.8-flash',
        'deepseek-v4-pro',
        'deepseek-r1',
        'qwen3.8-max',
        'qwen3-32b',
        'kimi-k3',
        'kimi-k2-thinking',
        'glm-5.2',
        'glm-4.6',
        'mistral-large-2512',
        'llama-3.3-70b',
        'meta-llama/Llama-4-Scout',
        'no-such-model',
      ].map((name) => {
        const { windowTokens, tokenizer, exact } = find(`p/${name}`)
        return [name, `${windowTokens} ${'encoding' in tokenizer ? tokenizer.encoding : 'file'} ${exact}`]
      }),
    )
    expect(facts).toEqual({
      'gpt-6-astra': '1050000 o200k_base true',
      'gpt-5.4': '1050000 o200k_base true',
      'gpt-5-mini': '400000 o200k_base true',
      'gpt-4.1-mini': '1047576 o200k_base true',
      'gpt-4o': '128000 o200k_base true',
      o3: '200000 o200k_base true',
      'gpt-4-turbo': '128000 cl100k_base true',
      'gpt-4': '8192 cl100k_base true',
      'gpt-3.5-turbo': '16385 cl100k_base true',
      'claude-opus-5-5': '1000000 o200k_base false',
      'claude-sonnet-4-6': '1000000 o200k_base false',
      'claude-haiku-4-5-20251001': '200000 o200k_base false',
      'claude-3-5-haiku-latest': '200000 o200k_base false',
      'claude-3-7-sonnet': '200000 o200k_base false',
      'gemini-3.8-flash': '1048576 o200k_base false',
      'deepseek-v4-pro': '1000000 o200k_base false',
      'deepseek-r1': '128000 o200k_base false',
      'qwen3.8-max': '1000000 o200k_base false',
      'qwen3-32b': '131072 o200k_base false',
      'kimi-k3': '1048576 o200k_base false',
      'kimi-k2-thinking': '262144 o200k_base false',
      'glm-5.2': '1000000 o200k_base false',
      'glm-4.6': '200000 o200k_base false',
      'mistral-large-2512': '128000 o200k_base false',
      'llama-3.3-70b': '131072 o200k_base false',
      'meta-llama/Llama-4-Scout': '131072 o200k_base false',
      'no-such-model': '32768 o200k_base false',
    })
  })

  it('calls no estimate exact, and reserves no more output than there is window', () => {
    for (const [, facts] of factsByName) {
      const calibrated = 'encoding' in facts.tokenizer && facts.tokenizer.calibrated === true
      expect(facts.exact).toBe(!calibrated)
      expect(facts.outputReserveTokens * 2).toBeLessThanOrEqual(facts.windowTokens)
      expect(facts.asOf).toMatch(/^\d{4}-\d{2}$/)
    }
  })

  it('leaves the model that tests and first steps rely on as it is', () => {
    expect(listModels(settings)).toEqual([fakeModel])
    expect(find('fake')).toEqual({
      controls: { efforts: [] },
      id: 'fake',
      name: '示例模型（离线）',
      provider: 'fake',
      windowTokens: 32_768,
      outputReserveTokens: 4096,
      tokenizer: { encoding: 'o200k_base' },
      exact: true,
      cache: cacheFactsOf('compatible', 'fake'),
      asOf: '2026-11',
    })
  })
})
