import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../../lib/appError.ts'
import type { FileState } from '../../lib/detection/fileState.ts'
import type { ProjectView } from '../../lib/detection/projectView.ts'
import { isWatchedFile, isWatchedFolder, originalOf } from './watchedPaths.ts'

export interface Looked {
  /** Project-relative paths of files whose bytes are not what they were, came or went. */
  readonly changed: readonly string[]
  /** Files to look at once more: written while they were read, or gone a moment ago. */
  readonly again: readonly string[]
}

export interface Snapshot {
  /**
   * Compares files, or everything below folders, with what was told. A file that is gone is believed at the second
   * look, because many editors save by deleting first; `certain` believes it at once.
   */
  look(paths: Iterable<string>, options?: { readonly certain?: boolean }): Promise<Looked>
  /** Takes this hash (sha256hex of the bytes) as told; false when it was already. */
  learn(path: string, hash: string): boolean
}

interface Told {
  /** Undefined: not looked at since it was told. */
  readonly state: FileState | undefined
  readonly hash: string
}

const filesAtOnce = 16
/** Files looked at before the event loop gets its turn. */
const filesPerTurn = 200

/** What windows know of the watched files, by content: only another hash is a change. The view does the looking. */
export function createSnapshot(root: string, view: ProjectView): Snapshot {
  const told = new Map<string, Told>()
  const doubtful = new Set<string>()

  async function look(paths: Iterable<string>, { certain = false } = {}): Promise<Looked> {
    const found = new Set<string>()
    const missing = new Set<string>()
    for (const path of paths) {
      await collect(path, found)
      for (const each of told.keys()) {
        if ((each === path || each.startsWith(`${path}/`)) && !found.has(each)) missing.add(each)
      }
    }
    const changed: string[] = []
    const again: string[] = []
    const waiting = [...found]
    let turn = 0
    const lookAtSome = async () => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        turn += 1
        if (turn % filesPerTurn === 0) await new Promise(setImmediate)
        const verdict = await compare(path)
        if (verdict === 'missing') missing.add(path)
        else if (verdict === 'unsettled') again.push(path)
        else if (verdict === 'changed') changed.push(path)
      }
    }
    await Promise.all(Array.from({ length: filesAtOnce }, lookAtSome))
    for (const path of missing) {
      if (!told.has(path)) continue
      if (certain || doubtful.delete(path)) {
        told.delete(path)
        changed.push(path)
      } else {
        doubtful.add(path)
        again.push(path)
      }
    }
    return { changed: changed.sort(), again }
  }

  /** The watched files at or below a path; nothing when it is gone. */
  async function collect(path: string, found: Set<string>): Promise<void> {
    const state = view.state(path)
    // A folder that is a link is not entered: it may lead out of the project.
    if (state.kind !== 'folder' || !state.plain || !isWatchedFolder(path)) {
      if (isWatchedFile(path)) found.add(path)
      return
    }
    let entries: Dirent[]
    try {
      entries = await readdir(join(root, path), { withFileTypes: true })
    } catch (error) {
      if (systemCode(error) === undefined) throw error
      return
    }
    for (const entry of entries) {
      const child = `${path}/${entry.name}`
      if (entry.isDirectory()) {
        if (isWatchedFolder(child)) await collect(child, found)
      } else if (isWatchedFile(child)) found.add(child)
    }
  }

  async function compare(path: string): Promise<'same' | 'changed' | 'missing' | 'unsettled'> {
    const original = originalOf(path)
    if (original !== undefined && view.state(original).kind !== 'missing') return 'missing'
    const state = view.state(path)
    if (isGone(state)) return 'missing'
    doubtful.delete(path)
    const before = told.get(path)
    if (before?.state === state && state.settled) return 'same'
    const hash = await view.hashOf(path, state)
    if (hash === undefined) {
      view.doubt(path, false)
      return isGone(view.state(path)) ? 'missing' : 'unsettled'
    }
    told.set(path, { state, hash })
    return before?.hash === hash ? 'same' : 'changed'
  }

  return {
    look,
    learn(path, hash) {
      if (told.get(path)?.hash === hash) return false
      told.set(path, { state: undefined, hash })
      return true
    },
  }
}

/** A link that leads nowhere is there. */
const isGone = ({ kind, isLink }: FileState) => !isLink && (kind === 'missing' || kind === 'folder')
