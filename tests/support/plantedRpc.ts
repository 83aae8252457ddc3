/**
 * `creonow rpc` with planted sources: the same JSON lines over the same app, for faults that no request can
 * cause. Usage: node plantedRpc.ts <data folder> <project folder> <source,source…>. A source named `gate` waits
 * until the line `{"open": true}` arrives.
 */

import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { createApp } from '../../main/src/app.ts'
import { answerLines } from '../../main/src/hosts/cli/rpc.ts'
import { createLogger } from '../../main/src/lib/logger.ts'
import type { Notice, Source, SourceIo } from '../../main/src/services/context/index.ts'
import { type Planted, sourceOf } from './planted.ts'

const [dataFolder = '', rootPath = '', names = ''] = process.argv.slice(2)
let open: () => void = () => undefined
const opened = new Promise<void>((resolve) => {
  open = resolve
})

const planted = (part: Partial<Planted> = {}): Planted => ({
  source: 'passages',
  path: 'planted:1',
  label: '植入',
  text: '植入的一段。',
  score: 0.5,
  ...part,
})

/** The real source that each name stands for, and what it is to say when it is missing. */
const standsFor: Readonly<Record<string, readonly [source: string, missing: Notice]>> = {
  kg: ['codexAlways', { code: 'KG_UNAVAILABLE', params: {} }],
  memory: ['preferences', { code: 'MEMORY_UNAVAILABLE', params: {} }],
  rag: ['passages', { code: 'RAG_UNAVAILABLE', params: { still: 'nothing', cause: '' } }],
  settings: ['settingsFiles', { code: 'SETTINGS_UNAVAILABLE', params: {} }],
  immediate: ['previousChapter', { code: 'IMMEDIATE_UNAVAILABLE', params: { part: 'previousChapter' } }],
}

type Fault = (io: SourceIo) => Promise<readonly Planted[]>

const faults: Record<string, Fault> = {
  throws: async () => {
    throw new Error('planted')
  },
  hangs: () => new Promise(() => undefined),
  lies: async () => [],
  boasts: async ({ notice, reportOmitted }) => {
    for (const nonsense of [7, null, { code: 7 }]) notice(nonsense as unknown as Notice)
    reportOmitted(null as unknown as string, 'read_error')
    return [planted()]
  },
  malformed: async () => [
    planted({ path: 'planted:negative', from: -1, to: 3 }),
    planted({ path: 'planted:infinite', score: Number.POSITIVE_INFINITY }),
    planted({ path: 'planted:nobody', storeId: '' }),
    planted({ path: 'planted:sound' }),
  ],
  foreign: async () => [planted({ storeId: 'another-project' })],
  many: async () =>
    Array.from({ length: 260 }, (_, i) =>
      planted({ path: `planted:${i}`, text: `第${i}段。`, score: i / 260 }),
    ),
  gate: async () => {
    await opened
    return []
  },
}

/** `kg-throws` is the knowledge graph that throws, `rag-many` a retrieval that finds too much. */
const sources = names
  .split(',')
  .filter((name) => name !== '')
  .map((name): Source => {
    const [short = '', named = ''] = name.split('-')
    const fault = faults[named]
    if (!fault) throw new Error(`no fault ${named}`)
    const [source, missing] = standsFor[short] ?? []
    if (!source || !missing) throw new Error(`no source ${short}`)
    const made = sourceOf(source, (_scene, io) => fault(io), missing)
    return named === 'lies' ? { ...made, read: async () => 'nothing' as unknown as [] } : made
  })

const app = await createApp({
  dataFolder,
  logger: createLogger({ level: 'warn' }),
  environment: {},
  fakePauseMs: 0,
  // A busy machine may take longer than people would wait.
  engineLimits: { waitMs: 600_000 },
  sources: (real) => [...real, ...sources],
})
const session = app.createSession({ id: 'planted', mayInspect: () => true })
const print = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`)
const ready = await app.router.dispatch(session, 'projects:open', { rootPath })
if (!ready.ok) throw new Error(ready.error.code)
const { projectId } = ready.data as { projectId: string } // the contract's output
await app.services.retrieval.ensureIndexed(projectId)
print({ ready: projectId })

const lines = new PassThrough()
createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (line.startsWith('{"open"')) open()
    else lines.write(`${line}\n`)
  })
  .on('close', () => lines.end())
await answerLines({
  input: lines,
  dispatch: (channel, input, signal) => app.router.dispatch(session, channel, input, signal),
  print: (text) => process.stdout.write(`${text}\n`),
})
await app.dispose()
