import type { AppSettings } from '#contract/settings.ts'

export type Family = NonNullable<AppSettings['providers'][number]['family']>

export interface Preset {
  readonly id: string
  readonly name: string
  /** What Chinese people call it besides. */
  readonly chineseName?: string
  readonly baseUrl: string
  readonly family: Family
  /** To begin with; the rest is fetched from the service. */
  readonly models: readonly string[]
  /** On this computer: no key, and the first answer comes late. */
  readonly local?: true
}

/** Services people use, as of November 2026; everything they fill in can be changed. */
export const presets: readonly Preset[] = [
  {
    id: 'anthropic',
    name: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    family: 'anthropic',
    models: ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-5-5'],
  },
  {
    id: 'openai',
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    family: 'openai',
    models: ['gpt-6.1-sol', 'gpt-6-luna'],
  },
  {
    id: 'deepseek',
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    family: 'deepseek',
    models: ['deepseek-flash', 'deepseek-v4-pro'],
  },
  {
    id: 'qwen',
    name: 'Qwen',
    chineseName: '通义千问',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    family: 'qwen',
    models: ['qwen3.8-max'],
  },
  {
    id: 'kimi',
    name: 'Kimi',
    baseUrl: 'https://api.moonshot.cn/v1',
    family: 'kimi',
    models: ['kimi-k3'],
  },
  {
    id: 'glm',
    name: 'GLM',
    chineseName: '智谱',
    baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
    family: 'glm',
    models: ['glm-5.2'],
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    family: 'openrouter',
    models: [],
  },
  {
    id: 'ollama',
    name: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    family: 'ollama',
    models: [],
    local: true,
  },
  {
    id: 'lmstudio',
    name: 'LM Studio',
    baseUrl: 'http://127.0.0.1:1234/v1',
    family: 'lmstudio',
    models: [],
    local: true,
  },
]
