import { describe, expect, it } from 'vitest'
import { cacheFactsOf, families, familyOf } from '../../../../main/src/services/ai/protocols/protocols.ts'

describe('the families of endpoints', () => {
  it('are recognised by the host, and by the author where he chooses one', () => {
    const told = [
      'https://api.openai.com/v1',
      'https://api.deepseek.com/v1',
      'https://dashscope.aliyuncs.com/compatible-mode/v1',
      'https://api.moonshot.cn/v1',
      'https://open.bigmodel.cn/api/paas/v4',
      'https://api.minimaxi.com/v1',
      'https://generativelanguage.googleapis.com/v1beta/openai',
      'https://api.x.ai/v1',
      'https://api.mistral.ai/v1',
      'https://ark.cn-beijing.volces.com/api/v3',
      'https://api.siliconflow.cn/v1',
      'https://openrouter.ai/api/v1',
      'http://127.0.0.1:11434/v1',
      'http://localhost:1234/v1',
      'http://127.0.0.1:9/v1',
      'https://deepseek.com.example.org/v1',
      'https://api.anthropic.com/v1',
    ].map((baseUrl) => familyOf({ baseUrl }).id)
    expect(told).toEqual([
      ...[
        'openai',
        'deepseek',
        'qwen',
        'kimi',
        'glm',
        'minimax',
        'gemini',
        'xai',
        'mistral',
        'ark',
        'siliconflow',
        'openrouter',
        'ollama',
        'lmstudio',
      ],
      ...['compatible', 'compatible', 'compatible'],
    ])
    expect(familyOf({ baseUrl: 'http://127.0.0.1:9/v1', family: 'anthropic' }).id).toBe('anthropic')
  })

  it('knows a model by the endpoint too: the same name has another cache elsewhere', () => {
    const known = (
      [
        ['anthropic', 'claude-opus-5-5'],
        ['anthropic', 'claude-haiku-4-5-20251001'],
        ['anthropic', 'claude-opus-4-7'],
        ['anthropic', 'claude-sonnet-5'],
        ['openrouter', 'anthropic/claude-opus-5.5'],
        ['openai', 'gpt-6.1-sol'],
        ['openai', 'gpt-5.6'],
        ['openai', 'gpt-5.4-mini'],
        ['deepseek', 'deepseek-v4-pro'],
        ['compatible', 'deepseek-v4-pro'],
        ['qwen', 'qwen4-max'],
        ['qwen', 'qwen3.8-max'],
        ['kimi', 'kimi-k3'],
        ['kimi', 'kimi-k3.1'],
        ['glm', 'glm-5.2'],
        ['glm', 'glm-5.3-flash'],
        ['minimax', 'MiniMax-M3'],
        ['gemini', 'gemini-4-argon'],
        ['gemini', 'gemini-3.8-flash'],
        ['gemini', 'gemini-3.8-flash-lite'],
        ['xai', 'grok-4.7'],
        ['mistral', 'mistral-medium-latest'],
        ['ark', 'doubao-seed-2.0'],
        ['ollama', 'qwen3:8b'],
      ] as const
    ).map(([family, model]) => {
      const { kind, minimumTokens, maxMarks, read, price } = cacheFactsOf(family, model)
      return `${family} ${model}: ${kind} ${minimumTokens} ${maxMarks} ${read} ${price?.input ?? '?'}`
    })
    expect(known).toEqual([
      'anthropic claude-opus-5-5: marks 512 4 0.05 4',
      'anthropic claude-haiku-4-5-20251001: marks 4096 4 0.1 1',
      'anthropic claude-opus-4-7: marks 2048 4 0.1 ?',
      'anthropic claude-sonnet-5: marks 1024 4 0.1 ?',
      'openrouter anthropic/claude-opus-5.5: marks 4096 4 0.1 ?',
      'openai gpt-6.1-sol: breakpoints 1024 4 0.05 2',
      'openai gpt-5.6: breakpoints 1024 4 0.1 ?',
      'openai gpt-5.4-mini: prefix 1024 0 0.5 ?',
      'deepseek deepseek-v4-pro: units 64 0 0.03333333333333333 0.66',
      'compatible deepseek-v4-pro: none 0 0 1 ?',
      'qwen qwen4-max: marks 1024 4 0.1 ?',
      'qwen qwen3.8-max: marks 1024 4 0.1 2',
      'kimi kimi-k3: prefix 256 0 0.1 3',
      'kimi kimi-k3.1: prefix 256 0 0.1 ?',
      'glm glm-5.2: prefix 1024 0 0.18571428571428572 1.4',
      'glm glm-5.3-flash: prefix 1024 0 0.2 ?',
      'minimax MiniMax-M3: prefix 512 0 0.2 0.3',
      'gemini gemini-4-argon: prefix 4096 0 0.05 2',
      'gemini gemini-3.8-flash: prefix 4096 0 0.1 0.75',
      'gemini gemini-3.8-flash-lite: prefix 4096 0 0.1 ?',
      'xai grok-4.7: prefix 128 0 0.25 2',
      'mistral mistral-medium-latest: none 0 0 1 1.5',
      'ark doubao-seed-2.0: none 0 0 1 ?',
      'ollama qwen3:8b: prefix 1 0 0 0',
    ])
  })

  it('has a price for every model that a preset offers', () => {
    const offered = families.flatMap(({ id, preset }) =>
      (preset?.models ?? []).map((model) => [id, model] as const),
    )
    expect(offered.length).toBeGreaterThan(12)
    expect(offered.filter(([id, model]) => cacheFactsOf(id, model).price === undefined)).toEqual([])
  })

  it('has a month and a source for every row, and a price of writing for every time to live', () => {
    for (const [, facts] of families.flatMap(({ cache }) => cache)) {
      expect(facts.asOf).toMatch(/^\d{4}-\d{2}$/)
      expect(facts.source).not.toBe('')
      if (facts.maxMarks > 0) expect(facts.write.length).toBe(facts.ttlSeconds.length)
      expect(facts.ttlSeconds).toEqual(facts.ttlSeconds.toSorted((a, b) => a - b))
    }
  })

  it('have ids of their own, a fallback, and an error for one that no protocol has', () => {
    const ids = families.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].filter((id) => /^[a-z][a-z0-9]*$/.test(id)))
    expect(ids).toContain('compatible')
    const error = expect.objectContaining({ code: 'INVALID_ARGUMENT' })
    expect(() => familyOf({ baseUrl: 'https://a.example/v1', family: 'telepathy' })).toThrow(error)
    expect(() => cacheFactsOf('toString', 'm')).toThrow(error)
  })
})
