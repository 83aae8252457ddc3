import { readLenientJson } from './lenientJson.ts'

/** A call as another dialect writes it. */
interface DialectCall {
  readonly tool: string
  readonly input: unknown
  /** Always: it is not the form that was asked for. */
  readonly repaired: true
}

/** The first call in a text and where it begins, in UTF-16 units; `unclosed`: its arguments were cut off. */
interface Dialect {
  readonly from: number
  readonly call: DialectCall | 'unclosed'
  /** Another call comes behind it. */
  readonly isFollowed: boolean
}

/** A call and where it ends. */
interface ReadCall {
  readonly call: DialectCall
  readonly end: number
}

/** Where a call of a dialect begins, and how it is read from there; undefined: it is none. */
type Reader = readonly [
  opening: RegExp,
  read: (text: string, opening: RegExpExecArray) => ReadCall | 'unclosed' | undefined,
]

const callOf = (tool: string, input: unknown, end: number): ReadCall => ({
  call: { tool, input, repaired: true },
  end,
})

const readers: readonly Reader[] = [
  // Qwen3-Coder: the name and each argument in a tag.
  [
    /<tool_call>\s*<function=([\w.-]+)>|<function=([\w.-]+)>/i,
    (text, opening) =>
      tagged(text, opening, /<parameter=([\w.-]+)>\r?\n?([\s\S]*?)\r?\n?<\/parameter>/gi, /<\/function>/i),
  ],
  // Claude.
  [
    /(?:<function_calls>\s*)?<(?:antml:)?invoke name="([\w.-]+)">/i,
    (text, opening) =>
      tagged(
        text,
        opening,
        /<(?:antml:)?parameter name="([\w.-]+)"[^>]*>([\s\S]*?)<\/(?:antml:)?parameter>/gi,
        /<\/(?:antml:)?invoke>/i,
      ),
  ],
  // DeepSeek: the name before the arguments, in a fenced block or not.
  [
    /(?:<｜tool▁calls▁begin｜>\s*)?<｜tool▁call▁begin｜>(?:function<｜tool▁sep｜>)?\s*([\w.-]+)(?:<｜tool▁sep｜>)?\s*(?:```(?:json)?)?\s*/i,
    (text, opening) => {
      const from = opening.index + opening[0].length
      const json = readLenientJson(text, from)
      if (json === 'unclosed') return 'unclosed'
      return callOf(opening[1] ?? '', json?.value ?? {}, json?.end ?? from)
    },
  ],
  // Hermes, Qwen, GLM.
  [
    /<tool_call>\s*(?:```(?:json)?\s*)?(?=[{｛])/i,
    (text, opening) => namedJson(text, opening.index + opening[0].length),
  ],
  // OpenAI's fields as text, alone on their lines or in a fenced block.
  [
    /(?<=^|\n)[ \t]*(?:```(?:json)?\s*)?(?=\{\s*"(?:name|tool|tool_name|function|action)"\s*:\s*["{])/i,
    (text, opening) => namedJson(text, opening.index + opening[0].length),
  ],
  // Python, alone on its line.
  [
    /(?<=^|\n)[ \t]*(?:```(?:python|tool_code|tool_call)?\s*)?([A-Za-z]\w*)\((?=\s*[a-z]\w*\s*=)/i,
    (text, opening) => {
      const read = readKeywords(text, opening.index + opening[0].length)
      if (read === 'unclosed') return 'unclosed'
      return read && callOf(opening[1] ?? '', read.value, read.end)
    },
  ],
]

/**
 * The first call in the dialects in which models were trained to call tools: Hermes and Qwen, DeepSeek, Claude,
 * OpenAI's JSON, Python. Undefined: there is none.
 */
export function readDialect(text: string): Dialect | undefined {
  const first = firstCall(text)
  if (!first) return undefined
  const { from, read } = first
  if (read === 'unclosed') return { from, call: read, isFollowed: false }
  return { from, call: read.call, isFollowed: firstCall(text.slice(read.end)) !== undefined }
}

const firstCall = (text: string) =>
  readers
    .flatMap(([opening, readFrom]) => {
      const match = opening.exec(text)
      const read = match ? readFrom(text, match) : undefined
      return match && read ? [{ from: match.index, read }] : []
    })
    .toSorted((a, b) => a.from - b.from)[0]

/** `{"name": …, "arguments": …}` and its relatives; the arguments may be JSON in a text. */
function namedJson(text: string, at: number): ReadCall | 'unclosed' | undefined {
  const json = readLenientJson(text, at)
  if (json === 'unclosed') return 'unclosed'
  if (!json || !isRecord(json.value)) return undefined
  const outer = json.value
  const fields = isRecord(outer.function) ? outer.function : outer
  const name = fields.name ?? fields.tool ?? fields.tool_name ?? fields.function ?? fields.action
  if (typeof name !== 'string' || name === '') return undefined
  const given =
    fields.arguments ??
    fields.parameters ??
    fields.args ??
    fields.input ??
    fields.action_input ??
    fields.params
  // A name alone is as well an object that the answer speaks of.
  if (given === undefined) return undefined
  const inner = typeof given === 'string' ? readLenientJson(given, 0) : undefined
  if (inner === 'unclosed') return 'unclosed'
  return callOf(name, inner ? inner.value : given, json.end)
}

/** Arguments in tags up to the closing one. */
function tagged(
  text: string,
  opening: RegExpExecArray,
  argument: RegExp,
  closing: RegExp,
): ReadCall | 'unclosed' {
  const rest = text.slice(opening.index + opening[0].length)
  const end = closing.exec(rest)
  const inside = end ? rest.slice(0, end.index) : rest
  const values = [...inside.matchAll(argument)].map(
    ([, key = '', value = '']) => [key, taggedValue(value)] as const,
  )
  // What was cut off inside an argument would be carried out in part.
  if (/<(?!\s*\/)/.test(inside.replace(argument, ''))) return 'unclosed'
  const closed = end ? end.index + end[0].length : rest.length
  const at = opening.index + opening[0].length + closed
  return callOf(opening[1] ?? opening[2] ?? '', Object.fromEntries(values), at)
}

/** Numbers, truth values, lists and objects by their form; anything else is text as it stands. */
function taggedValue(text: string): unknown {
  if (!/^\s*(?:-?\d+|true|false|[[{][\s\S]*[\]}])\s*$/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A text in one pair of quotes or three, or a word: a number, a truth value, nothing. */
const keywordValue =
  /^(?:("""|'''|"|')((?:\\[\s\S]|(?!\1)[\s\S])*)\1|(-?\d+(?:\.\d+)?|[Tt]rue|[Ff]alse|None|null))(?=\s*[,)])/

/** `key=value, …)` from behind the bracket; undefined: it is no list of arguments. */
export function readKeywords(
  text: string,
  from: number,
): { readonly value: Record<string, unknown>; readonly end: number } | 'unclosed' | undefined {
  const value: Record<string, unknown> = {}
  let at = from
  for (;;) {
    const key = /^[\s,]*([A-Za-z_]\w*)\s*=\s*/.exec(text.slice(at, at + 200))
    if (!key) break
    at += key[0].length
    const [all, , quoted, word] = keywordValue.exec(text.slice(at)) ?? []
    const json = all === undefined ? readLenientJson(text, at) : undefined
    if (json === 'unclosed' || (all === undefined && /^["']/.test(text.slice(at)))) return 'unclosed'
    if (all === undefined && !json) return undefined
    value[key[1] ?? ''] = json ? json.value : keywordOf(quoted, word)
    at = json ? json.end : at + (all?.length ?? 0)
  }
  const end = /^[\s,]*\)/.exec(text.slice(at))
  return end && Object.keys(value).length > 0 ? { value, end: at + end[0].length } : undefined
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

function keywordOf(quoted: string | undefined, word = ''): unknown {
  if (quoted !== undefined)
    return quoted.replace(
      /\\([\s\S])/g,
      (whole, char: string) => escapes[char] ?? (/["'\\]/.test(char) ? char : whole),
    )
  if (/^(?:none|null)$/i.test(word)) return null
  return /\d/.test(word) ? Number(word) : /^true$/i.test(word)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
