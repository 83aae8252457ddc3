import { type CacheFacts, dollars } from '../cache/cacheFacts.ts'
import type { GenerationRequest } from '../providers/provider.ts'
import type { Family } from './protocol.ts'
import { openAiTemperature, upTo, whileOff } from './temperatures.ts'
import { type Thinking, thinkingOf } from './thinking.ts'

/** Who speaks chat completions, and what it does its own way. */
export interface ChatFamily extends Family {
  /** Absent: what all understand. */
  readonly dialect?: ChatDialect
}

/** Where a service departs from what all understand. */
export interface ChatDialect {
  /** The field that limits an answer; absent: `max_tokens`. */
  readonly limitField?: 'max_completion_tokens'
  /** Requests of a project are steered to one cache by a key in them. */
  readonly sendsCacheKey?: true
  /** The header that takes that key instead. */
  readonly cacheKeyHeader?: string
  /** Requests that only OpenAI's Responses API takes; absent: none. */
  readonly needsResponses?: (request: Pick<GenerationRequest, 'modelName' | 'prompt'>) => boolean
  /** The usage of an answer says what it costs, in US dollars. */
  readonly reportsDollars?: true
  /** The fields about whether and how hard to think; absent: only the effort, as OpenAI names it. */
  readonly thinking?: Thinking['fields']
}

/** Of OpenAI: some models are served nowhere else, and some take tools nowhere else. */
const openAiNeedsResponses: ChatDialect['needsResponses'] = ({ modelName, prompt: { tools = [] } }) =>
  /^(?:o\d|gpt-[\d.]+)(?:-\w+)*-(?:pro|codex|deep-research)/i.test(modelName) ||
  (tools.length > 0 && /^gpt-(?:5\.[6-9]|[6-9])/i.test(modelName))

/** Chat completions. */
const chat = {
  maxMarks: 0,
  ttlSeconds: [],
  write: [],
} as const satisfies Partial<CacheFacts>

const openAi = {
  ...chat,
  minimumTokens: 1024,
  asOf: '2026-10',
  source: 'developers.openai.com, prompt caching; prices of 2026-10-13 at second hand',
} as const
const breakpoints = {
  ...openAi,
  kind: 'breakpoints',
  maxMarks: 4,
  lookbackBlocks: 80,
  ttlSeconds: [1800],
  read: 0.1,
  write: [1.25],
  note: 'whether 30 minutes is exact or the least is not said in one way',
} as const
const long = { above: { tokens: 272_000, input: 2, output: 1.5 } }

const units = {
  ...chat,
  kind: 'units',
  minimumTokens: 64,
  mayMissFirstRepeat: true,
  asOf: '2026-10',
  source: 'api-docs.deepseek.com, kv_cache and pricing',
  note: 'minimum and size of a unit are not published for V4; best effort',
} as const
const offPeak = { peak: 2 }

const qwenMarks = {
  ...chat,
  kind: 'marks',
  minimumTokens: 1024,
  maxMarks: 4,
  lookbackBlocks: 20,
  ttlSeconds: [300],
  read: 0.1,
  write: [1.25],
  mayMissFirstRepeat: true,
  asOf: '2026-10',
  source: 'help.aliyun.com, context cache',
  note: 'an entry exists when its response has ended; an explicit mark excludes the implicit cache',
} as const

const inDollars = 'list price in US dollars; in mainland China it is in yuan'
const kimi = {
  ...chat,
  kind: 'prefix',
  minimumTokens: 256,
  ttlSeconds: [300],
  read: 0.1,
  asOf: '2026-10',
  source: 'platform.kimi.ai, pricing; Leechael/pi-provider-kimi-code, measured',
  note: `steps of 256 tokens and 5 to 30 minutes are observed, not published; ${inDollars}`,
} as const
const glm = {
  ...chat,
  kind: 'prefix',
  minimumTokens: 1024,
  read: 0.2,
  mayMissFirstRepeat: true,
  asOf: '2026-11',
  source: 'z.ai by OpenRouter and two price tables; docs.bigmodel.cn without numbers',
  note: `minimum and time to live ?; ${inDollars}`,
} as const
const miniMax = {
  ...chat,
  kind: 'prefix',
  minimumTokens: 512,
  ttlSeconds: [300],
  read: 0.1,
  asOf: '2026-09',
  source: 'platform.minimaxi.com; prices of 2026-09-11 at second hand',
} as const
const gemini = {
  ...chat,
  kind: 'prefix',
  minimumTokens: 4096,
  read: 0.1,
  mayMissFirstRepeat: true,
  asOf: '2026-11',
  source: 'ai.google.dev, caching and pricing; outputs of Flash and Gemini 4 at second hand',
  note: 'implicit hits are not guaranteed',
} as const
const grok = {
  ...chat,
  kind: 'prefix',
  minimumTokens: 128,
  read: 0.25,
  asOf: '2026-10',
  source: 'docs.x.ai; apidog, 2026-09-29',
  note: 'steps of 128 tokens; a conversation is steered to one server by a header',
} as const
const mistral = {
  ...chat,
  kind: 'none',
  minimumTokens: 0,
  read: 1,
  asOf: '2026-10',
  source: 'docs.mistral.ai, model cards',
  note: 'what is read again is not published for all models',
} as const
/** Neither cache nor price was found. */
const unpublished = { ...chat, kind: 'none', minimumTokens: 0, read: 1, asOf: '2026-11' } as const

/** Local: nothing is paid, what is read again is only faster. */
const local = {
  ...chat,
  kind: 'prefix',
  minimumTokens: 1,
  read: 0,
  ...dollars(0, 0),
  asOf: '2026-09',
  source: 'sources of Ollama and llama.cpp',
} as const

/**
 * Services that speak chat completions. Prices and minima change: each row of a cache has its month, and the usage that
 * a run reports is stronger than the row. "?" in a note is a number nobody published.
 */
export const chatFamilies: readonly ChatFamily[] = [
  {
    id: 'openai',
    name: { zh: 'OpenAI', en: 'OpenAI' },
    hosts: /(^|\.)openai\.com$/,
    switchesThinking: true,
    efforts: thinkingOf.openai.efforts,
    temperature: openAiTemperature,
    dialect: {
      ...{ limitField: 'max_completion_tokens', sendsCacheKey: true, thinking: thinkingOf.openai.fields },
      needsResponses: openAiNeedsResponses,
    },
    preset: { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', models: ['gpt-6.1-sol', 'gpt-6-luna'] },
    cache: [
      [/^gpt-6[-.]1/i, { ...breakpoints, read: 0.05, ...dollars(2, 10, long) }],
      [/^gpt-6.*astra/i, { ...breakpoints, ...dollars(10, 50, long) }],
      [/^gpt-6.*luna/i, { ...breakpoints, ...dollars(0.1, 0.5, long) }],
      [/^gpt-6.*sol/i, { ...breakpoints, ...dollars(2, 10, long) }],
      [/^gpt-(6|5\.[6-9])/i, breakpoints],
      [
        /./,
        {
          ...openAi,
          kind: 'prefix',
          read: 0.5,
          ttlSeconds: [600],
          note: 'reads cost 0.1 to 0.5 by model: the dearest is used',
        },
      ],
    ],
  },
  {
    id: 'deepseek',
    name: { zh: 'DeepSeek', en: 'DeepSeek' },
    hosts: /(^|\.)deepseek\.com$/,
    switchesThinking: true,
    efforts: thinkingOf.deepseek.efforts,
    temperature: whileOff,
    dialect: { thinking: thinkingOf.deepseek.fields },
    preset: {
      name: 'DeepSeek',
      baseUrl: 'https://api.deepseek.com/v1',
      models: ['deepseek-flash', 'deepseek-v4-pro'],
    },
    cache: [
      [/pro/i, { ...units, read: 0.022 / 0.66, ...dollars(0.66, 1.98, offPeak) }],
      [/flash/i, { ...units, read: 0.02, ...dollars(0.15, 0.6, offPeak) }],
      [/./, { ...units, read: 0.022 / 0.66 }],
    ],
  },
  {
    id: 'qwen',
    name: { zh: 'Qwen', en: 'Qwen' },
    hosts: /(^|\.)(aliyuncs|alibabacloud)\.com$/,
    switchesThinking: true,
    efforts: thinkingOf.qwen.efforts,
    temperature: upTo(1.9),
    dialect: { thinking: thinkingOf.qwen.fields },
    preset: {
      name: 'Qwen',
      chineseName: '通义千问',
      baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
      models: ['qwen3.8-max'],
    },
    cache: [
      [
        /^qwen4/i,
        {
          ...qwenMarks,
          asOf: '2026-11',
          note: 'an hour can be chosen too, at a price that was not found: five minutes are used',
        },
      ],
      [
        /^qwen3\.8-max/i,
        {
          ...qwenMarks,
          ...dollars(2, 6),
          asOf: '2026-11',
          source: `${qwenMarks.source}; apiyi, 2026-08-03`,
          note: inDollars,
        },
      ],
      [/^qwen/i, qwenMarks],
      [/./, { ...qwenMarks, kind: 'prefix', maxMarks: 0, read: 0.2, write: [], ttlSeconds: [] }],
    ],
  },
  {
    id: 'kimi',
    name: { zh: 'Kimi', en: 'Kimi' },
    hosts: /(^|\.)moonshot\.(cn|ai)$/,
    switchesThinking: true,
    efforts: thinkingOf.kimi.efforts,
    dialect: { sendsCacheKey: true, thinking: thinkingOf.kimi.fields },
    preset: { name: 'Kimi', baseUrl: 'https://api.moonshot.cn/v1', models: ['kimi-k3'] },
    cache: [
      [/^kimi-k3(?![.\d])/i, { ...kimi, ...dollars(3, 15) }],
      [/^kimi-k2[.-]6/i, { ...kimi, read: 0.168, ...dollars(0.95, 4) }],
      [/^kimi-k2[.-]5/i, { ...kimi, read: 0.167, ...dollars(0.6, 3) }],
      [/./, kimi],
    ],
  },
  {
    id: 'glm',
    name: { zh: 'GLM', en: 'GLM' },
    hosts: /(^|\.)(bigmodel\.cn|z\.ai)$/,
    switchesThinking: true,
    efforts: thinkingOf.glm.efforts,
    temperature: upTo(1),
    dialect: { thinking: thinkingOf.glm.fields },
    preset: {
      name: 'GLM',
      chineseName: '智谱',
      baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
      models: ['glm-5.2'],
    },
    cache: [
      [/^glm-5\.[1-3](?![\w.-]*flash)/i, { ...glm, read: 0.26 / 1.4, ...dollars(1.4, 4.4) }],
      [/^glm-5$/i, { ...glm, ...dollars(1, 3.2) }],
      [/./, glm],
    ],
  },
  {
    id: 'minimax',
    name: { zh: 'MiniMax', en: 'MiniMax' },
    hosts: /(^|\.)(minimaxi?\.(com|cn|io|chat))$/,
    switchesThinking: false,
    temperature: upTo(1),
    preset: { name: 'MiniMax', baseUrl: 'https://api.minimaxi.com/v1', models: ['MiniMax-M3'] },
    cache: [
      [
        /^minimax-m3/i,
        {
          ...miniMax,
          read: 0.2,
          ...dollars(0.3, 1.2, { above: { tokens: 512_000, input: 2, output: 2 } }),
        },
      ],
      [/^minimax-m2\.7$/i, { ...miniMax, read: 0.2, ...dollars(0.3, 1.2) }],
      [/./, miniMax],
    ],
  },
  {
    id: 'gemini',
    name: { zh: 'Gemini', en: 'Gemini' },
    hosts: /(^|\.)googleapis\.com$/,
    switchesThinking: true,
    efforts: thinkingOf.gemini.efforts,
    temperature: upTo(2),
    dialect: { thinking: thinkingOf.gemini.fields },
    preset: {
      name: 'Gemini',
      baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
      models: ['gemini-4-argon', 'gemini-3.8-flash'],
    },
    cache: [
      [
        /^gemini-4-argon/i,
        { ...gemini, read: 0.05, ...dollars(2, 10, { later: { from: '2026-12-01', input: 4, output: 20 } }) },
      ],
      [/^gemini-4-neon/i, { ...gemini, read: 0.05, ...dollars(3, 15) }],
      [/^gemini-4-hydrogen/i, { ...gemini, read: 0.05, ...dollars(1.5, 7.5) }],
      [
        /^gemini-3\.[678]-flash$/i,
        { ...gemini, ...dollars(0.75, 3.75, { later: { from: '2027-01-01', input: 1.5, output: 7.5 } }) },
      ],
      [/./, gemini],
    ],
  },
  {
    id: 'xai',
    name: { zh: 'xAI', en: 'xAI' },
    hosts: /(^|\.)x\.ai$/,
    switchesThinking: false,
    efforts: thinkingOf.xai.efforts,
    temperature: upTo(2),
    dialect: { cacheKeyHeader: 'x-grok-conv-id', thinking: thinkingOf.xai.fields },
    preset: { name: 'xAI', baseUrl: 'https://api.x.ai/v1', models: ['grok-4.7'] },
    cache: [
      [/^grok-4\.[567]/i, { ...grok, ...dollars(2, 6, { above: { tokens: 200_000, input: 2, output: 2 } }) }],
      [/./, grok],
    ],
  },
  {
    id: 'mistral',
    name: { zh: 'Mistral', en: 'Mistral' },
    hosts: /(^|\.)mistral\.ai$/,
    switchesThinking: false,
    temperature: upTo(1),
    preset: { name: 'Mistral', baseUrl: 'https://api.mistral.ai/v1', models: ['mistral-medium-latest'] },
    cache: [
      [/^mistral-medium-(latest|3[.-]5)/i, { ...mistral, ...dollars(1.5, 7.5) }],
      [/./, mistral],
    ],
  },
  {
    id: 'ark',
    name: { zh: '火山方舟（豆包）', en: 'Volcengine Ark (Doubao)' },
    hosts: /(^|\.)volces\.com$/,
    switchesThinking: true,
    efforts: thinkingOf.ark.efforts,
    temperature: upTo(1),
    dialect: { thinking: thinkingOf.ark.fields },
    preset: {
      name: 'Doubao',
      chineseName: '豆包（火山方舟）',
      baseUrl: 'https://ark.cn-beijing.volces.com/api/v3',
      models: [],
    },
    cache: [[/./, { ...unpublished, source: 'volcengine.com, without numbers that could be found' }]],
  },
  {
    id: 'siliconflow',
    name: { zh: '硅基流动', en: 'SiliconFlow' },
    hosts: /(^|\.)siliconflow\.(cn|com)$/,
    switchesThinking: true,
    efforts: thinkingOf.siliconflow.efforts,
    temperature: upTo(1.9),
    dialect: { thinking: thinkingOf.siliconflow.fields },
    preset: {
      name: 'SiliconFlow',
      chineseName: '硅基流动',
      baseUrl: 'https://api.siliconflow.cn/v1',
      models: [],
    },
    cache: [[/./, { ...unpublished, source: 'siliconflow.cn; prices differ by model' }]],
  },
  {
    id: 'openrouter',
    name: { zh: 'OpenRouter', en: 'OpenRouter' },
    hosts: /(^|\.)openrouter\.ai$/,
    switchesThinking: true,
    efforts: thinkingOf.openrouter.efforts,
    temperature: upTo(2),
    dialect: {
      reportsDollars: true,
      thinking: thinkingOf.openrouter.fields,
    },
    preset: { name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1', models: [] },
    cache: [
      [
        /^(anthropic\/)?claude/i,
        {
          ...chat,
          kind: 'marks',
          minimumTokens: 4096,
          maxMarks: 4,
          lookbackBlocks: 20,
          ttlSeconds: [300, 3600],
          read: 0.1,
          write: [1.25, 2],
          asOf: '2026-10',
          source: 'OpenRouter passes the marks on',
          note: 'the minimum differs by model: the highest is used',
        },
      ],
      [
        /./,
        {
          ...chat,
          kind: 'prefix',
          minimumTokens: 1024,
          read: 0.5,
          mayMissFirstRepeat: true,
          asOf: '2026-10',
          source: 'as the vendor behind it',
        },
      ],
    ],
  },
  {
    id: 'ollama',
    name: { zh: 'Ollama', en: 'Ollama' },
    localPort: '11434',
    switchesThinking: true,
    efforts: thinkingOf.ollama.efforts,
    temperature: upTo(2),
    dialect: { thinking: thinkingOf.ollama.fields },
    preset: { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: [], isLocal: true },
    cache: [[/./, { ...local, note: 'what was read is reported by builds since about September 2026' }]],
  },
  {
    id: 'lmstudio',
    name: { zh: 'LM Studio', en: 'LM Studio' },
    localPort: '1234',
    preset: { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', models: [], isLocal: true },
    switchesThinking: false,
    temperature: upTo(2),
    cache: [[/./, { ...local, note: 'reports nothing' }]],
  },
  {
    id: 'compatible',
    name: { zh: '其他兼容 OpenAI 的', en: 'Another that is compatible with OpenAI' },
    switchesThinking: false,
    temperature: upTo(2),
    cache: [],
  },
]
