import { LRUCache } from 'lru-cache'
import type { Snapshot } from '../core/delta.ts'
import type { StickyRule } from '../core/rulesSelection.ts'

/** What one assembly leaves for the next of the same document. */
export interface SceneState {
  /** Where the text before the cursor began, and the hash of the paragraph that stood there. */
  readonly anchor?: { readonly offset: number; readonly paragraphHash: string }
  /** Keys of Retrieved in the order in which they were printed. */
  readonly retrieved: readonly string[]
  readonly snapshot: Snapshot
}

/** What one assembly leaves for the next of the same project, model, tokenizer and profile. */
export interface PrefixState {
  readonly stablePrefixHash: string
  /** The automatic rules chosen, when Rules were over their line. */
  readonly rules?: readonly StickyRule[]
}

/** A small key–value store; values are plain JSON. The app keeps it in the index, an embedder may keep it anywhere. */
export interface SessionStateStore {
  read(projectId: string, key: string): unknown
  write(projectId: string, key: string, value: object): void
}

/** Forgets when the process ends. Holds the `entries` most recently used values of each kind of key. */
export function createMemorySessionState(entries = 32): SessionStateStore {
  const kinds = new Map<string, LRUCache<string, object>>()
  const at = (projectId: string, key: string) => `${projectId}\0${key}`

  function kindOf(key: string): LRUCache<string, object> {
    const kind = key.slice(0, key.indexOf(':') + 1)
    const values = kinds.get(kind) ?? new LRUCache<string, object>({ max: entries })
    kinds.set(kind, values)
    return values
  }

  return {
    read: (projectId, key) => kindOf(key).get(at(projectId, key)),
    write(projectId, key, value) {
      kindOf(key).set(at(projectId, key), value)
    },
  }
}

/** Undefined when the stored value is not what this version writes: the index is a cache and may be anything. */
export function parseSceneState(value: unknown): SceneState | undefined {
  if (!isObject(value) || !isObject(value.snapshot) || !isListOf(value.retrieved, isString)) return undefined
  const { promptHash, blocks } = value.snapshot
  if (typeof promptHash !== 'string' || !isListOf(blocks, isBlock)) return undefined
  if (value.anchor !== undefined && !isAnchor(value.anchor)) return undefined
  return value as unknown as SceneState // only this module writes the key; the shape was checked above
}

export function parsePrefixState(value: unknown): PrefixState | undefined {
  if (!isObject(value) || typeof value.stablePrefixHash !== 'string') return undefined
  if (value.rules !== undefined && !isListOf(value.rules, isStickyRule)) return undefined
  return value as unknown as PrefixState // as above
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const isString = (value: unknown) => typeof value === 'string'
const isListOf = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isItem)
const isBlock = (value: unknown) =>
  isObject(value) &&
  [value.blockId, value.stability, value.hash].every(isString) &&
  typeof value.tokens === 'number'
const isAnchor = (value: unknown) =>
  isObject(value) && Number.isSafeInteger(value.offset) && isString(value.paragraphHash)
const isStickyRule = (value: unknown) => isObject(value) && isString(value.key) && isString(value.level)
