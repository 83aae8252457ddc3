/** Why what a model wrote is no step. */
type MalformedWhy = 'noAction' | 'badArguments' | 'unclosed'

/** One step as it was written. `thought` is the text before the action, without its label. */
export type ParsedStep =
  | {
      readonly kind: 'action'
      readonly thought: string
      readonly tool: string
      /** The arguments; the text of a fenced block behind the action is in `fenced`. */
      readonly input: unknown
      readonly fenced?: string
      /** Not JSON to the letter, but readable. */
      readonly repaired: boolean
    }
  | { readonly kind: 'finish'; readonly thought: string; readonly answer: string }
  | { readonly kind: 'malformed'; readonly thought: string; readonly reason: MalformedWhy }

const decoration = '[ \\t]*(?:[-*>#]+[ \\t]*)*(?:\\*\\*|__|`)?[ \\t]*'
const label = (names: string) =>
  new RegExp(`^${decoration}(?:${names})(?:\\*\\*|__)?[ \\t]*\\d*[ \\t]*[:：](?:\\*\\*|__)?[ \\t]*`, 'imu')

export const actionLabel = label('Action|行动|动作')
export const observationLabel = label('Observation|观察|观测')
const thoughtLabel = label('Thought|思考|想法')
const inputLabel = label('Action Input|Arguments|参数')
const unlabelledFinish = /^[ \t]*Finish[ \t]*[[［【]/imu
const call = /^[ \t]*(?:\*\*|`)*[ \t]*([A-Za-z][A-Za-z_]*)(?:\*\*|`)*[ \t]*/u
const isOpen = /[[［【(（]/
const isClose = /[\]］】)）]/

/**
 * Reads one step of text in the ReAct form (Yao et al., "ReAct", ICLR 2023): `Thought: …`, then `Action:
 * Tool[{json}]` or `Finish[…]`. Lenient in its form, never in its content: a block of text that was cut off is no
 * step.
 */
export function parseStep(text: string): ParsedStep {
  const action = actionLabel.exec(text)
  const finish = unlabelledFinish.exec(text)
  const isUnlabelled = finish !== null && (action === null || finish.index < action.index)
  const start = isUnlabelled ? finish.index : (action?.index ?? text.length)
  const thought = text.slice(0, start).replace(thoughtLabel, '').trim()
  if (!isUnlabelled && action === null) return { kind: 'malformed', thought, reason: 'noAction' }
  const from = isUnlabelled ? start : start + (action?.[0].length ?? 0)
  const named = call.exec(text.slice(from))
  const tool = named?.[1]
  if (!named || tool === undefined) return { kind: 'malformed', thought, reason: 'noAction' }
  const behind = from + named[0].length
  return /^finish$/i.test(tool)
    ? { kind: 'finish', thought, answer: answerOf(text.slice(behind)) }
    : readCall(text, behind, { thought, tool })
}

function readCall(
  text: string,
  from: number,
  named: { readonly thought: string; readonly tool: string },
): ParsedStep {
  const broken = (reason: MalformedWhy): ParsedStep => ({ kind: 'malformed', thought: named.thought, reason })
  const { at, bracketed } = argumentsAt(text, from)
  const json = readLenientJson(text, at)
  if (json === 'unclosed') return broken('unclosed')
  if (!json) {
    const isEmpty = !bracketed || isClose.test(text.slice(at).trimStart().charAt(0))
    if (!isEmpty) return broken('badArguments')
    const end = bracketed ? text.indexOf(text.slice(at).trimStart().charAt(0), at) + 1 : at
    return withBlock(text, end, { kind: 'action', ...named, input: {}, repaired: !bracketed }, broken)
  }
  let end = json.end
  const rest = /^\s*(?:```\s*)?/.exec(text.slice(end))?.[0] ?? ''
  const closed = isClose.test(text.charAt(end + rest.length))
  if (closed) end += rest.length + 1
  const repaired = json.repaired || (bracketed && !closed)
  return withBlock(text, end, { kind: 'action', ...named, input: json.value, repaired }, broken)
}

/** Where the arguments start: in brackets, on a line of their own, in a fenced block, or right behind the name. */
function argumentsAt(text: string, from: number): { readonly at: number; readonly bracketed: boolean } {
  const rest = text.slice(from)
  const isFenced = /^\s*```(?:json)?\s*/.exec(rest)
  if (isFenced) return { at: from + isFenced[0].length, bracketed: false }
  const input = inputLabel.exec(rest)
  if (input && rest.slice(0, input.index).trim() === '') {
    const start = from + input.index + input[0].length
    return { at: start + (/^\s*```(?:json)?\s*/.exec(text.slice(start))?.[0].length ?? 0), bracketed: false }
  }
  if (!isOpen.test(rest.charAt(0))) return { at: from, bracketed: false }
  const inner = /^\s*```(?:json)?\s*/.exec(rest.slice(1))?.[0].length ?? 0
  return { at: from + 1 + inner, bracketed: true }
}

type Action = Extract<ParsedStep, { kind: 'action' }>

/** A fenced block on the lines behind the action belongs to it. One that is not closed was cut off. */
function withBlock(
  text: string,
  end: number,
  action: Action,
  broken: (reason: MalformedWhy) => ParsedStep,
): ParsedStep {
  const opening = /^[ \t`*]*\r?\n(?:[ \t]*\r?\n)*[ \t]*(`{3,}|~{3,})[^\n]*\r?\n/.exec(text.slice(end))
  if (!opening) return action
  const from = end + opening[0].length
  const closing = new RegExp(`^[ \\t]*${opening[1]}[\`~]*[ \\t]*$`, 'mu').exec(text.slice(from))
  if (!closing) return broken('unclosed')
  return { ...action, fenced: text.slice(from, from + closing.index).replace(/\r?\n$/, '') }
}

/** The words between the brackets of `Finish`; those that are not closed reach to the end. */
function answerOf(rest: string): string {
  const open = isOpen.test(rest.charAt(0))
  const inside = open ? rest.slice(1) : rest.replace(/^[:：]/, '')
  const last = open ? Math.max(...[...']］】)）'].map((mark) => inside.lastIndexOf(mark))) : -1
  const answer = (last < 0 ? inside : inside.slice(0, last)).trim()
  const json = readLenientJson(answer, 0)
  if (!json || json === 'unclosed' || answer.slice(json.end).trim() !== '' || json.repaired)
    return unquoted(answer)
  const values = typeof json.value === 'object' && json.value !== null ? Object.values(json.value) : []
  return values.length === 1 && typeof values[0] === 'string' ? values[0] : answer
}

const unquoted = (text: string) => {
  if (!/^"[\s\S]*"$/.test(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : text
  } catch {
    return text
  }
}

/** A value as a model wrote it, where it ends, and whether it was JSON to the letter. */
interface Lenient {
  readonly value: unknown
  /** UTF-16 offset behind it. */
  readonly end: number
  /** Something was repaired: a comma too many, another quote, a bracket that was never closed. */
  readonly repaired: boolean
}

const closingOf: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '‘': '’',
  '「': '」',
  '＂': '＂',
}
const literals: Readonly<Record<string, unknown>> = {
  ...{ true: true, false: false, null: null },
  ...{ True: true, False: false, None: null, undefined: null },
}
const maxDepth = 20

/**
 * Reads a JSON object or array that starts at `from`, with the slips that models make: full-width punctuation and
 * other quotes around keys and texts, commas too many or missing, line breaks and plain quotes inside a text, keys
 * without quotes, brackets that are not closed. Undefined when there is none; `unclosed` when the text ends inside a
 * quoted one, which was cut off. The content of a quoted text is never changed.
 */
function readLenientJson(text: string, from: number): Lenient | 'unclosed' | undefined {
  let at = from
  let repaired = false
  const slip = <T>(value: T): T => {
    repaired = true
    return value
  }
  const skip = () => {
    while (at < text.length && /\s/.test(text.charAt(at))) at += 1
  }

  function value(depth: number): unknown {
    skip()
    const char = text.charAt(at)
    if (depth > maxDepth) throw new Unreadable()
    if (char === '{' || char === '｛') return object(depth)
    if (char === '[' || char === '［' || char === '【') return array(depth)
    if (closingOf[char] !== undefined) return string(char)
    const word = /^[^\s,，}｝\]］】:：]+/.exec(text.slice(at, at + 400))?.[0]
    if (word === undefined) throw new Unreadable()
    at += word.length
    if (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(word)) return Number(word)
    if (Object.hasOwn(literals, word))
      return word === word.toLowerCase() ? literals[word] : slip(literals[word])
    return slip(word)
  }

  function object(depth: number): Record<string, unknown> {
    const result: Record<string, unknown> = {}
    if (text.charAt(at) === '｛') repaired = true
    at += 1
    for (;;) {
      separators(result)
      const char = text.charAt(at)
      if (char === '}' || char === '｝') {
        at += 1
        return char === '}' ? result : slip(result)
      }
      // The text ends, or the brackets of the call close: the object was not closed.
      if (char === '' || char === ']' || char === '］' || char === '】') return slip(result)
      const key = keyHere()
      skip()
      if (!/[:：=]/.test(text.charAt(at))) throw new Unreadable()
      if (text.charAt(at) !== ':') repaired = true
      at += 1
      Object.defineProperty(result, key, {
        value: value(depth + 1),
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
  }

  function array(depth: number): unknown[] {
    const items: unknown[] = []
    if (text.charAt(at) !== '[') repaired = true
    at += 1
    for (;;) {
      separators(items)
      const char = text.charAt(at)
      if (/[\]］】]/.test(char)) {
        at += 1
        return char === ']' ? items : slip(items)
      }
      if (char === '' || char === '}' || char === '｝') return slip(items)
      items.push(value(depth + 1))
    }
  }

  /** Commas between two values; one too many, or a full-width one, is a slip. */
  function separators(container: object): void {
    let commas = 0
    for (skip(); /[,，、;；]/.test(text.charAt(at)) && at < text.length; skip()) {
      if (text.charAt(at) !== ',') repaired = true
      commas += 1
      at += 1
    }
    const isFirst = Object.keys(container).length === 0
    const isLast = /[}\]｝］】]/.test(text.charAt(at))
    if (commas > 1 || (commas === 1 && (isFirst || isLast)) || (commas === 0 && !isFirst && !isLast))
      repaired = true
  }

  function keyHere(): string {
    const quote = text.charAt(at)
    if (closingOf[quote] !== undefined) return string(quote)
    const unquotedKey = /^[\p{L}_][\p{L}\p{N}_-]*/u.exec(text.slice(at, at + 200))?.[0]
    if (unquotedKey === undefined) throw new Unreadable()
    at += unquotedKey.length
    return slip(unquotedKey)
  }

  function string(open: string): string {
    const close = closingOf[open] ?? open
    if (open !== '"') repaired = true
    at += 1
    let content = ''
    for (;;) {
      const char = text.charAt(at)
      if (char === '') throw new Unclosed()
      if (char === '\\') {
        content += escaped()
        continue
      }
      if (char === close && endsHere(at + 1)) {
        at += 1
        return content
      }
      if (char === close || char === '\n' || char === '\r' || char === '\t') repaired = true
      content += char
      at += 1
    }
  }

  /** A quote ends a text where what follows could follow a value; otherwise it is one of the author's. */
  function endsHere(next: number): boolean {
    let index = next
    while (/[ \t\r\n]/.test(text.charAt(index)) && index < text.length) index += 1
    const char = text.charAt(index)
    if (char === '' || /[}\]｝］】:：]/.test(char)) return true
    if (char !== ',' && char !== '，') return false
    // Behind a comma a key, a value or the end comes; words do not.
    const rest = text.slice(index + 1, index + 80)
    return char === ','
      ? /^\s*(["'“‘「＂{[}\]]|-?\d|true|false|null|$|[A-Za-z_]\w*\s*[:：])/.test(rest)
      : /^\s*["“＂][^"”＂\n]{1,40}["”＂]\s*[:：]/.test(rest)
  }

  function escaped(): string {
    const char = text.charAt(at + 1)
    const hex = char === 'u' ? /^[0-9a-fA-F]{4}/.exec(text.slice(at + 2, at + 6))?.[0] : undefined
    if (hex !== undefined) {
      at += 6
      return String.fromCharCode(Number.parseInt(hex, 16))
    }
    at += 2
    const unescaped = plainEscapes[char]
    if (unescaped !== undefined) return unescaped
    return slip(char === '' ? '' : `\\${char}`)
  }

  skip()
  if (!/[{｛[［【]/.test(text.charAt(at)) || at >= text.length) return undefined
  try {
    return { value: value(0), end: at, repaired }
  } catch (error) {
    if (error instanceof Unclosed) return 'unclosed'
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

class Unreadable extends Error {}
class Unclosed extends Error {}

const plainEscapes: Readonly<Record<string, string>> = {
  ...{ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' },
  ...{ '"': '"', "'": "'", '\\': '\\', '/': '/' },
}
