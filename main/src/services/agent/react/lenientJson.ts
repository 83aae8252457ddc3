/** A value as a model wrote it, where it ends, and whether it was JSON to the letter. */
export interface Lenient {
  readonly value: unknown
  /** UTF-16 offset behind it. */
  readonly end: number
  /** Something was mended: a comma too many, another quote, a bracket that was never closed. */
  readonly mended: boolean
}

const closingOf: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '‘': '’',
  '「': '」',
  '＂': '＂',
}
const words: Readonly<Record<string, unknown>> = {
  ...{ true: true, false: false, null: null },
  ...{ True: true, False: false, None: null, undefined: null },
}
const maxDepth = 20

/**
 * Reads a JSON object or array that begins at `from`, with the slips that models make: full-width punctuation and
 * other quotes around keys and texts, commas too many or missing, line breaks and plain quotes inside a text, keys
 * without quotes, brackets that are not closed. Undefined when there is none; `unclosed` when the text ends inside a quoted
 * one, which was cut off. What a quoted text says is never changed.
 */
export function readLenientJson(text: string, from: number): Lenient | 'unclosed' | undefined {
  let at = from
  let mended = false
  const slip = <T>(value: T): T => {
    mended = true
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
    if (Object.hasOwn(words, word)) return word === word.toLowerCase() ? words[word] : slip(words[word])
    return slip(word)
  }

  function object(depth: number): Record<string, unknown> {
    const found: Record<string, unknown> = {}
    if (text.charAt(at) === '｛') mended = true
    at += 1
    for (;;) {
      separators(found)
      const char = text.charAt(at)
      if (char === '}' || char === '｝') {
        at += 1
        return char === '}' ? found : slip(found)
      }
      // The text ends, or the brackets of the call close: the object was not closed.
      if (char === '' || char === ']' || char === '］' || char === '】') return slip(found)
      const key = keyHere()
      skip()
      if (!/[:：=]/.test(text.charAt(at))) throw new Unreadable()
      if (text.charAt(at) !== ':') mended = true
      at += 1
      Object.defineProperty(found, key, {
        value: value(depth + 1),
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
  }

  function array(depth: number): unknown[] {
    const found: unknown[] = []
    if (text.charAt(at) !== '[') mended = true
    at += 1
    for (;;) {
      separators(found)
      const char = text.charAt(at)
      if (/[\]］】]/.test(char)) {
        at += 1
        return char === ']' ? found : slip(found)
      }
      if (char === '' || char === '}' || char === '｝') return slip(found)
      found.push(value(depth + 1))
    }
  }

  /** Commas between two values; one too many, or a full-width one, is a slip. */
  function separators(found: object): void {
    let commas = 0
    for (skip(); /[,，、;；]/.test(text.charAt(at)) && at < text.length; skip()) {
      if (text.charAt(at) !== ',') mended = true
      commas += 1
      at += 1
    }
    const isFirst = Object.keys(found).length === 0
    const isLast = /[}\]｝］】]/.test(text.charAt(at))
    if (commas > 1 || (commas === 1 && (isFirst || isLast)) || (commas === 0 && !isFirst && !isLast))
      mended = true
  }

  function keyHere(): string {
    const quote = text.charAt(at)
    if (closingOf[quote] !== undefined) return string(quote)
    const bare = /^[\p{L}_][\p{L}\p{N}_-]*/u.exec(text.slice(at, at + 200))?.[0]
    if (bare === undefined) throw new Unreadable()
    at += bare.length
    return slip(bare)
  }

  function string(open: string): string {
    const close = closingOf[open] ?? open
    if (open !== '"') mended = true
    at += 1
    let said = ''
    for (;;) {
      const char = text.charAt(at)
      if (char === '') throw new Unclosed()
      if (char === '\\') {
        said += escaped()
        continue
      }
      if (char === close && endsHere(at + 1)) {
        at += 1
        return said
      }
      if (char === close || char === '\n' || char === '\r' || char === '\t') mended = true
      said += char
      at += 1
    }
  }

  /** A quote ends a text where what follows could follow a value; else the author's words hold it. */
  function endsHere(next: number): boolean {
    let look = next
    while (/[ \t\r\n]/.test(text.charAt(look)) && look < text.length) look += 1
    const char = text.charAt(look)
    if (char === '' || /[}\]｝］】:：]/.test(char)) return true
    if (char !== ',' && char !== '，') return false
    // Behind a comma a key, a value or the end comes; words do not.
    const rest = text.slice(look + 1, look + 80)
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
    const known = plainEscapes[char]
    if (known !== undefined) return known
    return slip(char === '' ? '' : `\\${char}`)
  }

  skip()
  if (!/[{｛[［【]/.test(text.charAt(at)) || at >= text.length) return undefined
  try {
    return { value: value(0), end: at, mended }
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
