import { join } from 'node:path'
import { contentHash } from './contentHash.ts'
import { type FileState, type LookCounts, lookAt } from './fileState.ts'
import { createSweep } from './sweep.ts'

/** Requests that are there together share looks: `number` grows with each that comes, 0 while there is none. */
export interface Epoch {
  number: number
}

export interface Vouching {
  /** Whether the watcher hears of changes at this path (project-relative). */
  readonly covers: (path: string) => boolean
  /** A sweep has found what no signal told. */
  readonly onMissed: (paths: readonly string[]) => void
}

/** What is known of one project's files. Paths are project-relative with forward slashes, '' is its folder. */
export interface ProjectView {
  /** As it is now; without a look while the watcher vouches for it, or a request at work has just looked. */
  state(path: string): FileState
  /** By content, see `contentHash`; undefined when it is gone or was written meanwhile. */
  hashOf(path: string, state: FileState): Promise<string | undefined>
  /** Somebody has read the file as it was in this state; `hash` is sha256hex of its bytes. */
  learn(state: FileState, hash: string): void
  /** One answer for places of many files, made again when anything at or below them may be another. */
  look<T>(places: readonly string[], use: string, find: () => Promise<T>): Promise<T>
  /** May have changed: looked at before it is believed again; `tree`: with everything below it. */
  doubt(path: string, tree: boolean): void
  /** The same until `settle`: signals of a write may still be on their way. */
  open(path: string, tree: boolean): void
  /** What was opened at these paths before `before` (of `performance.now`) has been looked at; all without paths. */
  settle(paths: Iterable<string> | undefined, before: number): void
  /** A watcher that hears everything vouches from now on, until `standDown`. */
  vouch(by: Vouching): void
  standDown(): void
}

interface Known {
  state: FileState
  readonly path: string
  covered: boolean
  checkedAt: number
  doubtedAt: number
  epoch: number
}

interface Look {
  readonly places: readonly string[]
  readonly at: number
  readonly epoch: number
  found: Promise<unknown>
  /** Every file of it was one that a stamp can speak for. */
  proven: boolean
}

/** Nothing is answered from a look older than this, whoever vouches. */
export const vouchedMs = 2000
/** A look is not shared among requests for longer, whatever requests are still at work. */
const sharedMs = 250
const maxKnown = 200_000

/** One project's files as last looked at, and when looking again can be left out. */
export function createProjectView(options: {
  readonly root: string
  readonly now: () => number
  readonly epoch: Epoch
  readonly counts: LookCounts
}): ProjectView {
  const { root, now, epoch, counts } = options
  const known = new Map<string, Known>()
  const hashes = new WeakMap<FileState, string>()
  const looks = new Map<string, Look>()
  /** Signalled and not yet settled: since when, and whether everything below is meant. */
  const signals = new Map<string, { readonly at: number; readonly tree: boolean }>()
  let vouching: (Vouching & { readonly since: number }) | undefined
  const sweep = createSweep({ root, known, counts, onMissed })

  function onMissed(paths: readonly string[]): void {
    for (const path of paths) open(path, known.get(path)?.state.kind === 'folder')
    vouching?.onMissed(paths)
  }

  function state(path: string): FileState {
    const entry = known.get(path)
    if (entry && (isShared(entry.epoch, entry.checkedAt) || isVouched(entry))) return noted(path, entry.state)
    const checkedAt = performance.now()
    counts.looked += 1
    const above = path === '' ? undefined : state(parentOf(path))
    const seen = lookAt(root, path, above, entry?.state, now())
    if (entry) {
      entry.state = seen
      entry.checkedAt = checkedAt
      entry.epoch = epoch.number
    } else {
      if (known.size > maxKnown) known.clear()
      const covered = vouching?.covers(path) ?? false
      known.set(path, { state: seen, path, covered, checkedAt, doubtedAt: 0, epoch: epoch.number })
    }
    return noted(path, seen)
  }

  /** What a stamp cannot speak for makes what is found from it good for the requests at work only. */
  function noted(path: string, seen: FileState): FileState {
    if (seen.settled && seen.plain) return seen
    for (const look of looks.values()) if (touches(path, false, look.places)) look.proven = false
    return seen
  }

  const isShared = (of: number, at: number) =>
    epoch.number > 0 && of === epoch.number && performance.now() - at < sharedMs

  function isVouched({ state, path, covered, checkedAt, doubtedAt }: Known): boolean {
    return (
      covered && state.settled && state.plain && checkedAt > doubtedAt && isFresh(checkedAt) && !isOpen(path)
    )
  }

  /** Looked at after the watcher stood, and by somebody within the last two seconds. */
  function isFresh(at: number): boolean {
    if (!vouching) return false
    sweep.wanted()
    const latest = Math.max(at, sweep.began())
    return latest > vouching.since && performance.now() - latest < vouchedMs
  }

  function isOpen(path: string): boolean {
    if (signals.size === 0) return false
    if (signals.has(path)) return true
    for (let above = path; above !== ''; ) {
      above = parentOf(above)
      if (signals.get(above)?.tree) return true
    }
    return false
  }

  function isOpenAt(places: readonly string[]): boolean {
    for (const [path, { tree }] of signals) if (touches(path, tree, places)) return true
    return false
  }

  function look<T>(places: readonly string[], use: string, find: () => Promise<T>): Promise<T> {
    const before = looks.get(use)
    if (before && (isShared(before.epoch, before.at) || isStanding(before))) return before.found as Promise<T> // stored below under the same use
    const proven = places.every((place) => vouching?.covers(place) ?? false)
    const at = performance.now()
    const entry: Look = { places, at, epoch: epoch.number, found: Promise.resolve(), proven }
    // There before it begins, so that what it comes upon can be noted.
    looks.set(use, entry)
    const found = find()
    entry.found = found
    found.catch(() => {
      if (looks.get(use) === entry) looks.delete(use)
    })
    return found
  }

  const isStanding = ({ proven, at, places }: Look) => proven && isFresh(at) && !isOpenAt(places)

  function doubt(path: string, tree: boolean): void {
    const at = performance.now()
    for (const each of [path, parentOf(path)]) mark(known.get(each), at)
    if (tree) for (const entry of known.values()) if (isBelow(entry.path, path)) mark(entry, at)
    for (const [use, { places }] of looks) if (touches(path, tree, places)) looks.delete(use)
  }

  function open(path: string, tree: boolean): void {
    doubt(path, tree)
    signals.set(path, { at: performance.now(), tree: tree || signals.get(path)?.tree === true })
  }

  return {
    state,
    async hashOf(path, state) {
      const learned = hashes.get(state)
      if (learned !== undefined) return learned
      if (state.kind === 'missing' && !state.isLink) return undefined
      if (state.kind === 'file') counts.opened += 1
      const hash = await contentHash(join(root, path))
      const after = lookAt(root, path, undefined, undefined, now())
      const { size, mtimeMs, ctimeMs, ino } = after
      const isSame =
        size === state.size && mtimeMs === state.mtimeMs && ctimeMs === state.ctimeMs && ino === state.ino
      if (hash === undefined || (state.plain && !isSame)) return undefined
      hashes.set(state, hash)
      return hash
    },
    learn(state, hash) {
      hashes.set(state, hash)
    },
    look,
    doubt,
    open,
    settle(paths, before) {
      for (const path of paths ?? [...signals.keys()])
        if ((signals.get(path)?.at ?? Number.POSITIVE_INFINITY) < before) signals.delete(path)
    },
    vouch(by) {
      vouching = { ...by, since: performance.now() }
      for (const entry of known.values()) entry.covered = by.covers(entry.path)
      looks.clear()
      sweep.start()
    },
    standDown() {
      vouching = undefined
      signals.clear()
      looks.clear()
      sweep.stop()
    },
  }
}

function mark(entry: Known | undefined, at: number): void {
  if (!entry) return
  entry.doubtedAt = at
  entry.epoch = -1
}

export const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

const isBelow = (path: string, folder: string) => folder === '' || path.startsWith(`${folder}/`)

/** Whether a change at `path`, or below it, is one of what is found at one of these places. */
const touches = (path: string, tree: boolean, places: readonly string[]) =>
  places.some((place) => path === place || isBelow(path, place) || (tree && isBelow(place, path)))
