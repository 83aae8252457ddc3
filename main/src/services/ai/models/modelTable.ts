import type { ModelFacts } from './modelFacts.ts'

const o200k = { encoding: 'o200k_base' } as const
const cl100k = { encoding: 'cl100k_base' } as const
const calibrated = { encoding: 'o200k_base', calibrated: true } as const

const openAi = { tokenizer: o200k, exact: true, asOf: '2026-11' } as const
const estimated = { tokenizer: calibrated, exact: false, asOf: '2026-11' } as const
const claude = { ...estimated, outputReserveTokens: 16_384, supportsTools: true } as const
/** Its provider documents calls of tools, and the model is served under this name by it or as it does. */
const calling = { ...estimated, supportsTools: true } as const

/**
 * Published limits by the beginning of a model's name (what follows the last `/`), first match wins. The output
 * reserve is the most that a run requests, not what the model could write. Caches have a table of their own.
 */
export const factsByName: readonly (readonly [RegExp, ModelFacts])[] = [
  // OpenAI
  [/^gpt-oss/i, { ...openAi, windowTokens: 131_072, outputReserveTokens: 8192 }],
  [
    /^gpt-(6|5\.[4-9])/i,
    {
      ...openAi,
      windowTokens: 1_050_000,
      outputReserveTokens: 16_384,
      // Chat completions refuse tools together with an effort.
      supportsTools: false,
      note: 'input above 272,000 tokens costs more; GPT-6 is taken to use o200k_base, which is not published',
    },
  ],
  [/^gpt-5.*chat/i, { ...openAi, windowTokens: 128_000, outputReserveTokens: 8192 }],
  [/^gpt-5/i, { ...openAi, windowTokens: 400_000, outputReserveTokens: 16_384 }],
  [/^gpt-4\.1/i, { ...openAi, supportsTools: true, windowTokens: 1_047_576, outputReserveTokens: 8192 }],
  [/^gpt-4o/i, { ...openAi, supportsTools: true, windowTokens: 128_000, outputReserveTokens: 8192 }],
  [/^chatgpt-4o/i, { ...openAi, windowTokens: 128_000, outputReserveTokens: 8192 }],
  [/^o[134]/i, { ...openAi, windowTokens: 200_000, outputReserveTokens: 16_384 }],
  [/^gpt-4-turbo/i, { ...openAi, tokenizer: cl100k, windowTokens: 128_000, outputReserveTokens: 4096 }],
  [/^gpt-4/i, { ...openAi, tokenizer: cl100k, windowTokens: 8192, outputReserveTokens: 2048 }],
  [/^gpt-3\.5/i, { ...openAi, tokenizer: cl100k, windowTokens: 16_385, outputReserveTokens: 4096 }],
  // Anthropic: no public tokenizer
  [
    /^claude-(opus|sonnet|haiku|fable|mythos)-5/i,
    {
      ...claude,
      windowTokens: 1_000_000,
    },
  ],
  [
    /^claude-opus-4[-.][6-8]/i,
    {
      ...claude,
      windowTokens: 1_000_000,
    },
  ],
  [/^claude-sonnet-4[-.]6/i, { ...claude, windowTokens: 1_000_000 }],
  [/^claude-(opus|haiku)-4[-.]5/i, { ...claude, windowTokens: 200_000 }],
  [/^claude-(3[-.]?5?-?haiku|haiku)/i, { ...claude, windowTokens: 200_000, outputReserveTokens: 4096 }],
  [/^claude/i, { ...claude, windowTokens: 200_000, outputReserveTokens: 4096 }],
  // Google: no public tokenizer for Gemini; Gemma's is a file the user can supply
  [
    /^gemini/i,
    {
      ...estimated,
      windowTokens: 1_048_576,
      outputReserveTokens: 16_384,
    },
  ],
  [/^gemma/i, { ...estimated, windowTokens: 131_072, outputReserveTokens: 8192 }],
  // Exact with the model's tokenizer.json, which the user names in models.json
  [
    /^deepseek[-_]?(v[4-9]|chat|reasoner|flash|pro)/i,
    {
      ...calling,
      windowTokens: 1_000_000,
      outputReserveTokens: 8192,
      note: 'V4 by the provider itself; deepseek-chat and deepseek-reasoner were retired in July 2026',
    },
  ],
  [/deepseek/i, { ...estimated, windowTokens: 128_000, outputReserveTokens: 8192 }],
  [
    /^qwen[-_]?(3\.[5-9].*(max|plus|flash)|plus|flash)/i,
    {
      ...calling,
      windowTokens: 1_000_000,
      outputReserveTokens: 8192,
      note: 'hosted models; open weights of the same name serve 262,144 or less',
    },
  ],
  [
    /^qwen[-_]?3/i,
    {
      ...estimated,
      windowTokens: 131_072,
      outputReserveTokens: 8192,
      note: 'some serve 262,144; local servers often far less',
    },
  ],
  [
    /qwen|qwq|qvq/i,
    {
      ...estimated,
      windowTokens: 32_768,
      outputReserveTokens: 4096,
      note: 'cautious: Qwen 2.5 serves 32,768 to 131,072 depending on the provider',
    },
  ],
  [/^kimi-k[3-9]/i, { ...calling, windowTokens: 1_048_576, outputReserveTokens: 8192 }],
  [/^kimi-k2/i, { ...calling, windowTokens: 262_144, outputReserveTokens: 8192 }],
  [/kimi|moonshot/i, { ...estimated, windowTokens: 128_000, outputReserveTokens: 8192 }],
  [/^glm-5\.[2-9]/i, { ...calling, windowTokens: 1_000_000, outputReserveTokens: 8192 }],
  [/^glm-(5|4\.[67])/i, { ...calling, windowTokens: 200_000, outputReserveTokens: 8192 }],
  [/glm/i, { ...estimated, windowTokens: 128_000, outputReserveTokens: 8192 }],
  [
    /^grok-4\.[5-9]/i,
    {
      ...calling,
      windowTokens: 500_000,
      outputReserveTokens: 16_384,
      note: 'input from 200,000 tokens on costs twice as much',
    },
  ],
  [
    /^grok/i,
    { ...estimated, windowTokens: 131_072, outputReserveTokens: 8192, note: 'cautious: differs by model' },
  ],
  [
    /^minimax-m3/i,
    {
      ...calling,
      windowTokens: 1_000_000,
      outputReserveTokens: 16_384,
      note: 'input above 512,000 tokens costs twice as much',
    },
  ],
  [/^minimax-m2/i, { ...calling, windowTokens: 204_800, outputReserveTokens: 8192 }],
  [/^mistral-medium-(latest|3[.-]5)/i, { ...calling, windowTokens: 256_000, outputReserveTokens: 8192 }],
  [
    /^doubao-seed/i,
    {
      ...calling,
      windowTokens: 131_072,
      outputReserveTokens: 8192,
      note: 'cautious: the newest serve 262,144',
    },
  ],
  [
    /^(mistral-(medium|large)|ministral|devstral)/i,
    { ...estimated, windowTokens: 128_000, outputReserveTokens: 8192, note: 'the newest serve 262,144' },
  ],
  [
    /mistral|mixtral|magistral|pixtral/i,
    { ...estimated, windowTokens: 32_768, outputReserveTokens: 4096, note: 'cautious: differs by model' },
  ],
  [
    /^(meta-)?llama[-_ ]?(3\.[1-9]|4)/i,
    {
      ...estimated,
      windowTokens: 131_072,
      outputReserveTokens: 8192,
      note: 'Llama 4 publishes more, servers offer less; local ones often 8,192 or below',
    },
  ],
  [/llama/i, { ...estimated, windowTokens: 8192, outputReserveTokens: 2048 }],
]

export const unknownFacts: ModelFacts = {
  ...estimated,
  windowTokens: 32_768,
  outputReserveTokens: 4096,
  note: 'not in the table: cautious limits',
}
