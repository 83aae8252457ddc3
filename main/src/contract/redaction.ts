import { z } from 'zod'
import { type Channel, path, projectId } from './shared.ts'

const patternId = z.string().max(80)
const index = z.int().min(0).max(100_000)
/** The first characters of a redacted text, at most four. */
const start = z.string().max(4)
const allowed = z.strictObject({
  /** SHA-256 of the exact text; the text itself is stored nowhere. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  patternId,
  addedAt: z.string().max(40),
})

const match = z.strictObject({
  /** Place among the different texts of its source. */
  index,
  patternId,
  start,
  /** Its length in UTF-16 units. */
  units: z.int().min(1),
})

export const redaction = {
  'redaction:matches': {
    effect: 'reads',
    input: z.strictObject({ projectId, sourceRef: path }),
    output: z.strictObject({
      matches: z.array(match).max(100_000),
    }),
  },
  'redaction:allow:list': {
    effect: 'reads',
    input: z.strictObject({ projectId }),
    output: z.strictObject({ items: z.array(allowed).max(1000) }),
  },
  'redaction:allow:add': {
    effect: 'writes',
    input: z.strictObject({ projectId, sourceRef: path, index, start }),
    output: allowed,
  },
  'redaction:allow:remove': {
    effect: 'writes',
    input: z.strictObject({ projectId, sha256: allowed.shape.sha256 }),
    output: z.strictObject({ removed: z.boolean() }),
  },
} as const satisfies Record<string, Channel>

export type MaskedMatch = z.infer<typeof match>
