import { z } from 'zod'
import {
  cardForm,
  deltaPlan,
  historyUse,
  layerUse,
  reasonFields,
  redactionEvidence,
  trimEvidence,
  trimReason,
} from './evidence.ts'
import { followUpRecords, judgedRecord } from './judge.ts'
import { notice } from './notices.ts'
import { answerLength } from './runChoices.ts'
import {
  type Channel,
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
/** One layer's part of the budget. */
const layerBudget = z.strictObject({
  /** Share of all layers together, 0–1; the four add up to 1. */
  ratio: anyNumber,
  /** The layer is not trimmed below this, whole, at least 0. */
  minimumTokens: anyNumber,
})
/** Shape only: the budget service checks the values. */
const budgetLayers = z.strictObject({
  /** Constraints, style and other rules of the author. */
  rules: layerBudget,
  /** Description of the book, world files, preferences. */
  settings: layerBudget,
  /** Codex entries, passages, synopses, earlier exchanges. */
  retrieved: layerBudget,
  /** The text at the cursor and the request itself. */
  immediate: layerBudget,
})
/** The project's budget, `.creonow/budget.json`. */
const budgetProfile = z.strictObject({
  /** Counts the writes; 1 without a file. */
  version: z.int().min(1).max(1_000_000_000),
  /** Share and minimum of each layer. */
  layers: budgetLayers,
})
/** The budget with the faults of its file. */
const shownBudget = budgetProfile.extend({
  /** Present when the file is broken: the budget is that of its last good copy, or the default. */
  warnings: z.array(shortText).max(10).exactOptional(),
})

/** What a prompt is assembled for. */
export const assembleRequest = z.strictObject({
  projectId,
  documentId,
  /** UTF-16 offset in the chapter as stored; beyond its end it is moved to the end. */
  cursorPosition: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  /** What the model is to do. */
  skillId,
  /** The author's own words for this request; absent: none. */
  additionalInput: z.string().max(maxAdditionalInputUnits).optional(),
  /** How long the answer should be; absent: as the skill says. */
  length: answerLength.optional(),
  /** Absent: nothing is selected; a skill that replaces takes the paragraph at the cursor. */
  selection: z
    .strictObject({
      /** Start of the selection. */
      from: offsetUtf16,
      /** End of the selection, exclusive. */
      to: offsetUtf16,
    })
    .optional(),
  /** Continues this conversation: its messages are sent along; absent: no conversation. */
  conversationId: id.optional(),
  /** Absent: the default model of the settings. */
  modelId: id.optional(),
  /** Of the file the caller shows; CONFLICT when it has other bytes now. Absent: not checked. */
  documentHash: hash.optional(),
  /**
   * Text that a run has written and the author has not accepted yet. A skill that inserts reads it as if it were in
   * the chapter at the cursor; a skill that replaces continues it as the beginning of the replacement.
   */
  textSoFar: text.optional(),
  /** Overrides the model's limits; absent: as the model and the skill have them. */
  limits: z
    .strictObject({
      /** Tokens of input and output together. */
      window: z.int().min(256).max(10_000_000).optional(),
      /** Of the window, tokens reserved for the answer. */
      outputReserve: z.int().min(0).max(1_000_000).optional(),
    })
    .optional(),
  /** Ids of codex entries that must be in the prompt. */
  pinned: z.array(id).max(100).optional(),
  /**
   * Parts of Retrieved that the author excludes this time, as evidence names them: `path`, `path#item` or
   * `path#from-to`.
   */
  without: z.array(path).max(200).optional(),
  /** True: reads the session's state and changes none of it. */
  preview: z.boolean().optional(),
  /** True: neither reads nor changes the session's state. */
  stateless: z.boolean().optional(),
})

/** One piece of material with the decision about it, for the viewer. */
const chunk = z.strictObject({
  /** Where it belongs. */
  layer: layerName,
  /** Path of its source, or `memory:<id>`, `skill:<id>`, `request:additionalInput`. */
  source: path,
  /** Start in the source's text; absent: it is the whole source, or no part of a text. */
  from: offsetUtf16.optional(),
  /** End in the source's text, exclusive; absent as `from`. */
  to: offsetUtf16.optional(),
  /** What its marker line names: a file, a chapter, a codex entry. */
  label: z.string().max(500),
  projectId,
  /** Of the whole chunk, before any shortening. */
  tokenCount: tokens,
  /** Only in Retrieved: relevance, 0–1. Elsewhere, where present, the last to be shortened has the highest. */
  score: z.number().optional(),
  /** Only in Settings: 0–1; 1 for description and files. */
  confidence: z.number().optional(),
  /** Only in Rules: 0–1000. */
  priority: z.number().optional(),
  /** Why it was selected, in Chinese; `reasonCode` is the same for translation. */
  reason: z.string().max(500),
  ...reasonFields,
  /** The source that delivered it, as in `context:sources:list`. */
  sourceName: z.string().max(80),
  /** How the viewer shows it. */
  card: cardForm,
  /** As in the evidence. */
  action: z.enum(['kept', 'trimmed', 'dropped']),
  /** As `reason` in the evidence. */
  trimReason,
  /** Of the whole text. */
  hash,
  /** As it is in the prompt, or the whole text of a dropped chunk; redacted. */
  text,
})

/** An assembled prompt with the evidence of all decisions. */
export const assembleResult = z.strictObject({
  /** `systemPrompt` and `userContent` in one text. */
  prompt: text,
  /** Of `prompt`, without the conversation's messages. */
  tokenCount: tokens,
  /** Of `systemPrompt`, UTF-8. */
  stablePrefixHash: hash,
  /** The previous request of the session had the same prefix. */
  stablePrefixUnchanged: z.boolean(),
  /** What each layer takes. */
  layers: z.strictObject({
    /** Tokens of Rules. */
    rules: layerUse,
    /** Tokens of Settings. */
    settings: layerUse,
    /** Tokens of Retrieved. */
    retrieved: layerUse.extend({
      /** How many of its chunks are in the prompt. */
      chunks: z.int().min(0),
    }),
    /** Tokens of Immediate. */
    immediate: layerUse,
  }),
  /** `CODE: 说明`, in Chinese. */
  warnings: z.array(z.string().max(1000)),
  /** The same as codes with parameters, in the same order; people read translations of these. */
  notices: z.array(notice),
  /** Template, Rules and Settings: the part that stays equal between requests. */
  systemPrompt: text,
  /** Retrieved, Immediate and the instruction. */
  userContent: text,
  /** Of `prompt`, UTF-8. */
  promptHash: hash,
  /** What counted the tokens of this request. */
  tokenizer: z.strictObject({
    /** Its name. */
    id: z.string().max(80),
    /** False: the counts are estimates with a margin. */
    exact: z.boolean(),
  }),
  /** How many tokens there were to use. */
  budget: z.strictObject({
    /** The most for prompt and conversation together. */
    maxInputTokens: tokens,
    /** What the material would take without trimming. */
    estimate: z.strictObject({
      /** Of Rules. */
      rulesTokens: tokens,
      /** Of Settings. */
      settingsTokens: tokens,
      /** Of Retrieved. */
      retrievedTokens: tokens,
      /** Of Immediate. */
      immediateTokens: tokens,
      /** Sum of the four layers. */
      totalTokens: tokens,
    }),
    /** The most for the four layers together. */
    total: tokens,
    /** The model's window, or the request's own limit. */
    windowTokens: tokens,
    /** Of the window, reserved for the answer. */
    outputReserveTokens: tokens,
    /** Of the fixed words around the layers. */
    templateTokens: tokens,
    /** The most for the conversation's messages; `history` has what they took. */
    historyTokens: tokens,
    /** How the skill's profile divides the budget: caps in addition to the layers' shares; absent for writing. */
    parts: z
      .strictObject({
        /** Of the skill. */
        profile: z.enum(['write', 'chat', 'search', 'planning', 'agent']),
        /** `maxInputTokens` without the fixed words. */
        total: tokens,
        /** Instructions and rules. */
        system: tokens,
        /** Preferences of the author. */
        preferences: tokens,
        /** Recent messages of the conversation. */
        shortTerm: tokens,
        /** Earlier exchanges that resemble the request. */
        longTerm: tokens,
        /** All other material of Retrieved. */
        retrieval: tokens,
      })
      .exactOptional(),
  }),
  /** Absent: the request belongs to no conversation, or that has no messages. */
  history: historyUse.optional(),
  /** One row for every piece of material. */
  trim: trimEvidence,
  /** One row per pattern and source. */
  redaction: redactionEvidence,
  /** What the provider's cache can reuse. */
  delta: deltaPlan,
  /** Null: no receipt was stored. */
  receiptId: id.nullable(),
  /** Milliseconds by name of the step: `waitMs`, `fetchMs`, `coreMs`, `totalMs`. */
  timings: z.record(z.string().max(40), z.number()),
})

/** The stored evidence of one request: ids, hashes and counts, no text. */
export const receipt = z.strictObject({
  receiptId,
  projectId,
  documentId,
  skillId,
  modelId,
  /** ISO 8601. */
  createdAt: z.string().max(40),
  /** Of the prompt. */
  tokenCount: tokens,
  /** As in `AssembleResult`. */
  stablePrefixHash: hash,
  /** As in `AssembleResult`. */
  promptHash: hash,
  /**
   * SHA-256 of the JSON of `[role, text]` of every message that was sent, history included; absent: nothing was sent, or
   * by an older version.
   */
  sentHash: hash.optional(),
  /** As in `AssembleResult`. */
  stablePrefixUnchanged: z.boolean(),
  /** As in `AssembleResult`. */
  tokenizer: z.strictObject({
    /** Its name. */
    id: z.string().max(80),
    /** False: the counts are estimates with a margin. */
    exact: z.boolean(),
  }),
  /** As in `AssembleResult`. */
  budget: assembleResult.shape.budget,
  /** As in `AssembleResult`. */
  history: assembleResult.shape.history,
  /** As in `AssembleResult`. */
  layers: assembleResult.shape.layers,
  /** As in `AssembleResult`. */
  warnings: assembleResult.shape.warnings,
  /** As in `AssembleResult`; empty in receipts of older versions. */
  notices: assembleResult.shape.notices,
  /** As in `AssembleResult`. */
  trim: trimEvidence,
  /** As in `AssembleResult`. */
  redaction: redactionEvidence,
  /** As in `AssembleResult`. */
  delta: deltaPlan,
  /** As in `AssembleResult`. */
  timings: z.record(z.string().max(40), z.number()),
  /** Hashes of the paragraphs that the author accepted, white space around them ignored. */
  insertedParagraphs: z.array(hash).max(10_000),
  /**
   * Of the clauses that the run wrote and the author accepted, the first 16 digits of the hash of their words; absent:
   * nothing was accepted, or by an older version.
   */
  writtenClauses: z
    .array(z.string().regex(/^[0-9a-f]{16}$/))
    .max(20_000)
    .optional(),
  /** What the run has cost; absent: there was no run, or its provider has not answered. */
  spending: runSpending.optional(),
  /** The Judge's findings about the written text; absent: there was no run, or it wrote nothing for the manuscript. */
  judged: judgedRecord.optional(),
  /** The requests that followed this prompt, by hash, with their cost; absent: none. */
  followUps: followUpRecords.optional(),
})

/** A piece of material as a receipt has it, with its text as far as it can be read again. */
export const receiptChunk = z.strictObject({
  /** Where it belongs. */
  layer: layerName,
  /** As in the chunk. */
  source: path,
  /** As in the chunk. */
  from: offsetUtf16.optional(),
  /** As in the chunk. */
  to: offsetUtf16.optional(),
  /** As in the chunk. */
  label: z.string().max(500),
  /** Of the whole chunk, before any shortening. */
  tokens,
  /** As in the evidence. */
  action: z.enum(['kept', 'trimmed', 'dropped']),
  /** As in the evidence. */
  level: z.enum(['full', 'short', 'line', 'name']).optional(),
  /** As in the chunk. */
  reason: z.string().max(500),
  ...reasonFields,
  /** The source that delivered it; `unknown` in receipts of older versions. */
  sourceName: z.string().max(80),
  /** How the viewer shows it. */
  card: cardForm,
  /** As `reason` in the evidence. */
  trimReason,
  /** `changed`: its source has another text now. `gone`: it cannot be read again. */
  state: z.enum(['same', 'changed', 'gone']),
  /** As it was sent, redacted; null: it was not in memory any more and its source has another text. */
  text: text.nullable(),
})

/** A source as the interface names it. */
const namedSource = z.strictObject({
  /** As chunks and block ids have it. */
  sourceName: z.string().max(80),
  /** What one piece of its material is, in each language of the interface. */
  name: z.strictObject({
    /** Chinese. */
    zh: z.string().max(80),
    /** English. */
    en: z.string().max(80),
  }),
})

/** Assembling prompts, and the evidence of what was sent. */
export const context = {
  /** The prompt of a request, without calling a model. */
  'context:assemble': {
    largeRequests: { maxBytes: 16_000_000 },
    effect: 'works',
    subjects: [],
    input: assembleRequest,
    output: assembleResult,
  },
  /** The same with every chunk and its text; CONTEXT_INSPECT_FORBIDDEN without developer mode. */
  'context:inspect': {
    largeRequests: { maxBytes: 16_000_000 },
    effect: 'works',
    subjects: [],
    input: assembleRequest.extend({
      /** Trying out other settings; absent: none. */
      overrides: z
        .strictObject({
          /** Shares and minimums for this request only. */
          budget: budgetLayers.optional(),
        })
        .optional(),
    }),
    output: assembleResult.extend({
      /** In the order of the layers, dropped ones included. */
      chunks: z.array(chunk),
    }),
  },
  /** What each source of the app contributes, as the interface names it. */
  'context:sources:list': {
    effect: 'reads',
    subjects: [],
    input: z.strictObject({}),
    output: z.strictObject({
      /** In the order in which the app reads them. */
      sources: z.array(namedSource).max(1000),
    }),
  },
  /** The project's budget, or the default. */
  'context:budget:get': {
    effect: 'reads',
    subjects: ['.creonow/budget.json'],
    input: z.strictObject({ projectId }),
    output: shownBudget,
  },
  /** Stores a budget as the next version; CONTEXT_BUDGET_CONFLICT when `version` is not the stored one. */
  'context:budget:update': {
    effect: 'writes',
    subjects: ['.creonow/budget.json'],
    /** The answer of `get` may come back as it is. */
    input: shownBudget.extend({ projectId }),
    output: budgetProfile,
  },
  /** Receipts of the project, newest first; the newest 200 are stored. */
  'context:receipt:list': {
    largeRequests: { maxBytes: 8_000_000 },
    effect: 'reads',
    subjects: ['receipts'],
    input: z.strictObject({
      projectId,
      /** Only of this chapter; absent: of all. */
      documentId: documentId.optional(),
      /** Only of runs whose accepted text contains this paragraph, white space around it ignored; absent: of all. */
      paragraph: z.string().max(maxParagraphUnits).optional(),
    }),
    output: z.strictObject({
      /** Newest first. */
      receipts: z.array(
        z.strictObject({
          receiptId,
          documentId,
          skillId,
          modelId,
          /** ISO 8601. */
          createdAt: z.string().max(40),
          /** Of the prompt. */
          tokenCount: tokens,
        }),
      ),
    }),
  },
  /** One receipt with its material, read again from the sources. */
  'context:receipt:read': {
    effect: 'reads',
    subjects: ['receipts', '.creonow', 'redaction'],
    input: z.strictObject({ projectId, receiptId }),
    output: z.strictObject({
      /** The stored evidence. */
      receipt,
      /** All that was sent, the conversation included, redacted; null when it is not in memory any more. */
      prompt: text.nullable(),
      /** In the order of the layers. */
      chunks: z.array(receiptChunk),
    }),
  },
} as const satisfies Record<string, Channel>

/** What a prompt is assembled for. */
export type AssembleRequest = z.infer<typeof assembleRequest>
/** An assembled prompt with its evidence. */
export type AssembleResult = z.infer<typeof assembleResult>
/** An assembled prompt with every chunk and its text. */
export type InspectResult = z.infer<(typeof context)['context:inspect']['output']>
/** One piece of material with the decision about it. */
export type InspectedChunk = z.infer<typeof chunk>
/** The stored evidence of one request. */
export type Receipt = z.infer<typeof receipt>
/** A piece of material as a receipt has it. */
export type ReceiptChunk = z.infer<typeof receiptChunk>
/** A source as the interface names it. */
export type SourceName = z.infer<typeof namedSource>
/** Share and minimum of each layer. */
export type BudgetLayers = z.infer<typeof budgetLayers>
