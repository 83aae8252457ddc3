import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createApp } from '../main/src/app.ts'
import { silentLogger } from '../main/src/lib/logger.ts'
import { generated } from './generatedText.ts'

const wanted = 1_000_000

/**
 * Imports and indexes at least 1,000,000 characters in the whole app, as the import dialog would: seconds, and
 * the delay of the main process's event loop meanwhile. `warm` has done it before in the same process.
 * Processor time tells more than the clock where the machine has other work.
 */
export async function run({
  json = false,
  novel,
}: {
  readonly json?: boolean
  readonly novel?: string
} = {}) {
  const { name, bytes, characters } = longText(novel)
  const folder = await mkdtemp(join(tmpdir(), 'creonow-bench-'))
  const app = await createApp({ dataFolder: join(folder, 'data'), logger: silentLogger })
  const session = app.createSession({ id: 'bench', mayInspect: () => true })
  const { manuscript, retrieval } = app.services

  async function once(round: string) {
    const rootPath = join(folder, round)
    const answer = await app.router.dispatch(session, 'projects:create', { rootPath, name: round })
    if (!answer.ok) throw new Error(answer.error.message)
    const { projectId } = answer.data as { projectId: string } // by the contract of the channel
    const importing = await watched(() => manuscript.importInto(rootPath, { bytes, fileName: '书.txt' }))
    const indexing = await watched(() => retrieval.ensureIndexed(projectId))
    return {
      'import + index s': round2((importing.ms + indexing.ms) / 1000),
      'per million characters s': round2(((importing.ms + indexing.ms) / characters) * 1000),
      'processor time of all threads, per million s': round2(
        ((importing.cpuMs + indexing.cpuMs) / characters) * 1000,
      ),
      'import: event-loop delay': importing.delay,
      'index: event-loop delay': indexing.delay,
    }
  }

  try {
    const rounds = { first: await once('first'), warm: await once('warm') }
    const rss = Math.round(process.memoryUsage.rss() / 1_048_576)
    const result = { text: name, characters, ...rounds, 'RSS after it MB': rss }
    if (json) console.log(JSON.stringify(result))
    else for (const [key, value] of Object.entries(result)) console.log(`${key}: ${JSON.stringify(value)}`)
  } finally {
    await app.dispose()
    await rm(folder, { recursive: true, force: true })
  }
}

async function watched(work: () => Promise<unknown>) {
  const histogram = monitorEventLoopDelay({ resolution: 1 })
  histogram.enable()
  const start = performance.now()
  const before = process.cpuUsage()
  await work()
  const ms = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  histogram.disable()
  const at = (nanoseconds: number) => round2(nanoseconds / 1e6)
  return {
    ms,
    cpuMs: (user + system) / 1000,
    delay: {
      p50Ms: at(histogram.percentile(50)),
      p99Ms: at(histogram.percentile(99)),
      maxMs: at(histogram.max),
    },
  }
}

/** One novel, or those of the folder in CREONOW_NOVELS one behind the other, or generated text. */
function longText(novel: string | undefined) {
  const folder = process.env.CREONOW_NOVELS
  const files = novel
    ? [novel]
    : folder && existsSync(folder)
      ? ['三国演义.txt', '红楼梦.txt']
          .filter((it) => readdirSync(folder).includes(it))
          .map((it) => join(folder, it))
      : []
  const texts = files.map((file) => readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  let text = texts.join('\n')
  const name = text.length >= wanted ? files.map((file) => file.split('/').at(-1)).join(' + ') : 'generated'
  if (text.length < wanted) text = chapters(generated(wanted))
  return { name, bytes: Buffer.from(text), characters: text.length }
}

/** With a heading about every 6,000 characters. */
function chapters(text: string): string {
  let from = 0
  const parts: string[] = []
  for (let number = 1; from < text.length; number++) {
    const end = text.indexOf('\n', from + 6000) + 1 || text.length
    parts.push(`第${number}章\n\n${text.slice(from, end)}\n`)
    from = end
  }
  return parts.join('')
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}
