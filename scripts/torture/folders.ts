import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type App, createApp } from '../../main/src/app.ts'
import { ErrorCode } from '../../main/src/contract/errorCodes.ts'
import type { ChannelName } from '../../main/src/contract/index.ts'
import { sha256Hex } from '../../main/src/lib/hash.ts'
import { silentLogger } from '../../main/src/lib/logger.ts'
import { makeHostileFolder, type Surroundings } from './hostileFolders.ts'

const folders = 200
const foldersPerApp = 20
/** Milliseconds of this thread's own work between two turns: what others on the machine take does not count. */
const longestBlockMs = 1000
/** For an answer that never comes, not for a slow one: on a busy machine everything takes many times as long. */
const answerWithin = 300_000

/**
 * Opens folders that somebody with bad intentions has sent, calls every channel that reads, and compares all that
 * lies outside: every answer ends, has a known code, and holds no word of what it must not see.
 */
export async function run({
  seed,
  share,
  print,
}: {
  readonly seed: number
  readonly share: number
  readonly print: (line: string) => void
}): Promise<{ readonly checked: number; readonly failures: readonly string[] }> {
  const count = Math.max(3, Math.round(folders * share))
  const base = await realpath(await mkdtemp(join(tmpdir(), 'creonow-folders-')))
  const failures: string[] = []
  const codes = new Map<string, number>()
  let checked = 0
  let worst = { delayMs: 0, words: '' }
  try {
    const around = await makeSurroundings(base)
    const before = await listingOf(around.outside, around.other.root)
    for (let from = 0; from < count; from += foldersPerApp) {
      const app = await openApp(join(base, `data-${from}`), around)
      for (let at = from; at < Math.min(count, from + foldersPerApp); at++) {
        const root = join(base, `来稿-${at}`)
        const { kinds } = await makeHostileFolder(root, seed + at, around)
        const words = `folder ${seed + at} (${kinds.join('; ')})`
        const { answers, delayMs, wrong } = await visit(app, root, `visitor-${at}`, around.secret)
        checked += answers.length
        for (const code of answers) codes.set(code, (codes.get(code) ?? 0) + 1)
        failures.push(...wrong.map((what) => `${words}: ${what}`))
        if (delayMs > worst.delayMs) worst = { delayMs, words }
        if (delayMs > longestBlockMs) print(`folders  ${words}: blocked for ${delayMs.toFixed(0)} ms`)
        if (delayMs > longestBlockMs && share >= 1)
          failures.push(`${words}: blocked for ${delayMs.toFixed(0)} ms`)
        await rm(root, { recursive: true, force: true, maxRetries: 5 })
      }
      await app.dispose()
    }
    const after = await listingOf(around.outside, around.other.root)
    const changed = [
      ...before.filter((line) => !after.includes(line)),
      ...after.filter((line) => !before.includes(line)),
    ]
    for (const line of changed)
      failures.push(`outside the hostile folders was touched: ${line.replace(base, '')}`)
  } finally {
    await rm(base, { recursive: true, force: true, maxRetries: 3 })
  }
  const told = [...codes].sort(([, a], [, b]) => b - a).map(([code, times]) => `${code} ${times}`)
  print(`folders  ${count} hostile folders, ${checked} answers: ${told.join(', ')}`)
  print(`folders  longest block of the event loop ${worst.delayMs.toFixed(0)} ms: ${worst.words}`)
  return { checked, failures }
}

async function makeSurroundings(base: string): Promise<Surroundings> {
  const secret = '灯塔底下埋着第七只铁箱'
  const outside = join(base, '外面')
  const other = { root: join(base, '别人的书'), projectId: 'other-novel-1' }
  for (const folder of [outside, join(other.root, 'manuscript'), join(other.root, '.creonow/rules')])
    await mkdir(folder, { recursive: true })
  const files: Record<string, string> = {
    [join(outside, 'secret.md')]: secret,
    [join(outside, '001-起.md')]: '# 第一章\n林远把信折好。\n',
    [join(outside, 'project.json')]: '{"id":"outside-1"}',
    [join(other.root, 'manuscript/001.md')]: `# 一\n${secret}。\n`,
    [join(other.root, '.creonow/rules/style.md')]: `${secret}。\n`,
    [join(other.root, '.creonow/book.json')]: JSON.stringify({
      ...{ version: 1, volumes: [] },
      chapters: [{ id: 'c_otherother', file: 'manuscript/001.md' }],
    }),
    [join(other.root, '.creonow/project.json')]: JSON.stringify({
      id: other.projectId,
      name: '别人的书',
      language: 'zh',
    }),
  }
  for (const [path, text] of Object.entries(files)) await writeFile(path, text)
  return { outside, other, secret }
}

/** An app in which another session has the other project open. */
async function openApp(dataFolder: string, { other }: Surroundings): Promise<App> {
  const app = await createApp({ dataFolder, logger: silentLogger, environment: {}, fakePauseMs: 0 })
  const owner = app.createSession({ id: 'owner', mayInspect: () => true })
  await app.router.dispatch(owner, 'projects:open', { rootPath: other.root })
  await app.services.retrieval.ensureIndexed(other.projectId)
  // What an app loads once is not the doing of a folder.
  await app.router.dispatch(owner, 'context:assemble', {
    ...{ projectId: other.projectId, documentId: 'manuscript/001.md' },
    ...{ cursorPosition: 3, skillId: 'continue', preview: true },
  })
  return app
}

const documentId = 'manuscript/001-起.md'
const request = { documentId, cursorPosition: 3, skillId: 'continue' }
/** Every channel that reads; what each needs beside the project. */
const reads: readonly (readonly [ChannelName, object])[] = [
  ['documents:list', {}],
  ['documents:read', { documentId }],
  ['documents:read', { documentId: 'manuscript/002-长.md' }],
  ['documents:read', { documentId: 'manuscript/secret.md' }],
  ['documents:trash', {}],
  ['constraints:list', {}],
  ['constraints:get', {}],
  ['context:budget:get', {}],
  ['context:receipt:list', {}],
  ['context:receipt:read', { receiptId: '1700000000000-0123456789ab' }],
  ['context:receipt:read', { receiptId: '1700000000001-0123456789ab' }],
  ['context:creonow:status', {}],
  ['context:creonow:rules:get', {}],
  ['context:creonow:settings:list', {}],
  ['context:creonow:settings:read', { path: '.creonow/settings/世界观.md' }],
  ['context:creonow:settings:read', { path: '.creonow/settings/secret.md' }],
  ['context:creonow:conversations:list', {}],
  ['context:creonow:conversations:read', { id: '话' }],
  ['redaction:matches', { sourceRef: '.creonow/rules/style.md' }],
  ['redaction:allow:list', {}],
  ['retrieval:search', { queries: ['铁箱'], k: 5 }],
  ['retrieval:status', {}],
  ['retrieval:synopses:list', {}],
  ['memory:list', {}],
  ['memory:episodes', { limit: 50 }],
  ['codex:list', {}],
  ['codex:read', { id: '林远' }],
  ['codex:mentions', { text: '林远把信折好。' }],
  ['codex:suggestions', {}],
  ['codex:export', { format: 'worldinfo' }],
  ['skills:list', {}],
  ['context:assemble', request],
  ['context:inspect', request],
]

interface Visit {
  readonly answers: readonly string[]
  readonly delayMs: number
  readonly wrong: readonly string[]
}

async function visit(app: App, root: string, id: string, secret: string): Promise<Visit> {
  const session = app.createSession({ id, mayInspect: () => true })
  const known = new Set<string>(Object.values(ErrorCode))
  const answers: string[] = []
  const wrong: string[] = []
  const block = watchBlocks()

  async function ask(channel: ChannelName, input: object): Promise<unknown> {
    const answer = await Promise.race([
      app.router.dispatch(session, channel, input),
      sleep(answerWithin, undefined, { ref: false }),
    ])
    if (!answer) return void wrong.push(`${channel} gave no answer within ${answerWithin} ms`)
    answers.push(answer.ok ? 'ok' : answer.error.code)
    if (!answer.ok && (!known.has(answer.error.code) || answer.error.code === ErrorCode.INTERNAL))
      wrong.push(`${channel}: ${answer.error.code}`)
    if (JSON.stringify(answer).includes(secret)) wrong.push(`${channel} told what lies outside`)
    return answer.ok ? answer.data : undefined
  }

  const opened = await ask('projects:open', { rootPath: root })
  const projectId = Object(opened).projectId
  if (typeof projectId === 'string')
    for (const [channel, input] of reads) await ask(channel, { projectId, ...input })
  await sleep(20)
  const delayMs = block.end()
  session.dispose()
  return { answers, delayMs, wrong }
}

/** The most that this thread worked, in milliseconds, without giving a timer its turn. */
function watchBlocks(): { end(): number } {
  let longest = 0
  let last = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
  }
  const timer = setInterval(look, 5)
  return {
    end() {
      look()
      clearInterval(timer)
      return longest
    },
  }
}

/** Names, bytes and targets of links below some folders. */
async function listingOf(...places: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = []
  for (const place of places)
    for (const entry of await readdir(place, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile()) lines.push(`${path} ${sha256Hex(await readFile(path))}`)
      else lines.push(`${path} ${entry.isSymbolicLink() ? await readlink(path) : 'folder'}`)
    }
  return lines
}
