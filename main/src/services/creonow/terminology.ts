import { z } from 'zod'
import { offsetOfValue, type Position, parseJson, positionAt } from '../../lib/jsonPosition.ts'

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
  const json = parseJson(text)
  if (!json.ok) return positionAt(text, json.offset)
  const parsed = schema.safeParse(json.value)
  if (!parsed.success) {
    return positionAt(text, offsetOfValue(text, parsed.error.issues[0]?.path ?? []))
  }
  const terms = parsed.data.terms.map(({ use, avoid, note }) => ({
    use,
    avoid,
    ...(note === undefined ? {} : { note }),
  }))
  return { terms, banned: parsed.data.banned }
}
