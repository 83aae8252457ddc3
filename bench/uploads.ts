import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createApp } from '../main/src/app.ts'
import type { ChannelName } from '../main/src/contract/index.ts'
import { silentLogger } from '../main/src/lib/logger.ts'
import { watchBlocks } from './eventLoop.ts'

const fog = '雾气从江面上漫过来，远处的灯火一盏一盏灭了。'
const lorebook = (count: number) => ({
  entries: Object.fromEntries(
    Array.from({ length: count }, (_, uid) => [
      uid,
      {
        ...{ uid, comment: `人物${uid}`, key: [`人物${uid}`, `别名${uid}`], order: 100, position: 0 },
        content: `人物${uid}住在第${uid % 97}条巷子。${fog.repeat(4)}`,
      },
    ]),
  ),
})
const card = (fields: object) => ({
  spec: 'chara_card_v2',
  data: { name: '林远', description: fog, ...fields },
})
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`键${at}`, at]))

/** Files as a hostile author, or one with a huge world, makes them: what each channel gets. */
const uploads: Readonly<
  Record<string, { readonly channel: ChannelName; readonly name: string; text(): string }>
> = {
  'card, 400,000 keys': ofCard(() => card({ extensions: keys(400_000) })),
  'card, 30 MB of text': ofCard(() => card({ description: fog.repeat(450_000) })),
  'lorebook, 20,000 entries': ofCard(() => lorebook(20_000)),
  'preview, 300,000 headings (.txt)': ofBook('import:preview', '雾.txt', (at) => `第${at}章 雾\n雾起了。\n`),
  'preview, 300,000 headings (.md)': ofBook(
    'import:preview',
    '雾.md',
    (at) => `# 第${at}章 雾\n\n雾起了。\n\n`,
  ),
  'import, 300,000 headings (.txt)': ofBook('documents:import', '雾.txt', (at) => `第${at}章 雾\n雾起了。\n`),
}

function ofCard(file: () => object) {
  return { channel: 'codex:import' as const, name: 'a.json', text: () => JSON.stringify(file()) }
}

function ofBook(channel: ChannelName, name: string, chapter: (at: number) => string) {
  const text = () => Array.from({ length: 300_000 }, (_, at) => chapter(at + 1)).join('')
  return { channel, name, text }
}

/**
 * Imports each of the files into an empty project. `s`: until the answer. `others, ms`: the longest that another
 * channel, called again and again, took. `turn, ms CPU`: the longest turn of the event loop.
 */
export async function run({ json = false, book }: { readonly json?: boolean; readonly book?: string } = {}) {
  for (const [title, { channel, name, text }] of Object.entries(uploads)) {
    if (book !== undefined && !title.includes(book)) continue
    const row = { file: title, ...(await measure(channel, name, text)) }
    console.log(json ? JSON.stringify(row) : row)
  }
}

async function measure(channel: ChannelName, name: string, text: () => string) {
  const folder = await mkdtemp(join(tmpdir(), 'creonow-uploads-'))
  const app = await createApp({
    dataFolder: join(folder, 'data'),
    logger: silentLogger,
    environment: {},
    fakePauseMs: 0,
  })
  const session = app.createSession({ id: 'bench', mayInspect: () => true })
  const call = (to: ChannelName, input: object) => app.router.dispatch(session, to, input)
  const created = await call('projects:create', {
    rootPath: join(folder, 'book'),
    name: 'book',
    language: 'zh',
  })
  if (!created.ok) throw new Error(created.error.message)
  const { projectId } = created.data as { projectId: string } // the output of projects:create
  const upload = { fileName: name, base64: Buffer.from(text()).toString('base64') }
  const blocks = watchBlocks()
  await nextTurn()
  blocks.begin(channel)
  const others = watchOthers(() => call('settings:get', {}))
  const start = performance.now()
  const answer = await call(channel, channel === 'import:preview' ? { upload } : { projectId, upload })
  const seconds = (performance.now() - start) / 1000
  const othersMs = await others.stop()
  const cpuMs = blocks.longest().get(channel) ?? 0
  blocks.begin('list')
  const afterMs = watchOthers(() => call('settings:get', {}))
  if (channel === 'codex:import') await call('codex:list', { projectId })
  const listMs = await afterMs.stop()
  blocks.stop()
  await app.dispose()
  await rm(folder, { recursive: true })
  return {
    answer: answer.ok ? 'ok' : `${answer.error.code}: ${answer.error.message}`,
    ...{ s: Math.round(10 * seconds) / 10, 'others, ms': Math.round(othersMs) },
    ...{ 'turn, ms CPU': Math.round(cpuMs), 'others at the next list, ms': Math.round(listMs) },
  }
}

/** Another channel, called again as soon as it has answered. */
function watchOthers(call: () => Promise<unknown>) {
  let longest = 0
  let isStopped = false
  const done = (async () => {
    while (!isStopped) {
      const start = performance.now()
      await call()
      await nextTurn()
      longest = Math.max(longest, performance.now() - start)
    }
  })()
  return {
    async stop(): Promise<number> {
      isStopped = true
      await done
      return longest
    },
  }
}
