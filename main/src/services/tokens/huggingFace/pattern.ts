import { unsupported } from './tokenizerFile.ts'

/** Unicode's White_Space, which `\s` means in the files; JavaScript's `\s` has U+FEFF instead of U+0085. */
const whiteSpace = String.raw`\t-\r \x85\xA0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000`
const word = String.raw`\p{L}\p{M}\p{N}\p{Pc}`
const scripts = new Set([
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Thai',
])

/**
 * The regular expression of a `tokenizer.json` (Oniguruma, Ruby syntax) as one of JavaScript, flags `gu`.
 * Throws TokenizerFileError for what has no equal here: possessive quantifiers, set operations, `\h` and others.
 */
export function compilePattern(source: string): RegExp {
  const parts: string[] = []
  let inClass = false
  for (let i = 0; i < source.length; i++) {
    const character = source[i] as string // in range
    if (character === '\\') {
      const sequence = escapeAt(source, i)
      parts.push(translateEscape(sequence, inClass, source))
      i += sequence.length - 1
    } else if (inClass) {
      const isSet = character === '[' || source.startsWith('&&', i)
      if (isSet) throw unsupported(`Regex ${source}`)
      if (character === ']') inClass = false
      parts.push(character)
    } else if (character === '[') {
      inClass = true
      parts.push(character)
    } else if (character === '.') parts.push('[^\\n]')
    else if (character === '$') parts.push('(?![^\\n])')
    else if (character === '^') parts.push('(?<![^\\n])')
    else if (isPossessive(source, i)) throw unsupported(`Regex ${source}`)
    else parts.push(character)
  }
  try {
    return new RegExp(parts.join(''), 'gu')
  } catch {
    // The reason is in the words of V8; what matters to the reader is which expression it was.
    throw unsupported(`Regex ${source}`)
  }
}

function escapeAt(source: string, at: number): string {
  const property = /^\\[pP]\{[^}]*\}/.exec(source.slice(at, at + 64))
  return property?.[0] ?? source.slice(at, at + 2)
}

function translateEscape(sequence: string, inClass: boolean, source: string): string {
  const positive = (set: string) => (inClass ? set : `[${set}]`)
  const negative = (set: string) => {
    if (inClass) throw unsupported(`Regex ${source}`)
    return `[^${set}]`
  }
  switch (sequence) {
    case '\\s':
      return positive(whiteSpace)
    case '\\S':
      return negative(whiteSpace)
    case '\\d':
      return '\\p{Nd}'
    case '\\D':
      return '\\P{Nd}'
    case '\\w':
      return positive(word)
    case '\\W':
      return negative(word)
  }
  const script = /^(\\[pP])\{(\w+)\}$/.exec(sequence)
  if (script && scripts.has(script[2] ?? '')) return `${script[1]}{Script=${script[2]}}`
  // JavaScript allows `\'` and its like only for characters that mean something.
  const isIdle = sequence.length === 2 && /[^\w^$\\.*+?()[\]{}|/-]/.test(sequence[1] ?? '')
  return isIdle ? sequence.slice(1) : sequence
}

/** `?+`, `*+` and `++` take without giving back, which JavaScript cannot say. */
function isPossessive(source: string, at: number): boolean {
  return source[at] === '+' && at > 0 && /[?*+]/.test(source[at - 1] ?? '') && source[at - 2] !== '\\'
}
