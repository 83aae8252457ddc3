import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../../lib/appError.ts'
import type { FileState } from '../../lib/detection/fileState.ts'
import type { ProjectView } from '../../lib/detection/projectView.ts'
import { isWatchedFile, isWatchedFolder, originalOf } from './watchedPaths.ts'

export interface ScanResult {
  /** Project-relative paths of files whose bytes are not what they were, came or went. */
  readonly changed: readonly string[]
  /** Files to check once more: written while they were read, or missing since a moment. */
  readonly again: readonly string[]
}

export interface Snapshot {
  /**
   * Compares files, or everything below folders, with the reported states. A missing file is reported at the second
   * check, because many editors save by deleting first; `certain` reports it at once.
   */
  scan(paths: Iterable<string>, options?: { readonly certain?: boolean }): Promise<ScanResult>
  /** Records this hash (sha256hex of the bytes) as reported; false when it was already. */
  recordHash(path: string, hash: string): boolean
}

interface ReportedFile {
  /** Undefined: not checked since it was reported. */
  readonly state: FileState | undefined
  readonly hash: string
}

const filesAtOnce = 16
/** Files checked before the event loop gets its turn. */
const filesPerTurn = 200

/** The reported states of the watched files, by content: only another hash is a change. The view does the checking. */
export function createSnapshot(root: string, view: ProjectView): Snapshot {
  const reported = new Map<string, ReportedFile>()
  const possiblyDeleted = new Set<string>()

  async function scan(paths: Iterable<string>, { certain = false } = {}): Promise<ScanResult> {
    const present = new Set<string>()
    const missing = new Set<string>()
    for (const path of paths) {
      await collect(path, present)
      for (const each of reported.keys()) {
        if ((each === path || each.startsWith(`${path}/`)) && !present.has(each)) missing.add(each)
      }
    }
    const changed: string[] = []
    const again: string[] = []
    const queued = [...present]
    let turn = 0
    const compareQueued = async () => {
      for (let path = queued.shift(); path !== undefined; path = queued.shift()) {
        turn += 1
        if (turn % filesPerTurn === 0) await new Promise(setImmediate)
        const verdict = await compare(path)
        if (verdict === 'missing') missing.add(path)
        else if (verdict === 'unsettled') again.push(path)
        else if (verdict === 'changed') changed.push(path)
      }
    }
    await Promise.all(Array.from({ length: filesAtOnce }, compareQueued))
    for (const path of missing) {
      if (!reported.has(path)) continue
      if (certain || possiblyDeleted.delete(path)) {
        reported.delete(path)
        changed.push(path)
      } else {
        possiblyDeleted.add(path)
        again.push(path)
      }
    }
    return { changed: changed.sort(), again }
  }

  /** The watched files at or below a path; nothing when it is missing. */
  async function collect(path: string, present: Set<string>): Promise<void> {
    const state = view.state(path)
    // A folder that is a link is not entered: it may lead out of the project.
    if (state.kind !== 'folder' || !state.plain || !isWatchedFolder(path)) {
      if (isWatchedFile(path)) present.add(path)
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
        if (isWatchedFolder(child)) await collect(child, present)
      } else if (isWatchedFile(child)) present.add(child)
    }
  }

  async function compare(path: string): Promise<'same' | 'changed' | 'missing' | 'unsettled'> {
    const original = originalOf(path)
    if (original !== undefined && view.state(original).kind !== 'missing') return 'missing'
    const state = view.state(path)
    if (isMissing(state)) return 'missing'
    possiblyDeleted.delete(path)
    const before = reported.get(path)
    if (before?.state === state && state.isStable) return 'same'
    const hash = await view.hashOf(path, state)
    if (hash === undefined) {
      view.invalidate(path, false)
      return isMissing(view.state(path)) ? 'missing' : 'unsettled'
    }
    reported.set(path, { state, hash })
    return before?.hash === hash ? 'same' : 'changed'
  }

  return {
    scan,
    recordHash(path, hash) {
      if (reported.get(path)?.hash === hash) return false
      reported.set(path, { state: undefined, hash })
      return true
    },
  }
}

/** A link that leads nowhere is there. */
const isMissing = ({ kind, isLink }: FileState) => !isLink && (kind === 'missing' || kind === 'folder')
