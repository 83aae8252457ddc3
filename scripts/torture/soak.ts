import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type OpenedApp, openApp, Refused } from './caller.ts'
import { type Part, shareOf } from './part.ts'
import { makePlace, type Place } from './place.ts'
import { createDice, type Dice } from './random.ts'

const assemblies = 5000
const firstLookAt = 0.2
const mostGrowth = 1.05
/** A thread of the index ends when it had no work for 15 seconds. */
const idleMs = 16_000

interface Measure {
  readonly heapMb: number
  /** Open files of this process; undefined where the system does not tell. */
  readonly descriptors: number | undefined
  /** What keeps the event loop alive, by kind. */
  readonly handles: ReadonlyMap<string, number>
}

/**
 * A day of writing: the chapter is edited, other programs write, the watcher tells, and a prompt is assembled each
 * time. What the process holds afterwards is what it held after a fifth of it.
 */
export const run: Part = async ({ seed, share, print }) => {
  const total = shareOf(assemblies, share, 25)
  const first = Math.max(5, Math.round(total * firstLookAt))
  const collect = garbageCollector()
  const place = await makePlace()
  const app = await openApp(place)
  const failures: string[] = []
  let events = 0
  try {
    await app.app.services.retrieval.ensureIndexed(app.projectId)
    await app.call('context:creonow:watch:start', { projectId: app.projectId })
    app.app.services.watching.onChanged(() => {
      events += 1
    })
    const day = await beginDay(app, place, createDice(seed))
    let early: Measure | undefined
    for (let n = 1; n <= total; n++) {
      await day.step(n)
      if (n % 1000 === 0 || n === first) {
        if (n === first && share >= 0.5) await sleep(idleMs)
        const now = await measure(app, collect)
        if (n === first) early = now
        print(
          `soak     ${String(n).padStart(5)} assemblies: heap ${now.heapMb.toFixed(2)} MB, descriptors ${now.descriptors}`,
        )
        if (process.env.CREONOW_HEAP && (n === first || n === total))
          writeHeapSnapshot(join(process.env.CREONOW_HEAP, `soak-${n}.heapsnapshot`))
      }
    }
    const late = await settled(app, collect, early)
    const growth = late.heapMb / (early?.heapMb ?? Number.NaN)
    print(
      `soak     heap at ${total} ÷ at ${first}: ${growth.toFixed(3)}, descriptors and handles ${described(early)} → ` +
        `${described(late)}, edits ${day.edits()}, changes told by the watcher ${events}`,
    )
    // A short run measures what is read for the first time.
    if (share >= 0.5 && !(growth <= mostGrowth)) failures.push(`the heap grew to ${growth.toFixed(3)} times`)
    if (!early || hasMore(late, early))
      failures.push(`descriptors or handles: ${described(early)}, at the end ${described(late)}`)
    if (events === 0) failures.push('the watcher told nothing')
  } finally {
    await app.dispose()
    await place.remove()
  }
  return { checked: total, failures }
}

const sentences = ['潮水又涨了一寸。', '许三娘把账本合上。', '“先别出声。”她说。', '雾从东礁爬上来。']

async function beginDay({ call, projectId }: OpenedApp, { project }: Place, dice: Dice) {
  const { documents } = await call('documents:list', { projectId })
  const texts = new Map(
    await Promise.all(
      documents.map(async ({ documentId }) => {
        const { text } = await call('documents:read', { projectId, documentId })
        return [documentId, text] as const
      }),
    ),
  )
  const notes = join(project, '.creonow/settings/港口.md')
  let edits = 0

  /** One more sentence at the end, or the chapter as it was: it must not grow. */
  async function edit(documentId: string): Promise<void> {
    const { text, hash } = await call('documents:read', { projectId, documentId })
    const original = texts.get(documentId) ?? text
    const next = text.length - original.length > 400 ? original : `${text}　　${dice.oneOf(sentences)}\n`
    try {
      await call('documents:save', { projectId, documentId, text: next, baseHash: hash })
      edits += 1
    } catch (error) {
      // Another program was faster, as on a real day.
      if (!(error instanceof Refused) || error.code !== 'CONFLICT') throw error
    }
  }

  async function fromOutside(n: number): Promise<void> {
    if (dice.roll(2) === 0) return writeFile(notes, `港口在雾港东侧。第${n % 7}次改。\n`)
    const { path: chapterPath } = dice.oneOf(documents)
    if (chapterPath === null) return
    const path = join(project, chapterPath)
    await writeFile(path, (await readFile(path, 'utf8')).replace(/\n*$/, `\n${n % 2 === 0 ? '\n' : ''}`))
  }

  return {
    edits: () => edits,
    async step(n: number): Promise<void> {
      const { documentId } = documents[Math.floor(n / 50) % documents.length] ?? { documentId: '' }
      if (n % 3 === 0) await edit(documentId)
      if (n % 10 === 0) await fromOutside(n)
      const length = texts.get(documentId)?.length ?? 0
      const cursorPosition = Math.floor((length * (n % 50)) / 50)
      await call('context:assemble', { projectId, documentId, cursorPosition, skillId: 'continue' })
    },
  }
}

/** Threads that are at work when the day ends may take until `idleMs` to end. */
async function settled(app: OpenedApp, collect: () => void, early: Measure | undefined): Promise<Measure> {
  for (let waitedMs = 0; ; waitedMs += 500) {
    const now = await measure(app, collect)
    if (!early || !hasMore(now, early) || waitedMs > idleMs) return now
    await sleep(500)
  }
}

function hasMore(now: Measure, before: Measure): boolean {
  if ((now.descriptors ?? 0) > (before.descriptors ?? 0)) return true
  return [...now.handles].some(([kind, count]) => count > (before.handles.get(kind) ?? 0))
}

const described = (one: Measure | undefined) =>
  `${one?.descriptors} (${[...(one?.handles ?? [])].map(([kind, count]) => `${kind} ${count}`).join(' ')})`

/** When nothing is under way any more. */
async function measure({ app, call, projectId }: OpenedApp, collect: () => void): Promise<Measure> {
  await app.services.retrieval.ensureIndexed(projectId)
  // Receipts still on their way to the disk are no growth; asking for them waits for them.
  await call('context:receipt:list', { projectId })
  for (let round = 0; round < 6; round++) {
    collect()
    await sleep(20)
  }
  const handles = new Map<string, number>()
  // Timers come and go with every look.
  for (const kind of process.getActiveResourcesInfo())
    if (kind !== 'Timeout' && kind !== 'Immediate') handles.set(kind, (handles.get(kind) ?? 0) + 1)
  return {
    heapMb: process.memoryUsage().heapUsed / 1_048_576,
    descriptors: openDescriptors(),
    handles,
  }
}

function openDescriptors(): number | undefined {
  return process.platform === 'linux' ? readdirSync('/proc/self/fd').length : undefined
}

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void // there since the line above
}
