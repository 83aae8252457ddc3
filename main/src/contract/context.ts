import { z } from 'zod'
import { followUpRecords, judgedRecord } from './judge.ts'
import { notice } from './notices.ts'
import {
  type Channel,
  conversationId,
  documentId,
  hash,
  id,
  layerName,
  maxAdditionalInputUnits,
  modelId,
  offsetUtf16,
  path,
  projectId,
  receiptId,
  shortText,
  skillId,
  text,
  tokens,
} from './shared.ts'
import { runSpending } from './spending.ts'

/** A chapter without line breaks is one paragraph. */
const maxParagraphUnits = 1_000_000

/** Any number, NaN and the infinities too: JSON can carry 1e999, and each fault has its own code. */
const anyNumber = z.custom<number>((value) => typeof value === 'number')
const layerBudget = z.strictObject({ ratio: anyNumber, minimumTokens: anyNumber })
/** Shape only; the budget service checks the values. */
const budgetLayers = z.strictObject({
  rules: layerBudget,
  settings: layerBudget,
  retrieved: layerBudget,
  immediate: layerBudget,
})
const budgetProfile = z.strictObject({ version: z.int().min(1).max(1_000_000_000), layers: budgetLayers })
/** With warnings when the file is broken: then this is its last good copy, or the default. */
const shownBudget = budgetProfile.extend({ warnings: z.array(shortText).max(10).exactOptional() })

export const assembleRequest = z.strictObject({
  projectId,
  documentId,
  /** Beyond the end of the document it is moved there, however far beyond. */
  cursorPosition: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  skillId,
  additionalInput: z.string().max(maxAdditionalInputUnits).optional(),
  selection: z.strictObject({ from: offsetUtf16, to: offsetUtf16 }).optional(),
  conversationId: id.optional(),
  modelId: id.optional(),
  documentHash: hash.optional(),
  /**
   * What a run has written and nobody has taken yet: at the cursor it is read as if it stood there; of a skill that
   * replaces it is the beginning of what is to stand for the selection, and the rest is asked for.
   */
  textSoFar: text.optional(),
  limits: z
    .strictObject({
      window: z.int().min(256).max(10_000_000).optional(),
      outputReserve: z.int().min(0).max(1_000_000).optional(),
    })
    .optional(),
  pinned: z.array(id).max(100).optional(),
  /** Parts of Retrieved that the author does not want this time, as evidence names them: `path`, `path#from-to`. */
  without: z.array(path).max(200).optional(),
  preview: z.boolean().optional(),
  stateless: z.boolean().optional(),
})

const trimReason = z.enum([
  'within_budget',
  'over_budget',
  'too_large',
  'invalid_format',
  'read_error',
  'not_selected',
  'leftover',
])
/** Why a piece of material was there: a code of `reasonParams` and what it speaks about. */
const reasonFields = {
  reasonCode: z.string().max(40).optional(),
  params: z
    .record(
      z.string().max(40),
      z.union([z.string().max(2000), z.number(), z.boolean(), z.array(z.string().max(2000)).max(100)]),
    )
    .optional(),
}
const trimEvidence = z.array(
  z.strictObject({
    layer: layerName,
    sourceRef: path,
    action: z.enum(['kept', 'trimmed', 'dropped']),
    reason: trimReason,
    beforeChars: z.int().min(0),
    afterChars: z.int().min(0),
    level: z.enum(['full', 'short', 'line', 'name']).optional(),
    ...reasonFields,
  }),
)
const redactionEvidence = z.array(
  z.strictObject({ patternId: z.string().max(80), sourceRef: path, matchCount: z.int().min(1) }),
)
const layerUse = z.strictObject({ tokens, truncated: z.boolean() })
const stability = z.enum(['frozen', 'book', 'chapter', 'scene', 'turn'])

const deltaPlan = z.strictObject({
  kind: z.enum(['full', 'append-only', 'conversation-only', 'delta']),
  /** promptHash of the prompt this one is compared with. */
  baseHash: hash.nullable(),
  /** Tokens of blocks whose bytes the provider can reuse: the common prefix with the previous prompt. */
  reusedTokens: tokens,
  /** The first block that differs from the previous prompt, null when none does. */
  firstChange: z
    .strictObject({
      blockId: z.string().max(1100),
      stability,
      tokensAfter: tokens,
      /** Of these, tokens that stand unchanged behind the break and are paid again because of it. */
      lostTokens: tokens.exactOptional(),
    })
    .nullable(),
  blocks: z.array(
    z.strictObject({
      blockId: z.string().max(1100),
      stability,
      hash,
      tokens,
      state: z.enum(['same', 'changed', 'added']),
    }),
  ),
  removed: z.array(z.string().max(1100)),
})

/**
 * How a card shows a chunk. `entry`: a codex entry under its own name. `title`: under the title of the chapter or file.
 * `name`: under its source's name. `end`: the same, and a closed card shows the end of the text. `list`: one card for
 * all that print as one numbered list.
 */
const cardForm = z.enum(['entry', 'title', 'name', 'end', 'list'])

const chunk = z.strictObject({
  layer: layerName,
  source: path,
  from: offsetUtf16.optional(),
  to: offsetUtf16.optional(),
  label: z.string().max(500),
  projectId,
  tokenCount: tokens,
  score: z.number().optional(),
  confidence: z.number().optional(),
  priority: z.number().optional(),
  reason: z.string().max(500),
  ...reasonFields,
  /** Name of the source that handed it over. */
  sourceName: z.string().max(80),
  card: cardForm,
  action: z.enum(['kept', 'trimmed', 'dropped']),
  trimReason,
  hash,
  text,
})

/** What of the conversation went along, between system prompt and user content: ids, no text. */
const historyUse = z.strictObject({
  conversationId,
  tokens,
  sent: z.array(z.strictObject({ id, role: z.enum(['user', 'assistant']), tokens })).max(20_000),
  /** Messages left behind: older than the budget reaches, never answered, and compacted. */
  leftOut: z.strictObject({
    overBudget: z.int().min(0),
    unanswered: z.int().min(0),
    compacted: z.int().min(0).exactOptional(),
  }),
})

export const assembleResult = z.strictObject({
  prompt: text,
  tokenCount: tokens,
  stablePrefixHash: hash,
  stablePrefixUnchanged: z.boolean(),
  layers: z.strictObject({
    rules: layerUse,
    settings: layerUse,
    retrieved: layerUse.extend({ chunks: z.int().min(0) }),
    immediate: layerUse,
  }),
  warnings: z.array(z.string().max(1000)),
  /** The same as codes with parameters, parallel to `warnings`: people read translations of these. */
  notices: z.array(notice),
  systemPrompt: text,
  userContent: text,
  promptHash: hash,
  tokenizer: z.strictObject({ id: z.string().max(80), exact: z.boolean() }),
  budget: z.strictObject({
    maxInputTokens: tokens,
    estimate: z.strictObject({
      rulesTokens: tokens,
      settingsTokens: tokens,
      retrievedTokens: tokens,
      immediateTokens: tokens,
      totalTokens: tokens,
    }),
    total: tokens,
    windowTokens: tokens,
    outputReserveTokens: tokens,
    templateTokens: tokens,
    /** The most that earlier messages may take; what they did take stands in `history`. */
    historyTokens: tokens,
    /** How the skill's profile divides the budget: caps on top of the layers' shares; absent for writing. */
    parts: z
      .strictObject({
        profile: z.enum(['write', 'chat', 'search', 'planning', 'agent']),
        ...{ total: tokens, system: tokens, preferences: tokens },
        ...{ shortTerm: tokens, longTerm: tokens, retrieval: tokens },
      })
      .exactOptional(),
  }),
  history: historyUse.optional(),
  trim: trimEvidence,
  redaction: redactionEvidence,
  delta: deltaPlan,
  receiptId: id.nullable(),
  timings: z.record(z.string().max(40), z.number()),
})

/** What is kept of a run. */
export const receipt = z.strictObject({
  receiptId,
  projectId,
  documentId,
  skillId,
  modelId,
  createdAt: z.string().max(40),
  tokenCount: tokens,
  stablePrefixHash: hash,
  promptHash: hash,
  stablePrefixUnchanged: z.boolean(),
  tokenizer: z.strictObject({ id: z.string().max(80), exact: z.boolean() }),
  budget: assembleResult.shape.budget,
  history: assembleResult.shape.history,
  layers: assembleResult.shape.layers,
  warnings: assembleResult.shape.warnings,
  notices: assembleResult.shape.notices,
  trim: trimEvidence,
  redaction: redactionEvidence,
  delta: deltaPlan,
  timings: z.record(z.string().max(40), z.number()),
  insertedParagraphs: z.array(hash).max(10_000),
  /** What the run has cost; absent: no run, or its provider has not answered. */
  spending: runSpending.optional(),
  /** What the Judge said of what was written; absent: no run, or it wrote nothing for the manuscript. */
  judged: judgedRecord.optional(),
  /** What the model was asked behind this prompt, by hash, and what each question has cost. */
  followUps: followUpRecords.optional(),
})

export const receiptChunk = z.strictObject({
  layer: layerName,
  source: path,
  from: offsetUtf16.optional(),
  to: offsetUtf16.optional(),
  label: z.string().max(500),
  tokens,
  action: z.enum(['kept', 'trimmed', 'dropped']),
  level: z.enum(['full', 'short', 'line', 'name']).optional(),
  reason: z.string().max(500),
  ...reasonFields,
  sourceName: z.string().max(80),
  card: cardForm,
  trimReason,
  state: z.enum(['same', 'changed', 'gone']),
  text: text.nullable(),
})

const namedSource = z.strictObject({
  /** As chunks and block ids refer to it. */
  sourceName: z.string().max(80),
  /** What one piece of it is, in each language of the interface. */
  name: z.strictObject({ zh: z.string().max(80), en: z.string().max(80) }),
})

export const context = {
  'context:assemble': { effect: 'works', subjects: [], input: assembleRequest, output: assembleResult },
  'context:inspect': {
    effect: 'works',
    subjects: [],
    input: assembleRequest.extend({
      overrides: z.strictObject({ budget: budgetLayers.optional() }).optional(),
    }),
    output: assembleResult.extend({ chunks: z.array(chunk) }),
  },
  /** What each source of the app contributes, as the interface names it. */
  'context:sources:list': {
    effect: 'reads',
    subjects: [],
    input: z.strictObject({}),
    output: z.strictObject({
      sources: z.array(namedSource).max(1000),
    }),
  },
  'context:budget:get': {
    effect: 'reads',
    subjects: ['.creonow/budget.json'],
    input: z.strictObject({ projectId }),
    output: shownBudget,
  },
  'context:budget:update': {
    effect: 'writes',
    subjects: ['.creonow/budget.json'],
    /** What `get` has answered may come back as it is. */
    input: shownBudget.extend({ projectId }),
    output: budgetProfile,
  },
  'context:receipt:list': {
    effect: 'reads',
    subjects: ['receipts'],
    input: z.strictObject({
      projectId,
      documentId: documentId.optional(),
      /** Only runs whose text an author took with this paragraph in it; white space around it does not count. */
      paragraph: z.string().max(maxParagraphUnits).optional(),
    }),
    output: z.strictObject({
      receipts: z.array(
        z.strictObject({
          receiptId,
          documentId,
          skillId,
          modelId,
          createdAt: z.string().max(40),
          tokenCount: tokens,
        }),
      ),
    }),
  },
  'context:receipt:read': {
    effect: 'reads',
    subjects: ['receipts', '.creonow', 'redaction'],
    input: z.strictObject({ projectId, receiptId }),
    output: z.strictObject({ receipt, prompt: text.nullable(), chunks: z.array(receiptChunk) }),
  },
} as const satisfies Record<string, Channel>

export type AssembleRequest = z.infer<typeof assembleRequest>
export type AssembleResult = z.infer<typeof assembleResult>
export type InspectResult = z.infer<(typeof context)['context:inspect']['output']>
export type InspectedChunk = z.infer<typeof chunk>
export type Receipt = z.infer<typeof receipt>
export type ReceiptChunk = z.infer<typeof receiptChunk>
export type SourceName = z.infer<typeof namedSource>
export type CardForm = z.infer<typeof cardForm>
export type DeltaPlan = z.infer<typeof deltaPlan>
export type BudgetLayers = z.infer<typeof budgetLayers>
