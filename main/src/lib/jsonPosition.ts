import { type Node, parseTree, visit } from 'jsonc-parser'
import { type Bounds, type Excess, excessOfJson } from './bounds.ts'

/** Where something is in a text, for people: both 1-based, the column in UTF-16 units as editors count it. */
export interface Position {
  readonly line: number
  readonly column: number
}

export function positionAt(text: string, offsetUtf16: number): Position {
  let line = 1
  let lineStart = 0
  for (const lineBreak of text.matchAll(/\r\n|[\r\n]/g)) {
    const next = lineBreak.index + lineBreak[0].length
    if (next > offsetUtf16) break
    line++
    lineStart = next
  }
  return { line, column: offsetUtf16 - lineStart + 1 }
}

export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly offset: number; readonly over?: Excess['over'] }

/**
 * `JSON.parse` with the place of the fault instead of an exception (RFC 8259), for texts from outside: bounded in
 * depth and number of values before anything is built. Only `JSON.parse` decides what is valid; jsonc-parser, which
 * accepts more, locates the fault.
 */
export function parseJson(text: string, bounds?: Bounds): JsonReading {
  const excess = excessOfJson(text, bounds)
  if (excess) return { ok: false, ...excess }
  try {
    const value: unknown = JSON.parse(text)
    return { ok: true, value }
  } catch {
    // The exception has no offset that one could rely on; the parser below has.
    return { ok: false, offset: firstFault(text) }
  }
}

/** The offset of the value of a path in a valid JSON text; of its nearest parent when it is absent. */
export function offsetOfValue(text: string, path: readonly PropertyKey[]): number {
  return nearestNode(text, path)?.node.offset ?? 0
}

/** The JSON text with another string in the place of the one at `path`; as it is when there is no string. */
export function replaceString(text: string, path: readonly PropertyKey[], value: string): string {
  const nearest = nearestNode(text, path)
  if (nearest?.depth !== path.length || nearest.node.type !== 'string') return text
  const { offset, length } = nearest.node
  return text.slice(0, offset) + JSON.stringify(value) + text.slice(offset + length)
}

const strict = { disallowComments: true, allowTrailingComma: false }

function firstFault(text: string): number {
  let first: number | undefined
  visit(text, { onError: (_code, offset) => (first ??= offset) }, strict)
  return first ?? text.length
}

/** The value at `path`, or the parent that comes nearest to it. Of equal keys the last one counts, as in `JSON.parse`. */
function nearestNode(text: string, path: readonly PropertyKey[]): { node: Node; depth: number } | undefined {
  let node = parseTree(text, [], strict)
  if (!node) return undefined
  let depth = 0
  for (const key of path) {
    const child = childOf(node, key)
    if (!child) break
    node = child
    depth++
  }
  return { node, depth }
}

function childOf({ type, children = [] }: Node, key: PropertyKey): Node | undefined {
  if (type === 'array') return children[Number(key)]
  // The children of an object are its properties, each of them with a key and a value for children.
  return children.findLast(({ children: parts }) => parts?.[0]?.value === key)?.children?.[1]
}
