/** Where something is in a text, for people: both 1-based, the column in UTF-16 units as editors count it. */
export interface Position {
  readonly line: number
  readonly column: number
}

export function positionAt(text: string, offsetUtf16: number): Position {
  let line = 1
  let lineStart = 0
  for (const found of text.matchAll(/\r\n|[\r\n]/g)) {
    const next = found.index + found[0].length
    if (next > offsetUtf16) break
    line++
    lineStart = next
  }
  return { line, column: offsetUtf16 - lineStart + 1 }
}

/** `JSON.parse` with the place of the fault instead of an exception (RFC 8259; nesting up to 100 levels). */
export function parseJson(
  text: string,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly offset: number } {
  const offset = walkJson(text, () => undefined)
  if (offset !== undefined) return { ok: false, offset }
  const value: unknown = JSON.parse(text)
  return { ok: true, value }
}

/** The offset at which the value of a path stands in a valid JSON text; of its nearest parent when it is absent. */
export function offsetOfValue(text: string, path: readonly PropertyKey[]): number {
  let best = { depth: -1, offset: 0 }
  walkJson(text, (at, offset) => {
    const depth = at.length
    if (depth > best.depth && at.every((key, index) => key === path[index])) best = { depth, offset }
  })
  return best.offset
}

/** The JSON text with another string in the place of the one at `path`; as it is when there is no string. */
export function replaceString(text: string, path: readonly PropertyKey[], value: string): string {
  let start: number | undefined
  walkJson(text, (at, offset) => {
    if (at.length === path.length && at.every((key, index) => key === path[index])) start = offset
  })
  if (start === undefined) return text
  stringToken.lastIndex = start
  const present = stringToken.exec(text)?.[0]
  if (present === undefined) return text
  return text.slice(0, start) + JSON.stringify(value) + text.slice(start + present.length)
}

type Visit = (path: readonly (string | number)[], offset: number) => void

const maxDepth = 100
const space = /[ \t\n\r]*/y
// Everything from U+0020 but the quote and the backslash, and the escapes in between.
const stringToken = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})[ !#-[\]-\uffff]*)*"/y
const plainToken =
  /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![0-9A-Za-z.])|(?:true|false|null)(?![A-Za-z0-9])/y

/** Visits every value; returns the offset of the first character that cannot stand there, if there is one. */
function walkJson(text: string, visit: Visit): number | undefined {
  const path: (string | number)[] = []
  let at = 0

  const skip = (token: RegExp): boolean => {
    token.lastIndex = at
    if (!token.test(text)) return false
    at = token.lastIndex
    return true
  }
  const take = (character: string): boolean => {
    skip(space)
    if (text[at] !== character) return false
    at++
    return true
  }
  const value = (): boolean => {
    skip(space)
    visit(path, at)
    if (path.length > maxDepth) return false
    if (take('{')) return take('}') || members('}', key)
    if (take('[')) return take(']') || members(']', (index) => index)
    return skip(stringToken) || skip(plainToken)
  }
  /** A member's key: of an object the string before the colon, of an array its index. */
  const members = (end: string, keyOf: (index: number) => string | number | undefined): boolean => {
    for (let index = 0; ; index++) {
      const name = keyOf(index)
      if (name === undefined) return false
      path.push(name)
      if (!value()) return false
      path.pop()
      if (take(end)) return true
      if (!take(',')) return false
    }
  }
  const key = (): string | undefined => {
    skip(space)
    const start = at
    if (!skip(stringToken)) return undefined
    const name: unknown = JSON.parse(text.slice(start, at))
    return take(':') && typeof name === 'string' ? name : undefined
  }

  if (!value()) return at
  skip(space)
  return at === text.length ? undefined : at
}
