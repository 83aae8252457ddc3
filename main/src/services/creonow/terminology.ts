import { z } from 'zod'
import type { FileFault } from '../../contract/warnings.ts'
import { perObject } from '../../lib/perObject.ts'
import { decodeText, type Format, placedFault } from '../../lib/versionedFile/index.ts'
import { maxWholeBytes, type TextFile } from './creonowFiles.ts'

export const terminologyPath = '.creonow/rules/terminology.json'

const word = z.string().trim().min(1).max(200)
/** Unknown fields are left aside. */
const schema = z.object({
  terms: z
    .array(
      z.object({
        use: word,
        avoid: z.array(word).max(100).default([]),
        note: z.string().max(1000).exactOptional(),
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

export const terminologyFormat: Format<Terminology> = {
  schema,
  absent: { terms: [], banned: [] },
  maxBytes: maxWholeBytes,
}

/** The same with the other fields of the file, so that writing drops nothing of it. */
export interface EditableTerminology {
  readonly terms: readonly (Terminology['terms'][number] & { readonly extra?: Extra })[]
  readonly banned: readonly string[]
  readonly extra?: Extra
}
type Extra = Readonly<Record<string, unknown>>

export const editableTerminologyFormat: Format<EditableTerminology> = {
  schema: z.record(z.string(), z.unknown()).pipe(z.transform(editable)),
  toJson: ({ terms, banned, extra }) => ({
    terms: terms.map(({ extra: more, ...term }) => ({ ...term, ...more })),
    banned,
    ...extra,
  }),
  absent: { terms: [], banned: [] },
  maxBytes: maxWholeBytes,
}

/** Parsed by the schema the readers have, with the fields it leaves aside. */
function editable(file: Extra, context: z.RefinementCtx): EditableTerminology {
  const parsed = schema.safeParse(file)
  if (!parsed.success) {
    context.issues.push(...parsed.error.issues.map((issue) => ({ ...issue, input: file }) as never)) // the same issues
    return z.NEVER
  }
  const { terms: _terms, banned: _banned, ...extra } = file
  const raw = Array.isArray(file.terms) ? file.terms : []
  return {
    terms: parsed.data.terms.map((term, at) => {
      const { use: _use, avoid: _avoid, note: _note, ...more } = Object(raw[at]) as Extra // parsed as an object above
      return Object.keys(more).length > 0 ? { ...term, extra: more } : term
    }),
    banned: parsed.data.banned,
    ...(Object.keys(extra).length > 0 && { extra }),
  }
}

/** The list in the form of its file: printed for a last good copy. */
export const fileOf = perObject((list: Terminology): TextFile => {
  const text = `${JSON.stringify(list, null, 2)}\n`
  const size = { bytes: Buffer.byteLength(text), fetchedChars: text.length }
  return { path: terminologyPath, text, ...size, tooLarge: false }
})

/** Why a text could not be read as a word list; undefined: it can. */
export function terminologyProblem(text: string): FileFault | undefined {
  const decoded = decodeText(terminologyFormat, text)
  return 'fault' in decoded ? placedFault(decoded.fault) : undefined
}
