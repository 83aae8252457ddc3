import { z } from 'zod'
import { fileFault } from './notices.ts'
import {
  type Channel,
  chapterRef,
  documentId,
  hash,
  id,
  offsetUtf16,
  path,
  projectId,
  text,
} from './shared.ts'

const entryType = z.enum(['character', 'location', 'event', 'item', 'faction', 'lore'])
const contextLevel = z.enum(['always', 'when_detected', 'manual_only', 'never'])
const name = z.string().trim().min(1).max(200)
const phrases = z.array(z.string().min(1).max(500)).max(500)
/** Another name; as an object, one that is only known from a chapter on, or up to one. */
const alias = z.union([
  z.string().min(1).max(500),
  z.strictObject({
    name: z.string().min(1).max(500),
    from: chapterRef.optional(),
    to: chapterRef.optional(),
  }),
])

/** A codex entry as it is edited. Fields of its file that the app does not know are kept in `extra`. */
const codexEntry = z.strictObject({
  id,
  name,
  aliases: z.array(alias).max(500),
  type: entryType,
  aiContextLevel: contextLevel,
  tags: phrases,
  /** `from`: the chapter before which nobody knows of it. */
  relations: z
    .array(z.strictObject({ to: id, kind: z.string().max(200), from: chapterRef.optional() }))
    .max(500),
  constraints: phrases,
  /** Phrases that hold a name and are no mention of it. */
  exclude: phrases,
  caseSensitive: z.boolean(),
  progressions: z
    .array(
      z.strictObject({
        from: chapterRef,
        to: chapterRef.optional(),
        text: z.string().max(20_000),
        /** How things stand, in a word: the shortest form of the entry says it. */
        state: z.string().min(1).max(12).optional(),
        knownBy: phrases.optional(),
      }),
    )
    .max(500),
  /** Ids of the characters who know of this entry; absent: everybody. */
  knownBy: phrases.optional(),
  /** The chapter before which the entry is not known at all. */
  from: chapterRef.optional(),
  body: z.string().max(1_000_000),
  extra: z.record(z.string().max(200), z.unknown()),
})

const mention = z.strictObject({
  entityId: id,
  name,
  /** The name or alias that matched, as the codex writes it. */
  key: z.string().max(500),
  from: offsetUtf16,
  to: offsetUtf16,
  /** 1, halved when two entries share the alias. */
  confidence: z.number().min(0).max(1),
})

const upload = z.strictObject({ fileName: z.string().min(1).max(255), base64: z.string().max(140_000_000) })
const loss = z.strictObject({
  entry: z.string().max(200),
  field: z.string().max(200),
  /** In Chinese; `english` says the same. */
  reason: z.string().max(500),
  english: z.string().max(500),
})

export const codex = {
  'codex:list': {
    effect: 'reads',
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      entries: z.array(
        z.strictObject({
          id,
          type: entryType,
          name,
          aliases: phrases,
          aiContextLevel: contextLevel,
          path,
          hash,
          /** Why its file is no entry. */
          fault: fileFault.optional(),
        }),
      ),
    }),
  },
  'codex:read': {
    effect: 'reads',
    input: z.strictObject({ projectId, id }),
    output: z.strictObject({ entry: codexEntry, hash }),
  },
  /** An entry at a glance, as of a chapter. */
  'codex:card:get': {
    effect: 'reads',
    input: z.strictObject({ projectId, documentId, id }),
    output: z.strictObject({
      card: z.strictObject({
        type: entryType,
        name,
        /** How things stand, in a word; '' for none. */
        state: z.string().max(12),
        latest: z.string().max(300),
        line: z.string().max(300),
        /** False: not known in this chapter. */
        known: z.boolean(),
      }),
    }),
  },
  'codex:save': {
    effect: 'writes',
    input: z.strictObject({ projectId, entry: codexEntry, baseHash: hash.optional() }),
    output: z.strictObject({ id, path, hash }),
  },
  'codex:delete': {
    effect: 'writes',
    input: z.strictObject({ projectId, id, baseHash: hash }),
    output: z.strictObject({ deleted: z.literal(true) }),
  },
  'codex:mentions': {
    effect: 'reads',
    input: z.strictObject({ projectId, text: z.string().max(1_000_000) }),
    output: z.strictObject({ mentions: z.array(mention) }),
  },
  'codex:suggestions': {
    effect: 'reads',
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      items: z
        .array(
          z.strictObject({
            kind: z.enum(['name', 'alias', 'shared_alias']),
            text: z.string().max(200),
            count: z.int().min(0),
            of: id.optional(),
            sample: z.string().max(500),
          }),
        )
        .max(500),
    }),
  },
  'codex:import': {
    effect: 'writes',
    input: z.strictObject({ projectId, upload }),
    output: z.strictObject({ entries: z.int().min(0), loss: z.array(loss).max(10_000) }),
  },
  'codex:export': {
    effect: 'reads',
    input: z.strictObject({ projectId, format: z.enum(['worldinfo']) }),
    output: z.strictObject({
      fileName: z.string().max(255),
      content: text,
      entries: z.int().min(0),
      loss: z.array(loss).max(10_000),
    }),
  },
} as const satisfies Record<string, Channel>

export type CodexEntry = z.infer<typeof codexEntry>
export type CodexAlias = z.infer<typeof alias>
export type CodexMention = z.infer<typeof mention>
export type CodexLoss = z.infer<typeof loss>
