import { z } from 'zod'
import type { Position } from '../../lib/jsonPosition.ts'
import { decodeText } from '../../lib/versionedFile/index.ts'

export const terminologyPath = '.creonow/rules/terminology.json'

const word = z.string().trim().min(1).max(200)
const schema = z.object({
  terms: z
    .array(
      z.object({
        use: word,
        avoid: z.array(word).max(100).default([]),
        note: z.string().max(1000).optional(),
      }),
    )
    .max(5000)
    .default([]),
  banned: z.array(word).max(5000).default([]),
})

export interface Terminology {
  readonly terms: readonly {
    readonly use: string
    readonly avoid: readonly string[]
    readonly note?: string
  }[]
  readonly banned: readonly string[]
}

/** The word list in a JSON text, or the place of the fault. Unknown fields are left aside. */
export function parseTerminology(text: string): Terminology | Position {
  const decoded = decodeText({ schema }, text)
  if ('fault' in decoded) return { line: decoded.fault.line, column: decoded.fault.column }
  const terms = decoded.value.terms.map(({ use, avoid, note }) => ({
    use,
    avoid,
    ...(note === undefined ? {} : { note }),
  }))
  return { terms, banned: decoded.value.banned }
}
