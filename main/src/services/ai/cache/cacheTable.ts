import type { CacheFacts, EndpointFamily, ModelPrice } from './cacheFacts.ts'

const dollars = (input: number, output: number, rest: Omit<ModelPrice, 'input' | 'output'> = {}) => ({
  price: { input, output, ...rest },
})

const anthropic = {
  kind: 'marks',
  maxMarks: 4,
  lookbackBlocks: 20,
  ttlSeconds: [300, 3600],
  read: 0.1,
  write: [1.25, 2],
  asOf: '2026-10',
  source: 'platform.claude.com, prompt caching; prices by claudit 1.9.2',
} as const satisfies Partial<CacheFacts>

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

const unknown: CacheFacts = {
  ...chat,
  kind: 'none',
  minimumTokens: 0,
  read: 1,
  asOf: '2026-11',
  source: 'not in the table',
}

/**
 * Caches by who answers and by the beginning of a model's name, first match wins. Prices and minima change: each row
 * has its month, and what a run says in its usage stands above the table. "?" in a note is a number nobody published.
 */
export const cacheTable: readonly (readonly [EndpointFamily, RegExp, CacheFacts])[] = [
  // Through another vendor's endpoint of the same protocol.
  [
    'anthropic',
    /^minimax/i,
    { ...anthropic, minimumTokens: 512, ttlSeconds: [300], write: [1.25], source: 'platform.minimaxi.com' },
  ],
  [
    'anthropic',
    /^claude-(fable|mythos)-5[-.]1/i,
    { ...anthropic, minimumTokens: 512, read: 0.025, ...dollars(10, 50) },
  ],
  ['anthropic', /^claude-(fable|mythos)-5/i, { ...anthropic, minimumTokens: 512 }],
  ['anthropic', /^claude-opus-5[-.]5/i, { ...anthropic, minimumTokens: 512, read: 0.05, ...dollars(4, 20) }],
  ['anthropic', /^claude-opus-5/i, { ...anthropic, minimumTokens: 512, ...dollars(5, 25) }],
  [
    'anthropic',
    /^claude-sonnet-5[-.]5/i,
    { ...anthropic, minimumTokens: 512, read: 0.05, ...dollars(2, 10) },
  ],
  [
    'anthropic',
    /^claude-haiku-5/i,
    {
      ...anthropic,
      minimumTokens: 4096,
      ...dollars(0.1, 0.5, { above: { tokens: 100_000, input: 5, output: 5 } }),
      note: 'the minimum of Haiku 5.5 was not found: that of Haiku 4.5 is used',
    },
  ],
  ['anthropic', /^claude-haiku-4[-.]5/i, { ...anthropic, minimumTokens: 4096, ...dollars(1, 5) }],
  ['anthropic', /^claude-opus-4[-.][56]/i, { ...anthropic, minimumTokens: 4096 }],
  ['anthropic', /^claude-(opus-4[-.]7|mythos|3[-.]?5?-?haiku|haiku)/i, { ...anthropic, minimumTokens: 2048 }],
  ['anthropic', /^claude-opus-4[-.]8/i, { ...anthropic, minimumTokens: 1024 }],
  [
    'anthropic',
    /^claude-sonnet-4[-.]6/i,
    { ...anthropic, minimumTokens: 2048, note: 'published as 1,024; 2,048 was measured' },
  ],
  ['anthropic', /^claude/i, { ...anthropic, minimumTokens: 1024 }],
  // Marks cost nothing where they are not understood.
  ['anthropic', /./, { ...anthropic, minimumTokens: 4096, note: 'an unknown model: the highest minimum' }],

  ['openai', /^gpt-6[-.]1/i, { ...breakpoints, read: 0.05, ...dollars(2, 10, long) }],
  ['openai', /^gpt-6.*astra/i, { ...breakpoints, ...dollars(10, 50, long) }],
  ['openai', /^gpt-6.*luna/i, { ...breakpoints, ...dollars(0.1, 0.5, long) }],
  ['openai', /^gpt-6.*sol/i, { ...breakpoints, ...dollars(2, 10, long) }],
  ['openai', /^gpt-(6|5\.[6-9])/i, breakpoints],
  [
    'openai',
    /./,
    {
      ...openAi,
      kind: 'prefix',
      read: 0.5,
      ttlSeconds: [600],
      note: 'reads cost 0.1 to 0.5 by model: the dearest is used',
    },
  ],

  ['deepseek', /pro/i, { ...units, read: 0.0333, ...dollars(0.66, 1.98, offPeak) }],
  ['deepseek', /flash/i, { ...units, read: 0.02, ...dollars(0.15, 0.6, offPeak) }],
  ['deepseek', /./, { ...units, read: 0.0333 }],

  [
    'qwen',
    /^qwen4/i,
    {
      ...qwenMarks,
      asOf: '2026-11',
      note: 'an hour can be chosen too, at a price that was not found: five minutes are used',
    },
  ],
  ['qwen', /^qwen/i, qwenMarks],
  ['qwen', /./, { ...qwenMarks, kind: 'prefix', maxMarks: 0, read: 0.2, write: [], ttlSeconds: [] }],

  [
    'kimi',
    /./,
    {
      ...chat,
      kind: 'prefix',
      minimumTokens: 256,
      ttlSeconds: [300],
      read: 0.1,
      asOf: '2026-10',
      source: 'Leechael/pi-provider-kimi-code, measured',
      note: 'steps of 256 tokens and 5 to 30 minutes are observed, not published',
    },
  ],
  [
    'glm',
    /./,
    {
      ...chat,
      kind: 'prefix',
      minimumTokens: 1024,
      read: 0.2,
      mayMissFirstRepeat: true,
      asOf: '2026-10',
      source: 'docs.bigmodel.cn, without numbers',
      note: 'minimum, time to live and price ?',
    },
  ],
  [
    'minimax',
    /./,
    {
      ...chat,
      kind: 'prefix',
      minimumTokens: 512,
      ttlSeconds: [300],
      read: 0.1,
      asOf: '2026-09',
      source: 'platform.minimaxi.com',
    },
  ],
  [
    'gemini',
    /./,
    {
      ...chat,
      kind: 'prefix',
      minimumTokens: 4096,
      read: 0.1,
      mayMissFirstRepeat: true,
      asOf: '2026-10',
      source: 'ai.google.dev, caching',
      note: 'implicit hits are not guaranteed',
    },
  ],
  [
    'openrouter',
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
    'openrouter',
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
  ['ollama', /./, { ...local, note: 'what was read is reported by builds since about September 2026' }],
  ['lmstudio', /./, { ...local, note: 'reports nothing' }],
]

/** The facts for a model by its name at the endpoint; where nothing is known, nothing is expected. */
export function cacheFactsOf(family: EndpointFamily, modelName: string): CacheFacts {
  const shortName = modelName.slice(modelName.lastIndexOf('/') + 1)
  const row = cacheTable.find(
    ([of, model]) => of === family && (model.test(modelName) || model.test(shortName)),
  )
  return row?.[2] ?? unknown
}
