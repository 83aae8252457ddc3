import { getNodeValue, type ParseError, parseTree } from 'jsonc-parser'
import { z } from 'zod'

/** A person, place or thing as a model gives it; none of it is used unverified. */
export interface AnswerRow {
  /** Its name. */
  readonly name: string
  /** What it is. */
  readonly kind: DraftKind
  /** Its other names, each with a sentence that shows it. */
  readonly aliases: readonly { readonly text: string; readonly quote: string }[]
  /** What the chapters state of it. */
  readonly facts: readonly AnswerFact[]
}

/** A statement of a model's about one of its rows. */
export interface AnswerFact {
  /** `weapon`. */
  readonly field: string
  /** What the field is. */
  readonly value: string
  /** The sentence it rests on. */
  readonly quote: string
  /** Number of the chapter in the request, from 1; absent: it gave none. */
  readonly chapter?: number | undefined
  /** Narrated, unless it says otherwise. */
  readonly certainty: 'narrated' | 'said' | 'dreamt'
}

/** What a card can be about. */
export type DraftKind = 'character' | 'location' | 'item' | 'faction' | 'event' | 'lore'

/** What could be read of an answer. */
interface AnswerReading {
  readonly rows: readonly AnswerRow[]
  /** It has a list of rows, if only an empty one. */
  readonly hasRows: boolean
  /** Rows, facts and aliases that lack a part of them, or were cut off. */
  readonly incomplete: number
}

const kindsByWord: ReadonlyMap<string, DraftKind> = new Map([
  ...(['人物', '人', '角色', 'person', 'people'] as const).map((word) => [word, 'character'] as const),
  ...(['地点', '地方', 'place'] as const).map((word) => [word, 'location'] as const),
  ...(['物品', 'thing', 'object'] as const).map((word) => [word, 'item'] as const),
  ...(['势力', '组织', 'group', 'organisation', 'organization'] as const).map(
    (word) => [word, 'faction'] as const,
  ),
  ['事件', 'event'],
  ['设定', 'lore'],
])
const kinds = ['character', 'location', 'item', 'faction', 'event', 'lore'] as const
const kind = z.preprocess(
  (value) => kindsByWord.get(String(value).trim().toLowerCase()) ?? String(value).trim().toLowerCase(),
  z.enum(kinds).catch('character'),
)
export const words = (most: number) =>
  z
    .union([z.string(), z.number()])
    .transform((value) => String(value).trim())
    .pipe(z.string().min(1).max(most))
const list = z.array(z.unknown()).catch([])
const row = z.object({ name: words(100), kind, aliases: list, facts: list })
const alias = z.object({ text: words(100), quote: words(1000) })
const chapter = z.preprocess(
  (value) => /\d+/.exec(String(value ?? ''))?.[0],
  z.coerce.number().int().min(1).optional(),
)
const fact = z.object({
  field: words(100),
  value: words(500),
  quote: words(1000),
  chapter,
  certainty: z.enum(['narrated', 'said', 'dreamt']).catch('narrated'),
})

/**
 * The rows of an answer: a list, an object that has one, or one object behind another, in fences or among other words,
 * with commas too many, and as far as it goes when it was cut off.
 */
export function readAnswer(text: string): AnswerReading {
  let incomplete = 0
  const rows: AnswerRow[] = []
  let hasRows = false
  for (const { value, isCut } of valuesIn(text)) {
    const given = rowsOf(value)
    hasRows ||= given.length > 0 || Array.isArray(value)
    given.forEach((item, index) => {
      const read = row.safeParse(item)
      if (!read.success) {
        incomplete += 1
        return
      }
      const isLast = isCut && index === given.length - 1
      // The last statement of an answer that was cut off may have half of its value.
      const facts = isLast ? read.data.facts.slice(0, -1) : read.data.facts
      const aliases =
        isLast && read.data.facts.length === 0 ? read.data.aliases.slice(0, -1) : read.data.aliases
      const good = { aliases: parsed(alias, aliases), facts: parsed(fact, facts) }
      incomplete += read.data.facts.length - good.facts.length
      incomplete += read.data.aliases.length - good.aliases.length
      rows.push({ ...read.data, ...good })
    })
  }
  return { rows, hasRows, incomplete }
}

const parsed = <T>(type: z.ZodType<T>, items: readonly unknown[]): T[] =>
  items.flatMap((item) => {
    const read = type.safeParse(item)
    return read.success && JSON.stringify(read.data).isWellFormed() ? [read.data] : []
  })

/** An object with a name is a row, any other stands for the lists in it. */
function rowsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return []
  return 'name' in value ? [value] : Object.values(value).flatMap((each) => (Array.isArray(each) ? each : []))
}

const opening = /\[\s*\{|\{\s*["'}]|\[\s*\]/g

/** The JSON values among other words, in order. */
export function* valuesIn(text: string): Generator<{ readonly value: unknown; readonly isCut: boolean }> {
  opening.lastIndex = 0
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const errors: ParseError[] = []
    const rest = text.slice(match.index)
    const node = parseTree(rest, errors, { allowTrailingComma: true, disallowComments: true })
    if (!node) continue
    const end = node.offset + node.length
    const isCut = errors.some(({ offset, length }) => offset + length >= rest.trimEnd().length)
    yield { value: getNodeValue(node), isCut: isCut && end >= rest.trimEnd().length }
    opening.lastIndex = match.index + Math.max(1, end)
  }
}
