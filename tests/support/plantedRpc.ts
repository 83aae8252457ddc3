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
import type { Chunk, ContextRequest, Fetcher, FetchResult } from '../../main/src/services/context/index.ts'

const [dataFolder = '', rootPath = '', names = ''] = process.argv.slice(2)
let open: () => void = () => undefined
const opened = new Promise<void>((resolve) => {
  open = resolve
})

const chunk = ({ projectId }: ContextRequest, part: Partial<Chunk>): Chunk => ({
  layer: 'retrieved',
  kind: 'passage',
  projectId,
  source: 'planted:1',
  label: '植入',
  text: '植入的一段。',
  tokenCount: 6,
  score: 0.5,
  reason: '测试',
  ...part,
})

const unavailable = {
  kg: ['rules', 'KG_UNAVAILABLE: 知识图谱数据未注入'],
  memory: ['settings', 'MEMORY_UNAVAILABLE: 记忆没有读到，本次未注入'],
  rag: ['retrieved', 'RAG_UNAVAILABLE: 前文检索不可用，召回未注入'],
  settings: ['settings', 'SETTINGS_UNAVAILABLE: 设定没有读到，本次未注入'],
  immediate: ['immediate', 'IMMEDIATE_UNAVAILABLE: 上一章没有读到，本次未注入'],
} as const

const faults: Record<string, (request: ContextRequest) => Promise<FetchResult>> = {
  throws: async () => {
    throw new Error('planted')
  },
  hangs: () => new Promise(() => undefined),
  lies: async () => ({ chunks: 'nothing' as unknown as Chunk[] }),
  boasts: async (request) => ({
    chunks: [chunk(request, {})],
    warnings: 7 as unknown as string[],
    trim: [null] as unknown as [],
  }),
  malformed: async (request) => ({
    chunks: [
      chunk(request, { source: 'planted:negative', tokenCount: -1 }),
      chunk(request, { source: 'planted:infinite', tokenCount: Number.POSITIVE_INFINITY }),
      chunk(request, { source: 'planted:nobody', projectId: '' }),
      chunk(request, { source: 'planted:sound' }),
    ],
  }),
  foreign: async (request) => ({ chunks: [chunk(request, { projectId: 'another-project' })] }),
  many: async (request) => ({
    chunks: Array.from({ length: 260 }, (_, i) =>
      chunk(request, { source: `planted:${i}`, text: `第${i}段。`, score: i / 260 }),
    ),
  }),
  gate: async () => {
    await opened
    return { chunks: [] }
  },
}

/** `kg-throws` is the knowledge graph that throws, `rag-many` a retrieval that finds too much. */
const planted = names
  .split(',')
  .filter((name) => name !== '')
  .map((name): Fetcher => {
    const [source = '', fault = ''] = name.split('-')
    const [layer, warning] = unavailable[source as keyof typeof unavailable] ?? [
      'retrieved',
      'RAG_UNAVAILABLE: x',
    ]
    const fetch = faults[fault]
    if (!fetch) throw new Error(`no fault ${fault}`)
    return { name, layer, unavailable: warning, fetch }
  })

const app = await createApp({
  dataFolder,
  logger: createLogger({ level: 'warn' }),
  environment: {},
  fakePauseMs: 0,
  fetchers: (real) => [...real, ...planted],
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
