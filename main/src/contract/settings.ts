import { z } from 'zod'
import { judgeOfProjects } from './judge.ts'
import { type Channel, id, shortText } from './shared.ts'

/** Who answers at an address, where its host does not say: it decides on the protocol and on what is known of its cache. */
export const endpointFamily = z.enum([
  'anthropic',
  'openai',
  'deepseek',
  'qwen',
  'kimi',
  'glm',
  'minimax',
  'gemini',
  'openrouter',
  'ollama',
  'lmstudio',
  'compatible',
])

/** How long to wait until an answer begins; a local model first reads all of the prompt. */
export const firstAnswerSeconds = z.int().min(10).max(290).optional()

const provider = z.strictObject({
  id,
  name: z.string().max(120),
  /** Base URL, ending in /v1 as a rule. */
  baseUrl: z.url({ protocol: /^https?$/ }).max(2000),
  models: z.array(z.string().min(1).max(120)).max(200),
  firstAnswerSeconds,
  /** Absent: told from the host, and OpenAI's chat protocol is spoken. */
  family: endpointFamily.optional(),
  /** Whether its models think before they write; absent: as they do by themselves. */
  thinking: z.enum(['on', 'off']).optional(),
})

const hour = z.int().min(0).max(24)
const timeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9_+\-/]*$/)

/** What the author wants a helper to know (003); whatever is absent has its default. */
const authorPreferences = z.strictObject({
  /** To be answered in; absent: that of the book. */
  language: z.enum(['zh-Hans', 'zh-Hant', 'en', 'ja', 'ko']).optional(),
  /** IANA; absent: that of the machine. */
  timeZone: timeZone.optional(),
  style: z.string().max(300).optional(),
  /** Whole hours of the day; `to` may be past midnight and so the smaller one. */
  workingHours: z.strictObject({ from: hour, to: hour }).optional(),
})

export const appSettings = z.strictObject({
  language: z.enum(['zh', 'en']),
  theme: z.enum(['system', 'light', 'dark']),
  developerMode: z.boolean(),
  defaultModelId: id,
  historyBudgetTokens: z.int().min(0).max(1_000_000),
  /** The most steps of one task of the agent. */
  agentMaxSteps: z.int().min(1).max(200).optional(),
  /** Newest rounds of a conversation that stay whole when it is compacted. */
  keptRounds: z.int().min(1).max(1000),
  capacityTokens: z.int().min(1000).max(10_000_000),
  /** What each source of an assembly may take: when asked to assemble, and inside a run. */
  sourceDeadlineMs: z.int().min(50).max(60_000),
  runSourceDeadlineMs: z.int().min(50).max(60_000),
  editor: z.strictObject({
    fontSizePx: z.int().min(12).max(36),
    lineHeight: z.number().min(1.2).max(3),
    measureEm: z.int().min(20).max(80),
    face: z.enum(['serif', 'sans']),
  }),
  providers: z.array(provider).max(50),
  /** For talks and tasks, in all books. */
  author: authorPreferences.optional(),
  /** By project; a project without an entry has both off. */
  judge: judgeOfProjects.optional(),
  /** What makes vectors for the search; null or absent: words alone are searched. */
  embedding: z
    .strictObject({
      providerId: id,
      model: z.string().min(1).max(120),
      dimensions: z.int().min(1).max(16_384).optional(),
    })
    .nullable()
    .optional(),
})

const shown = appSettings.extend({
  keys: z.array(id).max(50),
  /** With warnings when the file is broken: then this is its last good copy, or the defaults. */
  warnings: z.array(shortText).optional(),
})

export const settings = {
  'settings:get': { effect: 'reads', input: z.strictObject({}), output: shown },
  'settings:update': {
    effect: 'works',
    input: z.strictObject({ patch: appSettings.partial() }),
    output: shown,
  },
  'settings:key:set': {
    effect: 'works',
    input: z.strictObject({ provider: id, key: z.string().min(1).max(4000) }),
    output: z.strictObject({ stored: z.literal(true) }),
  },
  'settings:key:delete': {
    effect: 'works',
    input: z.strictObject({ provider: id }),
    output: z.strictObject({ deleted: z.boolean() }),
  },
} as const satisfies Record<string, Channel>

export type AppSettings = z.infer<typeof appSettings>
export type AuthorPreferences = z.infer<typeof authorPreferences>
