import { LRUCache } from 'lru-cache'
import type { Snapshot } from '../core/delta.ts'
import type { FrozenForm } from '../core/frozenForms.ts'
import { type Ref, shorterLevels } from '../core/types.ts'
import type { PreviousContext } from './previousContext.ts'

/** What one assembly leaves for the next of the same document. */
export interface SceneState {
  /** Start of the text before the cursor, and the hash of its first paragraph. */
  readonly anchor?: { readonly offset: number; readonly paragraphHash: string }
  /** Model and tokenizer that it was decided for. */
  readonly decidedFor: string
  /** Retrieved as it was made last, and what came since. */
  readonly stood: PreviousContext
  /** Starts of other texts that belong to the window. */
  readonly starts: readonly Start[]
  readonly snapshot: Snapshot
  /** UTF-16 units of the text before the cursor. */
  readonly textUnits: number
  /** The last request was further up in the chapter; all but its snapshot is what the one before left. */
  readonly isVisit?: boolean
  /** Number of the request among those that `PrefixState` counts. */
  readonly request: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** Where a text begins that is printed from there to its end. */
export interface Start extends Ref {
  readonly source: string
}

/** What one assembly leaves for the next of the same project, model and tokenizer. */
export interface PrefixState {
  /** Requests that changed the state of any document. */
  readonly requests: number
  readonly stablePrefixHash: string
  /** How the rules that give way were printed, when Rules were over their line. */
  readonly rules?: readonly FrozenForm[]
  /** How Settings were printed at the last rebuild; empty: whole. */
  readonly settings: readonly FrozenForm[]
}

/** A small key–value store; values are plain JSON. The app has it in the index, an embedder anywhere. */
export interface SessionStateStore {
  read(projectId: string, key: string): unknown
  write(projectId: string, key: string, value: object): void
}

/** Deleted when the process ends. Contains the `entries` most recently used values of each kind of key. */
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
  if (!isObject(value) || !isObject(value.snapshot) || !isObject(value.stood)) return undefined
  const { frozen, late, firstSent } = value.stood
  if (firstSent !== undefined && !Number.isSafeInteger(firstSent)) return undefined
  if (![frozen, late].every((items) => isListOf(items, isPreviousItem))) return undefined
  if (!isListOf(value.starts, isStart)) return undefined
  if (!isString(value.decidedFor)) return undefined
  const { promptHash, blocks } = value.snapshot
  if (typeof promptHash !== 'string' || !isListOf(blocks, isBlock)) return undefined
  if (value.anchor !== undefined && !isAnchor(value.anchor)) return undefined
  if (![value.textUnits, value.request, value.at].every(Number.isFinite)) return undefined
  return value as unknown as SceneState // only this module writes the key; the shape was checked above
}

export function parsePrefixState(value: unknown): PrefixState | undefined {
  if (!isObject(value) || typeof value.stablePrefixHash !== 'string') return undefined
  if (!Number.isSafeInteger(value.requests)) return undefined
  if (value.rules !== undefined && !isListOf(value.rules, isFrozenForm)) return undefined
  if (!isListOf(value.settings, isFrozenForm)) return undefined
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
const isRef = (value: unknown) =>
  isObject(value) &&
  isString(value.path) &&
  (value.item === undefined || isString(value.item)) &&
  [value.from, value.to, value.position].every((offset) => offset === undefined || Number.isFinite(offset))
const isStart = (value: unknown) => isRef(value) && isObject(value) && isString(value.source)
const levels: readonly unknown[] = ['full', ...shorterLevels, 'out']
const isPreviousItem = (value: unknown) =>
  isObject(value) &&
  isRef(value.ref) &&
  [value.source, value.label, value.title, value.hash].every(isString) &&
  levels.includes(value.level) &&
  [value.units, value.start, value.round].every(
    (count) => count === undefined || Number.isSafeInteger(count),
  ) &&
  (value.score === undefined || Number.isFinite(value.score)) &&
  (value.pinned === undefined || typeof value.pinned === 'boolean') &&
  (value.place === undefined || isPlace(value.place)) &&
  isObject(value.reason) &&
  isString(value.reason.code) &&
  isObject(value.reason.params)
const isPlace = (value: unknown) =>
  isObject(value) && Number.isSafeInteger(value.offset) && isString(value.hash)
const isAnchor = (value: unknown) =>
  isObject(value) && Number.isSafeInteger(value.offset) && isString(value.paragraphHash)
const isFrozenForm = (value: unknown) =>
  isObject(value) &&
  isString(value.key) &&
  Number.isSafeInteger(value.units) &&
  isObject(value.form) &&
  levels.includes(value.form.level) &&
  [value.form.units, value.form.start].every((offset) => offset === undefined || Number.isSafeInteger(offset))
