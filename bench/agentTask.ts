import { isDeepStrictEqual } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { AgentEvent, AgentTask } from '#contract/agent.ts'
import { createApp } from '../main/src/app.ts'
import { silentLogger } from '../main/src/lib/logger.ts'
import { bookLanguages } from './cache/bookLanguage.ts'
import { caches } from './cache/caches.ts'
import { withFolderOf } from './cache/session.ts'
import { startWire } from './cache/wire.ts'
import { type Blocks, watchBlocks } from './eventLoop.ts'
import { print, readCorpus, stretched } from './measuring.ts'

const bookUnits = 1_000_000
const chapterUnits = 8000
const steps = 40
/** Between them the heap must not grow. */
const measuredAt = [5, steps] as const
/** A person is renamed in the whole book, and back in the next step. */
const renamedAt = 20

/**
 * A task of 40 steps in a book of a million characters, and once more with all of it in one file: heap after garbage
 * collection, the longest time for which each tool kept the event loop busy, and what a restarted app knows of it.
 */
export async function run({ json = false, novel }: { json?: boolean; novel?: string } = {}) {
  const { name, text } = readCorpus(novel, 300_000)
  const book = stretched(text.replace(/\r\n?/g, '\n'), bookUnits)
  print({ corpus: `${name}, ${book.length} characters` }, json)
  const chapters = Math.ceil(book.length / chapterUnits)
  const files = Object.fromEntries(
    Array.from({ length: chapters }, (_, at) => [
      `manuscript/${String(at + 1).padStart(4, '0')}.md`,
      `# ${at + 1}\n${book.slice(at * chapterUnits, (at + 1) * chapterUnits)}`,
    ]),
  )
  await measure(`${chapters} chapters`, files, json)
  await measure('one file', { 'manuscript/0001.md': book }, json)
}

async function measure(title: string, manuscript: Readonly<Record<string, string>>, json: boolean) {
  const project = { id: 'long-task', name: 'long', language: 'zh' }
  const book = {
    ...{ name: title, unwritten: '', language: bookLanguages.zh },
    files: { '.creonow/project.json': JSON.stringify(project), ...manuscript },
  }
  await withFolderOf(book, undefined, async (place) => {
    const paths = Object.keys(manuscript)
    const heapMb: Record<string, number> = {}
    let step = 0
    const blocks = watchBlocks()
    const wire = await startWire({
      ...{ cache: caches.prefix(), count: (words) => Math.ceil(words.length / 1.5) },
      uniqueFrom: (asked) => asked.length,
      answer() {
        step += 1
        if (measuredAt.some((at) => at === step)) heapMb[`step ${step}`] = heapAfterGc() / 1_048_576
        // What the endpoint does is no work of the app's.
        blocks.forget()
        return step < steps ? stepOf(step, paths) : 'Thought: 看完了。\nFinish[看完了。]'
      },
    })
    try {
      const done = await playTask(place, wire.baseUrl, blocks)
      const again = await readAgain(place, done)
      const cpuMs = Object.fromEntries([...blocks.longest()].map(([tool, ms]) => [tool, ms]))
      print({ [`${title}: heap, MB`]: heapMb, [`${title}: longest, ms CPU`]: cpuMs }, json)
      print(
        {
          [`${title}: restarted`]: {
            steps: again.steps.length,
            same: Number(isDeepStrictEqual(done, again)),
          },
        },
        json,
      )
    } finally {
      blocks.stop()
      await wire.close()
    }
  })
}

/** What is looked at in turn: the whole book in three ways, and a piece of it. */
function stepOf(step: number, paths: readonly string[]): string {
  const path = paths[(step * 7) % paths.length] ?? ''
  const asked = [
    ['Grep', { pattern: '一个', path: 'manuscript', limit: 20 }],
    ['Read', { path, from: 1 + step * 10, lines: 60 }],
    ['Grep', { pattern: '[一二三]个', path: 'manuscript', regex: true, limit: 20 }],
    ['Glob', { pattern: 'manuscript/*.md' }],
    ['Read', { path, from: 1, lines: 200 }],
  ] as const
  const rename = {
    old: step === renamedAt ? '曹操' : '曹瞒',
    new: step === renamedAt ? '曹瞒' : '曹操',
    all: true,
  }
  const [tool, input] =
    step === renamedAt || step === renamedAt + 1
      ? (['MultiEdit', { paths: ['manuscript/*.md'], edits: [rename], wholeName: true }] as const)
      : (asked[step % asked.length] ?? asked[0])
  return `Thought: 再看。\nAction: ${tool}[${JSON.stringify(input)}]`
}

type Place = Parameters<Parameters<typeof withFolderOf>[2]>[0]

async function openApp({ rootPath, dataFolder }: Place, emit: (event: AgentEvent) => void) {
  const app = await createApp({ dataFolder, logger: silentLogger, environment: {} })
  const session = app.createSession({
    ...{ id: 'bench', mayInspect: () => false },
    emit(name, payload) {
      if (name === 'agent') emit(payload as AgentEvent) // by the contract
    },
  })
  const ask = async <T>(channel: string, input: object): Promise<T> => {
    const answer = await app.router.dispatch(session, channel, input)
    if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.message}`)
    return answer.data as T // by the contract of the channel
  }
  const { projectId } = await ask<{ projectId: string }>('projects:open', { rootPath })
  await app.services.retrieval.ensureIndexed(projectId)
  return { app, ask, projectId }
}

async function playTask(place: Place, baseUrl: string, blocks: Blocks): Promise<AgentTask> {
  const ended = Promise.withResolvers<void>()
  const { app, ask, projectId } = await openApp(place, ({ type, step }) => {
    if (type === 'call') blocks.begin(step?.tool ?? 'model')
    if (type === 'observation') blocks.begin('model')
    if (type === 'done' || type === 'error') ended.resolve()
  })
  try {
    const provider = { id: 'wire', name: 'wire', baseUrl, models: ['gpt-4o'], family: 'openai' }
    await ask('settings:update', { patch: { providers: [provider], defaultModelId: 'wire/gpt-4o' } })
    await ask('settings:key:set', { provider: 'wire', key: 'bench-key' })
    await ask('agent:permissions:set', { projectId, writes: 'always' })
    blocks.begin('model')
    const { taskId } = await ask<{ taskId: string }>('agent:run', { projectId, input: '通读全书。' })
    await ended.promise
    blocks.begin(undefined)
    return await ask<AgentTask>('agent:read', { projectId, taskId })
  } finally {
    await app.dispose()
  }
}

/** The same task as another process of the app finds it. */
async function readAgain(place: Place, { taskId }: AgentTask): Promise<AgentTask> {
  const { app, ask, projectId } = await openApp(place, () => undefined)
  try {
    return await ask<AgentTask>('agent:read', { projectId, taskId })
  } finally {
    await app.dispose()
  }
}

function heapAfterGc(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // exposed by the flag
  collect()
  collect()
  return process.memoryUsage().heapUsed
}
