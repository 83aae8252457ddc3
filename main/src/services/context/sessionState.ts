import type { Snapshot } from './delta.ts'

/** What one assembly leaves for the next of the same document. */
export interface SceneState {
  /** Where the text before the cursor began, and the hash of the paragraph that stood there. */
  readonly anchor?: { readonly offset: number; readonly paragraphHash: string }
  /** Keys of Retrieved in the order in which they were printed. */
  readonly retrieved: readonly string[]
  readonly snapshot: Snapshot
}

/** What one assembly leaves for the next of the same project and model. */
export interface PrefixState {
  readonly stablePrefixHash: string
}

/** A small key–value store; values are plain JSON. The app keeps it in the index, an embedder may keep it anywhere. */
export interface SessionStateStore {
  read(projectId: string, key: string): unknown
  write(projectId: string, key: string, value: unknown): void
}

/** Forgets when the process ends. Holds the newest `entries` values. */
export function createMemorySessionState(entries = 512): SessionStateStore {
  const values = new Map<string, unknown>()
  const at = (projectId: string, key: string) => `${projectId}\0${key}`
  return {
    read: (projectId, key) => values.get(at(projectId, key)),
    write(projectId, key, value) {
      values.delete(at(projectId, key))
      values.set(at(projectId, key), value)
      const oldest = values.size > entries ? values.keys().next().value : undefined
      if (oldest !== undefined) values.delete(oldest)
    },
  }
}

/** Null when the stored value is not what this version writes: the index is a cache and may be anything. */
export function parseSceneState(value: unknown): SceneState | undefined {
  if (!isObject(value) || !isObject(value.snapshot) || !Array.isArray(value.retrieved)) return undefined
  const { promptHash, blocks } = value.snapshot
  if (typeof promptHash !== 'string' || !Array.isArray(blocks)) return undefined
  return value as unknown as SceneState // only this module writes the key; the shape was checked above
}

export function parsePrefixState(value: unknown): PrefixState | undefined {
  if (!isObject(value) || typeof value.stablePrefixHash !== 'string') return undefined
  return { stablePrefixHash: value.stablePrefixHash }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
