import type { ParamKind } from '#contract/warnings.ts'

export const fault = {
  code: 'fields',
  params: { fields: ['name', 'tags'] },
  at: { line: 3, column: 1 },
} as const
const given = { text: 'Lin Yuan', texts: ['lamp', 'tide'], number: 7, flag: true, fault } as const

/** Every code with parameters of its kinds, once for each word that one of them may be. */
export function samples(declared: Readonly<Record<string, Readonly<Record<string, ParamKind>>>>) {
  return Object.entries(declared).flatMap(([code, kinds]) => {
    const words = Object.values(kinds).find((kind) => typeof kind !== 'string') ?? ['']
    return words.map((word) => ({
      code,
      params: Object.fromEntries(
        Object.entries(kinds).map(([name, kind]) => [name, typeof kind === 'string' ? given[kind] : word]),
      ),
    }))
  })
}
