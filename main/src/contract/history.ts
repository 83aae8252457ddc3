import { z } from 'zod'
import { type Channel, documentId, hash, id, projectId, text } from './shared.ts'

/** A former text of a chapter. */
const version = z.strictObject({
  /** Name of the version's file in the data folder; it starts with the time and sorts by it. */
  versionId: id,
  /** When the chapter was last written with this text, in milliseconds since the epoch. */
  savedAt: z.int().min(0),
  /**
   * What came next. `first`: nobody had worked on the chapter in the app. `outside`: what another program had written,
   * before the app wrote over it.
   */
  cause: z.enum([
    'first',
    'typing',
    'ai',
    'outside',
    'restore',
    'replace',
    'agent',
    'undo',
    'volume',
    'split',
    'merge',
  ]),
  /** 字, as in the list of chapters. */
  words: z.int().min(0),
  /** Of the chapter's bytes. */
  hash,
})

/** Earlier texts of a chapter. */
export const history = {
  /** The versions of a chapter, newest first. */
  'history:list': {
    effect: 'reads',
    subjects: ['manuscript'],
    input: z.strictObject({ projectId, documentId }),
    output: z.strictObject({
      /** Newest first. */
      versions: z.array(version).max(100_000),
    }),
  },
  /** The text of one version. */
  'history:read': {
    effect: 'reads',
    subjects: [],
    input: z.strictObject({
      projectId,
      documentId,
      /** From `history:list`. */
      versionId: id,
    }),
    output: z.strictObject({
      /** The whole chapter as it was then. */
      text,
    }),
  },
  /** The chapter gets the text of a version; what was there becomes a version itself. */
  'history:restore': {
    effect: 'writes',
    subjects: ['manuscript'],
    reportedBy: 'service',
    input: z.strictObject({
      projectId,
      documentId,
      /** From `history:list`. */
      versionId: id,
    }),
    output: z.strictObject({
      /** Of the chapter's bytes now. */
      hash,
      /** The version with the text that was replaced; absent when nothing changed. */
      replacedVersionId: id.exactOptional(),
    }),
  },
} as const satisfies Record<string, Channel>

/** A former text of a chapter, without the text. */
export type ChapterVersion = z.infer<typeof version>
