import { edges, firstCharacters, firstLines, lastLines, type Shortened } from './shorten.ts'

/** The stored form of a tool's result, as far as history is concerned. */
export interface CompressibleResult {
  readonly status: 'success' | 'partial' | 'error'
  readonly data: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: string; readonly message: string }
}

type Cut = (text: string, share: number) => Shortened

interface Rule {
  /** The most elements of every list. */
  readonly items: number
  /** How texts are shortened, by the name of their field; `share`: how many of them are in one list. */
  readonly texts?: Readonly<Record<string, Cut>>
  readonly fallback: Cut
  /** Lists and texts that are left out altogether; numbers and flags stay. */
  readonly only?: readonly string[]
}

const maxSnippetCharacters = 6000
const snippet =
  (lines: number): Cut =>
  (text, share) =>
    firstLines(text, Math.max(3, Math.floor(lines / share)), Math.floor(maxSnippetCharacters / share))
const short: Cut = (text) => firstCharacters(text, 300)

const rules: Readonly<Record<string, Rule>> = {
  LS: { items: 10, fallback: short },
  Glob: { items: 10, fallback: short },
  Grep: { items: 5, fallback: short },
  Read: { items: 10, fallback: (text) => firstLines(text, 500, 100_000) },
  Edit: { items: 10, fallback: snippet(40) },
  MultiEdit: { items: 10, fallback: snippet(40) },
  Write: { items: 10, fallback: snippet(40) },
  Bash: {
    items: 10,
    texts: {
      stdout: (text) => firstCharacters(text, 200),
      stderr: (text) => lastLines(text, 20, maxSnippetCharacters),
    },
    fallback: short,
  },
  TodoWrite: { items: 0, only: ['recap'], fallback: (text) => firstCharacters(text, 2000) },
}

const rest: Rule = {
  items: 10,
  fallback: (text, share) => edges(text, Math.max(60, Math.floor(1500 / share))),
}
/** What any result may take of history, UTF-16 units of its JSON, but for what `Read` has read. */
const maxUnits = 12_000
const maxDepth = 6

/**
 * The form in which history has a tool's result: JSON of `status`, `data` shortened by the tool's rule, and `error`
 * whole. Of a shortened list `<name>Total` is its whole length, of a text `<name>Size` its lines and characters; then
 * `truncated` is true and `fullAt` names the file with everything.
 */
export function compressToolResult(
  toolName: string,
  { status, data, error }: CompressibleResult,
  fullAt?: string,
): string {
  const rule = Object.hasOwn(rules, toolName) ? (rules[toolName] ?? rest) : rest
  const compressed = shorterFields(data, rule, { share: 1, depth: 0 })
  const isRead = toolName === 'Read'
  const size = JSON.stringify(compressed.value).length
  const { value, cut } = size <= maxUnits || isRead ? compressed : outline(data, rest)
  const about = cut ? { truncated: true, ...(fullAt === undefined ? {} : { fullAt }) } : {}
  return JSON.stringify({
    status,
    data: { ...value, ...about },
    ...(error ? { error: { code: error.code, message: error.message } } : {}),
  })
}

interface Fields {
  readonly value: Readonly<Record<string, unknown>>
  readonly cut: boolean
}

interface Within {
  readonly share: number
  readonly depth: number
}

function shorterFields(data: object, rule: Rule, within: Within): Fields {
  const value: [string, unknown][] = []
  let cut = false
  for (const [name, field] of Object.entries(data)) {
    const isIncluded = rule.only === undefined || rule.only.includes(name)
    if (typeof field === 'string') {
      const by = (rule.texts && Object.hasOwn(rule.texts, name) && rule.texts[name]) || rule.fallback
      const { text, size } = isIncluded ? by(field, within.share) : { text: undefined, size: undefined }
      if (text !== undefined) value.push([name, text])
      if (size) value.push([`${name}Size`, size])
      cut ||= !isIncluded || size !== undefined
    } else if (Array.isArray(field)) {
      const list = shorterList(field, rule, within)
      if (isIncluded) value.push([name, list.value])
      if (!isIncluded || list.value.length < field.length) value.push([`${name}Total`, field.length])
      cut ||= !isIncluded || list.cut
    } else if (typeof field === 'object' && field !== null) {
      const inner = within.depth < maxDepth && isIncluded ? nested(field, rule, within) : undefined
      if (inner) value.push([name, inner.value])
      cut ||= inner?.cut ?? true
    } else value.push([name, field])
  }
  return { value: Object.fromEntries(value), cut }
}

const nested = (field: object, rule: Rule, { share, depth }: Within) =>
  shorterFields(field, rule, { share, depth: depth + 1 })

function shorterList(list: readonly unknown[], rule: Rule, within: Within) {
  const few = list.slice(0, rule.items)
  const inside = { share: within.share * Math.max(1, few.length), depth: within.depth + 1 }
  // One record of one field: a list takes the rules of a field.
  const items = few.map((element) => shorterFields({ element }, rule, inside))
  return {
    value: items.map(({ value }) => value.element),
    cut: few.length < list.length || items.some(({ cut }) => cut),
  }
}

/** A result that is large by the number of its fields: its JSON, head and tail. */
function outline(data: object, { fallback }: Rule): Fields {
  const { text, size } = fallback(JSON.stringify(data), 1)
  return { value: { json: text, jsonSize: size }, cut: true }
}
