import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  Lexer,
  type Node,
  parseDocument,
} from 'yaml'
import type { FaultCode } from '../contract/warnings.ts'
import type { Bounds } from './bounds.ts'
import { type Position, positionAt } from './jsonPosition.ts'

/** The document and its plain value; or the first fault, with its place in the text. */
export type YamlReading =
  | { readonly ok: true; readonly document: Document; readonly value: unknown }
  | { readonly ok: false; readonly at?: Position; readonly code: YamlFault }

type YamlFault = Extract<
  FaultCode,
  'yaml' | 'depth' | 'values' | 'aliases' | 'circle' | 'unresolved' | 'fieldTwice'
>

/** What encloses the fields at the beginning of a Markdown file; the first group is the fields, absent where there are none. */
export const frontMatter = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/

const maxAliases = 100
/** The lexer makes at most so many of one value: quotes, colon, spaces, line breaks, comments. */
const tokensPerValue = 12

/**
 * YAML 1.2 (core schema, no merge keys, no tags that construct) from outside, in linear time: bounded in values,
 * depth and aliases. Never throws because of the text. Repeated keys are detected here, because the library compares
 * each with all (https://github.com/eemeli/yaml, option `uniqueKeys`).
 */
export function parseYaml(text: string, bounds: Bounds): YamlReading {
  const excess = tokenExcess(text, bounds.maxValues * tokensPerValue)
  if (excess !== undefined) return faultAt(text, excess, 'values')
  try {
    const document = parseDocument(text, {
      schema: 'core',
      merge: false,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
    })
    const [error] = document.errors
    if (error) return faultAt(text, error.pos[0], 'yaml')
    const fault = faultOf(document.contents, bounds)
    if (fault) return faultAt(text, fault.offset, fault.code)
    return { ok: true, document, value: document.toJS({ maxAliasCount: maxAliases }) }
  } catch (error) {
    // Nesting that exhausts the stack; references that multiply, or to what is not there.
    if (error instanceof RangeError || error instanceof ReferenceError)
      return { ok: false, code: 'unresolved' }
    throw error
  }
}

/** Where the lexer has made too many tokens: it works piece by piece, before anything is built. */
function tokenExcess(text: string, maxTokens: number): number | undefined {
  let tokens = 0
  let offset = 0
  for (const token of new Lexer().lex(text)) {
    tokens += 1
    // The lexer's own marks (document, scalar, end of flow) are single control characters outside the text.
    offset += token.length
    if (tokens > maxTokens) return Math.min(offset, text.length)
  }
  return undefined
}

interface Fault {
  readonly offset: number
  readonly code: YamlFault
}

/** One walk over the document, without recursion. */
function faultOf(contents: unknown, { maxDepth, maxValues }: Bounds): Fault | undefined {
  const stack: { readonly node: unknown; readonly depth: number; readonly from: number }[] = [
    { node: contents, depth: 0, from: 0 },
  ]
  let values = 0
  let aliases = 0
  const anchors = new Map<string, Node>()
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, depth, from } = next
    const offset = offsetOf(node) ?? from
    if (isPair(node)) {
      stack.push({ node: node.value, depth, from: offset })
      if (!isScalar(node.key)) stack.push({ node: node.key, depth, from: offset })
      continue
    }
    values += 1
    if (isAlias(node)) {
      aliases += 1
      if (contains(anchors.get(node.source), offset)) return { offset, code: 'circle' }
    } else if ((isScalar(node) || isCollection(node)) && node.anchor) anchors.set(node.anchor, node)
    if (values > maxValues) return { offset, code: 'values' }
    if (aliases > maxAliases) return { offset, code: 'aliases' }
    if (!isCollection(node)) continue
    if (depth >= maxDepth) return { offset, code: 'depth' }
    const twice = isMap(node) ? keyTwice(node.items) : undefined
    if (twice) return { offset: offsetOf(twice) ?? offset, code: 'fieldTwice' }
    for (const item of node.items.toReversed()) stack.push({ node: item, depth: depth + 1, from: offset })
  }
  return undefined
}

/** True for an alias inside the value that it refers to: a value without end, which JSON cannot express. */
const contains = (node: Node | undefined, offset: number) =>
  node?.range != null && node.range[0] <= offset && offset < node.range[2]

/** The first key that another one before it equals; keys that are no plain words are compared with nothing. */
function keyTwice(pairs: readonly { readonly key: unknown }[]): unknown {
  const visited = new Set<unknown>()
  for (const { key } of pairs) {
    if (!isScalar(key)) continue
    if (visited.has(key.value)) return key
    visited.add(key.value)
  }
  return undefined
}

function offsetOf(node: unknown): number | undefined {
  const range = isPair(node) ? (node.key as Node | null)?.range : (node as Node | null)?.range // of a parsed document
  return range?.[0]
}

const faultAt = (text: string, offset: number, code: YamlFault): YamlReading => ({
  ok: false,
  at: positionAt(text, offset),
  code,
})
