import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createApp } from '../main/src/app.ts'
import { silentLogger } from '../main/src/lib/logger.ts'
import { percentile, print, readCorpus, timedAsync } from './measuring.ts'
import { chapterPath, entryFile } from './project.ts'

const chapters = 50
const cursors = 10
const chapterUnits = 20_000
const limits = { window: 8192, outputReserve: 1024 }

/**
 * 500 requests at once, each for a place that was never asked about: 10 cursors in each of 50 chapters of a book of
 * 1,000,000 characters, indexed, in a window of 8,192 tokens. A round of new places, the same again, and other new
 * places; then the same with the state of a session. Times from the request, waiting included; processor time of the
 * round; the first request after opening apart. `refused` counts requests that were turned away.
 */
export async function run({
  json,
  novel,
}: {
  readonly json: boolean
  readonly novel?: string
}): Promise<void> {
  const corpus = readCorpus(novel, chapters * chapterUnits)
  const place = await mkdtemp(join(tmpdir(), 'creonow-bench-'))
  const folder = join(place, 'book')
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  for (let at = 0; at < chapters; at += 1)
    await write(chapterPath(at), corpus.text.slice(at * chapterUnits, (at + 1) * chapterUnits))
  await write('.creonow/characters/one.md', entryFile('宋江', ['公明'], '郓城县押司。'))
  const settings = { dataFolder: join(place, 'data'), logger: silentLogger, environment: {} }
  const open = async () => {
    const app = await createApp(settings)
    const session = app.createSession({ id: 'bench', mayInspect: () => true })
    const opened = await app.router.dispatch(session, 'projects:open', { rootPath: folder })
    if (!opened.ok) throw new Error(opened.error.message)
    const { projectId } = opened.data as { projectId: string } // by the contract of the channel
    await app.services.retrieval.ensureIndexed(projectId)
    await app.router.dispatch(session, 'context:creonow:watch:start', { projectId })
    const ask = (documentId: string, cursorPosition: number, stateless: boolean) =>
      app.router.dispatch(session, 'context:assemble', {
        ...{ projectId, skillId: 'continue', documentId, cursorPosition, limits },
        ...(stateless ? { stateless } : {}),
      })
    return { app, ask }
  }
  try {
    const before = await open()
    await before.ask(chapterPath(0), 5000, true)
    await before.app.dispose()
    const { app, ask } = await open()
    try {
      const first = await timedAsync(() => ask(chapterPath(chapters - 1), 5000, true))
      const figures: Record<string, Record<string, number>> = { 'after opening': { firstMs: first.ms } }
      const round = async (offsetUtf16: number, stateless: boolean) => {
        const taken: number[] = []
        let refused = 0
        const cpu = process.cpuUsage()
        const begun = performance.now()
        await Promise.all(
          Array.from({ length: chapters * cursors }, async (_, at) => {
            const cursor = 6000 + offsetUtf16 + Math.floor(at / chapters) * 1000
            const answer = await ask(chapterPath(at % chapters), cursor, stateless)
            taken.push(performance.now() - begun)
            if (answer.ok) return
            if (answer.error.code !== 'CONTEXT_BACKPRESSURE') throw new Error(answer.error.message)
            refused += 1
          }),
        )
        const { user, system } = process.cpuUsage(cpu)
        return {
          p50Ms: percentile(taken, 0.5),
          p95Ms: percentile(taken, 0.95),
          refused,
          cpuMs: (user + system) / 1000,
        }
      }
      for (const [name, stateless] of [
        ['stateless', true],
        ['with session state', false],
      ] as const) {
        const from = stateless ? 0 : 500
        figures[`${name}, chapters unprepared`] = await round(from, stateless)
        figures[`${name}, the same again`] = await round(from, stateless)
        figures[`${name}, new cursors`] = await round(from + 137, stateless)
        figures[`${name}, these again`] = await round(from + 137, stateless)
      }
      figures['memory, MB'] = {
        heap: process.memoryUsage().heapUsed / 1e6,
        buffers: process.memoryUsage().arrayBuffers / 1e6,
      }
      print({ corpus: corpus.name, ...figures }, json)
    } finally {
      await app.dispose()
    }
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}
