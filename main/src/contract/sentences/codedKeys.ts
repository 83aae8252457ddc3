import type { findingParams, reasonParams, warningParams } from '../warnings.ts'

/** The words one parameter of a code may be; a sentence depends on them, so each has its own. */
type WordOf<P> = Extract<P[keyof P], readonly string[]>[number]
type KeyOf<D> = {
  [C in keyof D & string]: [WordOf<D[C]>] extends [never] ? C : `${C}_${WordOf<D[C]>}`
}[keyof D & string]

/** `CURSOR_CLAMPED`, `RAG_UNAVAILABLE_words`: every sentence that a language has to have for warnings. */
export type WarningKey = KeyOf<typeof warningParams>
/** The same for reasons; what stands at the cursor itself has no side. */
export type ReasonKey = KeyOf<typeof reasonParams> | 'in_window_here'
/** The same for what the Judge finds. */
export type FindingKey = KeyOf<typeof findingParams>

/** The code, with the word that one of its parameters is, where the sentence depends on it. */
export function keyOf(
  declared: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  code: string,
  params: Readonly<Record<string, unknown>>,
): string {
  const kinds = Object.hasOwn(declared, code) ? Object.entries(declared[code] ?? {}) : []
  const [word] = kinds.find(([, kind]) => Array.isArray(kind)) ?? []
  return word === undefined ? code : `${code}_${params[word]}`
}
