import { z } from 'zod'
import { type Channel, documentId, hash, id, projectId, text } from './shared.ts'

const version = z.strictObject({
  versionId: id,
  /** When the chapter stood so, in milliseconds since the epoch. */
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
  /** UTF-16 units of the text. */
  words: z.int().min(0),
  hash,
})

export const history = {
  /** The versions of a chapter, newest first. */
  'history:list': {
    effect: 'reads',
    input: z.strictObject({ projectId, documentId }),
    output: z.strictObject({ versions: z.array(version).max(100_000) }),
  },
  'history:read': {
    effect: 'reads',
    input: z.strictObject({ projectId, documentId, versionId: id }),
    output: z.strictObject({ text }),
  },
  /** The chapter gets the text of a version; `replacedVersionId` holds what was there, absent when nothing changed. */
  'history:restore': {
    effect: 'writes',
    input: z.strictObject({ projectId, documentId, versionId: id }),
    output: z.strictObject({ hash, replacedVersionId: id.exactOptional() }),
  },
} as const satisfies Record<string, Channel>

export type ChapterVersion = z.infer<typeof version>
