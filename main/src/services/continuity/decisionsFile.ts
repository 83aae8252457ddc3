import { z } from 'zod'
import type { FileFault } from '#contract/warnings.ts'
import type { Format } from '../../lib/versionedFile/index.ts'

export const decisionsPath = '.creonow/decisions.json'
/** Of one book. */
export const maxIntended = 10_000

const key = z.looseObject({ ref: z.string().min(1).max(1100), hash: z.string().regex(/^[0-9a-f]{64}$/) })

const intended = z.looseObject({
  rule: z.string().min(1).max(64),
  a: key,
  b: key,
  at: z.string().min(1).max(40),
})

const schema = z.looseObject({
  version: z.literal(1),
  intended: z.array(intended).max(maxIntended).default([]),
})

/**
 * A contradiction that the author means: its rule, where its two sentences are and the SHA-256 of their words, and when it
 * was waved away (ISO 8601). It counts while both sentences are as they were.
 */
export type Intended = Readonly<z.infer<typeof intended>>

/** The content of `.creonow/decisions.json`; fields of newer versions stay. */
export type DecisionsFile = Readonly<z.infer<typeof schema>>

const noDecisions: DecisionsFile = { version: 1, intended: [] }

/** The file of what the author has decided about findings. */
export const decisionsFormat: Format<DecisionsFile> = {
  schema,
  absent: noDecisions,
  version: 1,
  maxBytes: 8 * 1_048_576,
  bounds: { maxDepth: 20, maxValues: 500_000 },
  faultAt,
}

function faultAt(at: readonly PropertyKey[]): FileFault {
  if (at[0] === 'version') return { code: 'version', params: { versions: ['1'] } }
  if (at[0] !== 'intended') return { code: 'shape', params: { shape: '{"version": 1, "intended": […]}' } }
  return at.length === 1 ? { code: 'list', params: { field: 'intended' } } : { code: 'content', params: {} }
}
