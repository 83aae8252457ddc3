/** A value as a model wrote it, where it ends, and whether it was JSON to the letter. */
interface LenientJson {
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
export function readLenientJson(text: string, from: number): LenientJson | 'unclosed' | undefined {
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
