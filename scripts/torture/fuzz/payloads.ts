import { z } from 'zod'
import type { Dice } from '../random.ts'

const knot: Record<string, unknown> = {}
knot.self = knot

/** What no program sends: of wrong kinds, of wrong sizes, and what other programs have stumbled over. */
const junk: readonly unknown[] = [
  ...[undefined, null, true, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 10n],
  ...[
    '',
    ' ',
    '\u3000',
    '\uD83D',
    '𠮷𠮷',
    '👨‍👩‍👧‍👦',
    '雾\r\n港\u2028',
    '<<<规则>>>',
    '[创作约束 - 不可违反]',
  ],
  ...['../..', '..\\..\\x', 'C:\\Users\\x', '/etc/passwd', 'manuscript/../../x.md', 'a\0b', '{{input}}'],
  ...['__proto__', 'constructor', 'toString', 'sk-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', '<script>'],
  ...[[], [[]], {}, JSON.parse('{"__proto__":{"x":1}}'), new Date(0), new Map(), () => 1, Symbol('x'), knot],
  ...['雾'.repeat(70_000), Array(3000).fill('x'), nested(5000)],
]

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let at = 0; at < depth; at++) value = [value]
  return value
}

/** What is in the project, so that shapes reach further than the first look-up. */
export interface Known {
  readonly projectId: string
  readonly documentIds: readonly string[]
  /** Folders that may become projects. */
  readonly folders: readonly string[]
}

interface Shape {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly additionalProperties?: Shape | boolean
}

/** Payloads for one channel: in its shape, in its shape with junk in one place or several, or junk alone. */
export function createPayloads(schema: z.ZodType, known: Known, dice: Dice): () => unknown {
  const shape = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Shape // JSON Schema, what of it is used

  const texts = [
    '雾',
    '第三夜，雾从东礁爬上来。',
    'w0',
    '同名',
    'x'.repeat(100),
    '林远',
    'continue',
    'fake',
    'shared',
  ]

  function textFor(name: string, { minLength = 0, maxLength = 100, pattern, format }: Shape): string {
    if (name === 'projectId') return known.projectId
    if (name === 'rootPath') return dice.oneOf(known.folders)
    if (/documentId|^after$|^before$|^from$|^to$/.test(name)) return dice.oneOf(known.documentIds)
    if (/^path$|sourceRef/.test(name)) return dice.oneOf([...known.documentIds, '.creonow/rules/style.md'])
    if (pattern?.includes('0-9a-f')) return dice.oneOf(['0', 'a', 'f']).repeat(64)
    // Nothing answers there.
    if (format === 'uri') return 'http://127.0.0.1:9/v1'
    if (name === 'base64') return Buffer.from(dice.oneOf(texts)).toString('base64')
    if (name === 'fileName')
      return dice.oneOf(['书.txt', '书.docx', '书.epub', '卡.png', '卡.json', '书.exe'])
    if (/At$|timestamp/.test(name)) return '2026-11-22T08:00:00.000Z'
    return dice.oneOf(texts).padEnd(minLength, '雾').slice(0, Math.max(maxLength, 1))
  }

  function make(name: string, of: Shape): unknown {
    if (of.const !== undefined) return of.const
    if (of.enum) return dice.oneOf(of.enum)
    if (of.anyOf) return make(name, dice.oneOf(of.anyOf))
    switch (of.type) {
      case 'object': {
        const fields = Object.entries(of.properties ?? {}).filter(
          ([field]) => of.required?.includes(field) || dice.roll(2) === 0,
        )
        return Object.fromEntries(fields.map(([field, inner]) => [field, make(field, inner)]))
      }
      case 'array':
        return Array.from({ length: (of.minItems ?? 0) + dice.roll(3) }, () => make(name, of.items ?? {}))
      case 'string':
        return textFor(name, of)
      case 'integer':
      case 'number':
        return Math.min(Math.max(of.minimum ?? 0, dice.roll(500)), of.maximum ?? 1000)
      case 'boolean':
        return dice.roll(2) === 0
      default:
        return dice.oneOf(junk)
    }
  }

  /** Junk in the place of one part of a value. */
  function spoil(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || dice.roll(4) === 0) return dice.oneOf(junk)
    const entries = Object.entries(value)
    if (entries.length === 0) return dice.oneOf(junk)
    const at = dice.roll(entries.length)
    const spoilt = entries.map(
      ([field, inner], index) => [field, index === at ? spoil(inner) : inner] as const,
    )
    return Array.isArray(value) ? spoilt.map(([, inner]) => inner) : Object.fromEntries(spoilt)
  }

  return () => {
    const kind = dice.roll(10)
    if (kind === 0) return dice.oneOf(junk)
    const whole = make('', shape)
    if (kind <= 2) return whole
    if (kind === 3) return { ...Object(whole), 'one field too many': dice.oneOf(junk) }
    if (kind === 4) return spoil(spoil(whole))
    return spoil(whole)
  }
}
