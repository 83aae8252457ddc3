import { z } from 'zod'
import { type Channel, hash, path, projectId } from './shared.ts'

/** Where the author writes texts for the AI that have a screen of their own; everything else is refused. */
const place = z.enum(['style', 'settings', 'skills'])
const name = z.string().trim().min(1).max(200)
/** As large as a file below `.creonow` may be to be read at all. */
const content = z.string().max(4 * 1_048_576)
/** sha256 of the file's bytes; null while there is no file. */
const fileHash = hash.nullable()
const trashId = z.string().regex(/^\d{13}-[0-9a-f]{8}$/)
const projectOnly = z.strictObject({ projectId })

const extra = z.record(z.string().max(200), z.unknown())
const word = z.string().trim().min(1).max(200)
const wordList = z.array(word).max(5000)
/** `extra`: what stands in the file beside the fields the app knows; it is written back. */
const terminology = z.strictObject({
  terms: z
    .array(
      z.strictObject({
        use: word,
        avoid: z.array(word).max(100),
        note: z.string().max(1000).exactOptional(),
        extra: extra.exactOptional(),
      }),
    )
    .max(5000),
  banned: wordList,
  extra: extra.exactOptional(),
})

const fact = z.string().max(2000)
/** What the author says about the book; an empty text is a fact that is not set. */
const bookProfile = z.strictObject({
  name,
  language: z.enum(['zh', 'en']),
  type: fact,
  genre: fact,
  person: fact,
  tense: fact,
  synopsis: z.string().max(20_000),
})

/** A skill without its front matter's syntax. */
const skillFields = z.strictObject({
  name: z.string().trim().min(1).max(80),
  output: z.enum(['insert', 'replace', 'show']),
  /** Whether it is given retrieved passages and entries. */
  retrieved: z.boolean(),
  instruction: z.string().max(60_000),
})
const skillFault = z.strictObject({
  problem: z.string().max(40),
  detail: z.string().max(200),
  line: z.int().min(1),
})

export const authorFiles = {
  'creonow:file:list': {
    effect: 'reads',
    input: z.strictObject({ projectId, place }),
    output: z.strictObject({
      files: z.array(z.strictObject({ path, name: z.string().max(1024), bytes: z.int().min(0) })).max(5000),
      /** Deleted in the app, newest first. */
      removed: z
        .array(z.strictObject({ trashId, name: z.string().max(1024), removedAt: z.string().max(40) }))
        .max(1000),
    }),
  },
  'creonow:file:read': {
    effect: 'reads',
    input: z.strictObject({ projectId, path }),
    output: z.strictObject({ text: content, hash: fileHash }),
  },
  'creonow:file:save': {
    effect: 'writes',
    input: z.strictObject({ projectId, path, text: content, baseHash: fileHash }),
    output: z.strictObject({ hash }),
  },
  'creonow:file:create': {
    effect: 'writes',
    input: z.strictObject({ projectId, place: z.enum(['settings', 'skills']), name }),
    output: z.strictObject({ path }),
  },
  'creonow:file:rename': {
    effect: 'writes',
    input: z.strictObject({ projectId, path, name }),
    output: z.strictObject({ path }),
  },
  'creonow:file:delete': {
    effect: 'writes',
    input: z.strictObject({ projectId, path }),
    output: z.strictObject({ trashId }),
  },
  'creonow:file:restore': {
    effect: 'writes',
    input: z.strictObject({ projectId, trashId }),
    output: z.strictObject({ path }),
  },
  'creonow:terminology:get': {
    effect: 'reads',
    input: projectOnly,
    output: z.strictObject({ terminology, hash: fileHash }),
  },
  'creonow:terminology:save': {
    effect: 'writes',
    input: z.strictObject({ projectId, terminology, baseHash: fileHash }),
    output: z.strictObject({ hash }),
  },
  'projects:profile:get': {
    effect: 'reads',
    input: projectOnly,
    output: z.strictObject({ profile: bookProfile, hash: fileHash }),
  },
  'projects:profile:save': {
    effect: 'writes',
    input: z.strictObject({ projectId, profile: bookProfile, baseHash: fileHash }),
    output: z.strictObject({ hash }),
  },
  /** The fields of a skill's file; of one that is broken its text and what is wrong with it. */
  'skills:read': {
    effect: 'reads',
    input: z.strictObject({ projectId, path }),
    output: z.strictObject({
      skill: skillFields.nullable(),
      text: content,
      fault: skillFault.nullable(),
      hash: fileHash,
    }),
  },
  'skills:save': {
    effect: 'writes',
    input: z.strictObject({ projectId, path, skill: skillFields, baseHash: fileHash }),
    output: z.strictObject({ hash }),
  },
  /** A file of the author's own with the words of a skill that is built in. */
  'skills:copy': {
    effect: 'writes',
    input: z.strictObject({ projectId, skillId: z.string().min(1).max(128), name }),
    output: z.strictObject({ path }),
  },
} as const satisfies Record<string, Channel>

export type TerminologyList = z.infer<typeof terminology>
export type BookProfile = z.infer<typeof bookProfile>
export type SkillFields = z.infer<typeof skillFields>
