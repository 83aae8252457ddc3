import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '../main/src/app.ts'
import type { EventPayload } from '../main/src/contract/events.ts'
import { silentLogger } from '../main/src/lib/logger.ts'

const changes = 50
const burstFiles = 5_000

type Changed = EventPayload<'changed'>

/**
 * How soon a change made by another program is told to an open window (`changed`), over single changes of
 * chapters and settings, and how many events a burst of files leads to. Times in ms from the end of the write.
 */
export async function run(options: { json: boolean }): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'creonow-bench-'))
  const app = await createApp({ dataFolder: join(folder, 'data'), logger: silentLogger })
  const told: Changed[] = []
  let hear: (change: Changed) => void = () => undefined
  const session = app.createSession({
    id: 'bench',
    mayInspect: () => true,
    emit: (event, payload) => {
      if (event !== 'changed') return
      const change = payload as Changed // the event's own payload
      told.push(change)
      hear(change)
    },
  })
  const call = async (channel: string, input: object) => {
    const answer = await app.router.dispatch(session, channel, input)
    if (!answer.ok) throw new Error(`${channel}: ${answer.error.code}`)
    return answer.data
  }
  const opened = await call('projects:openSample', {})
  const { projectId, rootPath: project } = opened as { projectId: string; rootPath: string } // the contract's
  await app.services.retrieval.ensureIndexed(projectId)
  await call('context:creonow:watch:start', { projectId })

  const waits: number[] = []
  for (let n = 0; n < changes; n++) {
    const path = n % 2 === 0 ? `manuscript/9${n}-新.md` : '.creonow/settings/世界观.md'
    const heard = Promise.withResolvers<void>()
    hear = ({ paths }) => paths.includes(path) && heard.resolve()
    await writeFile(join(project, path), `第${n}次改动。\n`)
    const start = performance.now()
    await heard.promise
    waits.push(performance.now() - start)
    // Not in step with the last one.
    await sleep(400 + (n % 7) * 30)
  }

  const before = told.length
  const many = join(project, '.creonow/settings/许多')
  await mkdir(many)
  const start = performance.now()
  for (let n = 0; n < burstFiles; n++) await writeFile(join(many, `${n}.md`), `${n}`)
  const writtenMs = performance.now() - start
  let complete = false
  hear = ({ paths }) => {
    complete ||= paths.filter((path) => path.includes('许多/')).length === burstFiles
  }
  while (!complete) await sleep(20)
  const lastMs = performance.now() - start
  await sleep(2_000)

  const sorted = waits.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN)
  const result = {
    single: { changes, medianMs: at(0.5), p95Ms: at(0.95), longestMs: at(1) },
    burst: {
      files: burstFiles,
      writtenMs: Math.round(writtenMs),
      lastEventAfterMs: Math.round(lastMs - writtenMs),
      events: told.length - before,
    },
  }
  await app.dispose()
  await rm(folder, { recursive: true, force: true })
  if (options.json) return void process.stdout.write(`${JSON.stringify(result)}\n`)
  for (const [name, figures] of Object.entries(result))
    process.stdout.write(
      `${name}  ${Object.entries(figures)
        .map((pair) => pair.join(' '))
        .join('  ')}\n`,
    )
}
