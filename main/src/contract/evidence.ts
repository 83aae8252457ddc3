import { z } from 'zod'
import { conversationId, hash, id, layerName, path, tokens } from './shared.ts'

/**
 * Why a piece of material is whole, shortened or missing. `reserve`: it leaves room for what is written next. `leftover`:
 * a file that a sync program or an editor made.
 */
export const trimReason = z.enum([
  'within_budget',
  'over_budget',
  'reserve',
  'too_large',
  'invalid_format',
  'read_error',
  'not_selected',
  'leftover',
])
/** Why a piece of material was selected. */
export const reasonFields = {
  /** A code of `reasonParams`; absent: nothing was selected, the row reports an omission. */
  reasonCode: z.string().max(40).optional(),
  /** Parameters of the code. */
  params: z
    .record(
      z.string().max(40),
      z.union([z.string().max(2000), z.number(), z.boolean(), z.array(z.string().max(2000)).max(100)]),
    )
    .optional(),
}
/** What was done with every piece of material, one row each. */
export const trimEvidence = z.array(
  z.strictObject({
    /** Where it belongs. */
    layer: layerName,
    /** Path of its source, with `#item` or `#from-to` when it is a part of it. */
    sourceRef: path,
    /** `kept`: whole. `trimmed`: shortened. `dropped`: not in the prompt. */
    action: z.enum(['kept', 'trimmed', 'dropped']),
    /** Why. */
    reason: trimReason,
    /** UTF-16 units that were read. */
    beforeChars: z.int().min(0),
    /** UTF-16 units in the prompt. */
    afterChars: z.int().min(0),
    /** The length in which an entry is shown; absent for other material. */
    level: z.enum(['full', 'short', 'line', 'name']).optional(),
    ...reasonFields,
  }),
)
/** What was redacted, one row per pattern and source. */
export const redactionEvidence = z.array(
  z.strictObject({
    /** Which pattern matched. */
    patternId: z.string().max(80),
    /** Path of the source. */
    sourceRef: path,
    /** Never the matches themselves. */
    matchCount: z.int().min(1),
  }),
)
/** What one layer takes of the prompt. */
export const layerUse = z.strictObject({
  /** As printed, marker lines included. */
  tokens,
  /** Some of its material was shortened or dropped. */
  truncated: z.boolean(),
})
/** How often a block changes: never, with the book, the chapter, the scene, or every request. */
const stability = z.enum(['frozen', 'book', 'chapter', 'scene', 'turn'])

/** The prompt compared with the previous one of the session. */
export const deltaPlan = z.strictObject({
  /**
   * `append-only`: it starts with the whole previous prompt. `conversation-only`: only `turn` blocks differ.
   * `delta`: material changed. `full`: nothing can be reused.
   */
  kind: z.enum(['full', 'append-only', 'conversation-only', 'delta']),
  /** `promptHash` of the previous prompt; null: there was none. */
  baseHash: hash.nullable(),
  /** Tokens of the blocks in the common beginning, which a provider's cache can serve. */
  reusedTokens: tokens,
  /** The first block that differs from the previous prompt; null: none does, or there was none. */
  firstChange: z
    .strictObject({
      /** As in `blocks`. */
      blockId: z.string().max(1100),
      /** Of this block. */
      stability,
      /** Tokens from this block to the end. */
      tokensAfter: tokens,
      /** Of `tokensAfter`, those of unchanged blocks, which are paid again; absent in receipts of older versions. */
      lostTokens: tokens.exactOptional(),
    })
    .nullable(),
  /** All blocks of the prompt, in order. */
  blocks: z.array(
    z.strictObject({
      /** The same for the same material in every prompt. */
      blockId: z.string().max(1100),
      /** How often it changes. */
      stability,
      /** Of its text. */
      hash,
      /** Of its text. */
      tokens,
      /** Compared with the block of the same id in the previous prompt. */
      state: z.enum(['same', 'changed', 'added']),
    }),
  ),
  /** Ids of blocks that only the previous prompt has. */
  removed: z.array(z.string().max(1100)),
})

/**
 * How a card shows a chunk. `entry`: a codex entry under its own name. `title`: under the title of the chapter or file.
 * `name`: under its source's name. `end`: the same, and a closed card shows the end of the text. `list`: one card for
 * all that print as one numbered list.
 */
export const cardForm = z.enum(['entry', 'title', 'name', 'end', 'list'])

/** What was sent of the conversation, between system prompt and user content: ids, no text. */
export const historyUse = z.strictObject({
  conversationId,
  /** Of all sent messages. */
  tokens,
  /** Oldest first; a summary counts as a message. */
  sent: z
    .array(
      z.strictObject({
        /** Of the conversation's event. */
        id,
        /** As the provider receives it. */
        role: z.enum(['user', 'assistant']),
        /** Of this message. */
        tokens,
      }),
    )
    .max(20_000),
  /** Numbers of messages that were not sent. */
  leftOut: z.strictObject({
    /** Older than the budget reaches. */
    overBudget: z.int().min(0),
    /** Questions without a complete answer. */
    unanswered: z.int().min(0),
    /** Replaced by a summary; absent: none. */
    compacted: z.int().min(0).exactOptional(),
  }),
})

/** How a card of the viewer shows a chunk. */
export type CardForm = z.infer<typeof cardForm>
/** A prompt compared with the previous one of the session. */
export type DeltaPlan = z.infer<typeof deltaPlan>
