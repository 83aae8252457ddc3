import type { z } from 'zod'

/** A value for a field of some names, whatever its type; undefined: made from the type. */
export type FieldValue = (name: string) => unknown

/** What of a schema's definition decides about a value; zod keeps these fields for tools like this one. */
interface Definition {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly in?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly values?: readonly unknown[]
  readonly entries?: Readonly<Record<string, unknown>>
  readonly shape?: Readonly<Record<string, z.ZodType>>
}

const values: Readonly<Record<string, unknown>> = { boolean: false, null: null, record: {}, unknown: {} }

/** Numbers, and texts that are a name, a day, a hash, a file and an address. */
const plain = [1, 0, 10, '漏', '2026-11-23', 'a'.repeat(64), '漏.txt', 'http://127.0.0.1:9/v1']

/**
 * The smallest input that a schema takes: every required field, and each optional one that `field` has a value for.
 * Throws for a kind of schema that no channel uses yet.
 */
export function inputFor(schema: z.ZodType, field: FieldValue, name = ''): unknown {
  const given = name === '' ? undefined : field(name)
  if (given !== undefined && schema.safeParse(given).success) return given
  const definition = schema.def as unknown as Definition // one of the kinds of `Definition`
  const { type, innerType, element, options = [], shape = {}, entries = {} } = definition
  if (type === 'optional' || type === 'default') return undefined
  if (type === 'nullable') return null
  if (type === 'object') {
    const fields = Object.entries(shape).map(([key, inner]) => [key, inputFor(inner, field, key)] as const)
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
  }
  if (type === 'array')
    return schema.safeParse([]).success ? [] : [inputFor(element as z.ZodType, field, name)]
  if (type === 'enum') return Object.values(entries)[0]
  if (type === 'literal') return definition.values?.[0]
  if (type === 'union') return inputFor(options[0] as z.ZodType, field, name)
  if (type === 'pipe') return inputFor(definition.in as z.ZodType, field, name)
  if (innerType) return inputFor(innerType, field, name)
  if (Object.hasOwn(values, type)) return values[type]
  const value = plain.find((one) => schema.safeParse(one).success)
  if (value === undefined) throw new Error(`no value for ${name}, of the kind ${type}`)
  return value
}
