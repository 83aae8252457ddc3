import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapStatistics, setFlagsFromString, writeHeapSnapshot } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type OpenedApp, openApp } from './caller.ts'
import { openModel } from './conversations.ts'
import { type Part, shareOf } from './part.ts'
import { filesBelow, makePlace } from './place.ts'
import { createDice } from './random.ts'
import { type Book, openBook } from './writingDay.ts'

const assemblies = 10_000
const chatTurns = 500
const agentTasks = 200
const baselineAt = 0.2
const measureEvery = 1000
/** Of resident memory and of the heap, at the end against the baseline. */
const maxGrowth = 1.1
/** A thread of the index ends when it had no work for 15 seconds. */
const idleMs = 16_000

interface Measure {
  readonly rssMb: number
  readonly heapMb: number
  readonly externalMb: number
  readonly buffersMb: number
  /** Memory that V8 has taken from the system for the heap. */
  readonly committedMb: number
  /** Bytes of the write-ahead logs of both indexes. */
  readonly walMb: number
  /** Open files of this process; undefined where the system does not count them. */
  readonly descriptors: number | undefined
  readonly threads: number | undefined
  /** What keeps the event loop alive, by kind. */
  readonly handles: ReadonlyMap<string, number>
}

/**
 * Days of writing in two books with watchers: chapters are edited, other programs write, and a prompt is assembled
 * each time; then a chat and tasks of the agent. Memory at the end is compared with that after a fifth of the
 * assemblies.
 */
export const run: Part = async ({ seed, share, print }) => {
  const total = shareOf(assemblies, share, 25)
  const first = Math.max(5, Math.round(total * baselineAt))
  const collect = garbageCollector()
  const place = await makePlace()
  const app = await openApp(place)
  const failures: string[] = []
  let events = 0
  try {
    app.app.services.watching.onChanged(() => {
      events += 1
    })
    const dice = createDice(seed)
    const books = [await openBook(app, app.projectId, place.project, dice)]
    const novel = share >= 0.5 ? readNovel() : undefined
    if (novel) {
      const root = join(place.folder, '长篇')
      const { projectId } = await app.call('projects:create', { rootPath: root, name: '长篇' })
      const base64 = Buffer.from(novel.text).toString('base64')
      const { documents } = await app.call('documents:import', {
        projectId,
        upload: { fileName: '长篇.txt', base64 },
      })
      print(`soak     ${novel.name}, ${documents.length} chapters`)
      books.push(await openBook(app, projectId, root, dice))
    }
    const bookAt = (n: number, turns: number) => books[Math.floor(n / turns) % books.length] as Book // none is missing
    const look = () => measure(app, books, place.dataFolder, collect)
    const model = await openModel(app)
    // Their folders are made, and watched, by the first of each.
    for (const [at, book] of books.entries()) {
      await model.chat(book, at)
      await model.runTask(book, at)
    }
    print(`soak     ${columns}`)
    let baseline: Measure | undefined
    let quiet: Measure | undefined
    let full: Measure | undefined
    for (let n = 1; n <= total; n++) {
      // One book for a while, then the other.
      await bookAt(n, 40).step(n)
      if (n % measureEvery !== 0 && n !== first && n !== total) continue
      const now = await look()
      print(`soak     ${String(n).padStart(6)} ${described(now)}`)
      if (n === total) full = now
      if (n === first) {
        baseline = now
        // Idle threads end, and V8 returns memory: that one is no baseline for memory.
        if (share >= 0.5) await sleep(idleMs)
        quiet = await look()
      }
    }
    if (process.env.CREONOW_HEAP) writeHeapSnapshot(join(process.env.CREONOW_HEAP, 'soak.heapsnapshot'))
    const turns = shareOf(chatTurns, share)
    for (let n = 1; n <= turns; n++) await model.chat(bookAt(n, 25), n)
    print(`soak     ${turns} turns ${described(await look())}`)
    const tasks = shareOf(agentTasks, share)
    for (let n = 1; n <= tasks; n++) await model.runTask(bookAt(n, 1), n)
    model.close()
    print(`soak     ${tasks} tasks ${described(await look())}`)
    const end = await settle(look, quiet)
    print(`soak     quiet ${described(end)}`)
    for (const name of ['rssMb', 'heapMb'] as const) {
      const growth = (full?.[name] ?? Number.NaN) / (baseline?.[name] ?? Number.NaN)
      print(`soak     ${name} at ${total} ÷ at ${first}: ${growth.toFixed(3)}`)
      // A short run measures what is read for the first time.
      if (share >= 0.5 && !(growth <= maxGrowth)) failures.push(`${name} grew to ${growth.toFixed(3)} times`)
    }
    const edits = books.reduce((sum, book) => sum + book.edits(), 0)
    print(`soak     edits ${edits}, changes reported by the watchers ${events}`)
    if (!quiet || hasMore(end, quiet))
      failures.push(`descriptors, threads or handles: ${handlesOf(quiet)}, at the end ${handlesOf(end)}`)
    if (events === 0) failures.push('the watcher reported nothing')
  } finally {
    await app.dispose()
    await place.remove()
  }
  return { checked: total, failures }
}

/** The first Chinese novel in the folder of `CREONOW_NOVELS`. */
function readNovel(): { readonly name: string; readonly text: string } | undefined {
  const folder = process.env.CREONOW_NOVELS
  if (!folder) return undefined
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.txt'))) {
    const text = readFileSync(join(folder, name), 'utf8')
    if (/\p{sc=Han}{5}/u.test(text.slice(0, 5000)) && text.length > 300_000) return { name, text }
  }
  return undefined
}

const columns = 'assemblies: RSS, heap used, heap committed, external, buffers, log MB; descriptors, threads'

const described = (one: Measure) =>
  [one.rssMb, one.heapMb, one.committedMb, one.externalMb, one.buffersMb, one.walMb]
    .map((mb) => mb.toFixed(1).padStart(7))
    .concat(String(one.descriptors).padStart(4), String(one.threads).padStart(4))
    .join(' ')

/** Threads that are at work when the day ends may take until `idleMs` to end. */
async function settle(look: () => Promise<Measure>, baseline: Measure | undefined): Promise<Measure> {
  for (let waitedMs = 0; ; waitedMs += 500) {
    const now = await look()
    if (!baseline || !hasMore(now, baseline) || waitedMs > idleMs) return now
    await sleep(500)
  }
}

function hasMore(now: Measure, before: Measure): boolean {
  if ((now.descriptors ?? 0) > (before.descriptors ?? 0)) return true
  if ((now.threads ?? 0) > (before.threads ?? 0)) return true
  return [...now.handles].some(([kind, count]) => count > (before.handles.get(kind) ?? 0))
}

const handlesOf = (one: Measure | undefined) =>
  `${one?.descriptors}, ${one?.threads} (${[...(one?.handles ?? [])].map(([kind, count]) => `${kind} ${count}`).join(' ')})`

/** When nothing is under way any more. */
async function measure(
  { app, call }: OpenedApp,
  books: readonly { readonly projectId: string }[],
  dataFolder: string,
  collect: () => void,
): Promise<Measure> {
  for (const { projectId } of books) {
    await app.services.retrieval.ensureIndexed(projectId)
    // Receipts still on their way to the disk are no growth; the list is answered after them.
    await call('context:receipt:list', { projectId })
  }
  for (let round = 0; round < 6; round++) {
    collect()
    await sleep(20)
  }
  const handles = new Map<string, number>()
  // Timers come and go with every check.
  for (const kind of process.getActiveResourcesInfo())
    if (kind !== 'Timeout' && kind !== 'Immediate') handles.set(kind, (handles.get(kind) ?? 0) + 1)
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
  const logs = (await filesBelow(dataFolder)).filter((path) => path.endsWith('-wal'))
  const mb = (bytes: number) => bytes / 1_048_576
  return {
    ...{ rssMb: mb(rss), heapMb: mb(heapUsed), externalMb: mb(external), buffersMb: mb(arrayBuffers) },
    committedMb: mb(getHeapStatistics().total_physical_size),
    walMb: mb(logs.reduce((sum, path) => sum + statSync(path).size, 0)),
    descriptors: linuxCount('/proc/self/fd'),
    threads: linuxCount('/proc/self/task'),
    handles,
  }
}

const linuxCount = (folder: string) => (process.platform === 'linux' ? readdirSync(folder).length : undefined)

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void // there since the line above
}
