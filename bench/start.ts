import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { createApp } from '../main/src/app.ts'
import { silentLogger } from '../main/src/lib/logger.ts'
import { median, print, readCorpus, stretched } from './measuring.ts'

const characters = 1_000_000
const starts = 5
const idleMs = 10_000

/** What one process of `startChild.ts` prints, milliseconds. */
export interface Start {
  readonly modules: number
  readonly createApp: number
  readonly open: number
  readonly result: number
}

/**
 * A book of 1,000,000 characters whose index exists: from `createApp()` to the first result, in processes of their
 * own, and the memory of the web host ten seconds after a page has opened the book.
 */
export async function run({ json = false, novel }: { json?: boolean; novel?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'creonow-bench-'))
  const dataFolder = join(folder, 'data')
  try {
    const { name, text } = readCorpus(novel, characters / 2)
    const project = await makeProject(join(folder, '书'), dataFolder, stretched(text, characters))
    const all: Start[] = []
    for (let i = 0; i < starts; i += 1) all.push(await startOnce(dataFolder, project))
    const middle = (of: (start: Start) => number) => Math.round(median(all.map(of)))
    print(
      {
        text: `${name}, ${characters} characters`,
        'createApp → first result, ms': {
          median: middle((start) => start.createApp + start.open + start.result),
          createApp: middle((start) => start.createApp),
          open: middle((start) => start.open),
          result: middle((start) => start.result),
          'loading of modules before it': middle((start) => start.modules),
        },
        'RSS of the web host, MB': await residentMemory(dataFolder),
      },
      json,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeProject(rootPath: string, dataFolder: string, text: string): Promise<string> {
  const app = await createApp({ dataFolder, logger: silentLogger })
  const session = app.createSession({ id: 'bench', mayInspect: () => true })
  const created = await app.router.dispatch(session, 'projects:create', { rootPath, name: '长篇' })
  if (!created.ok) throw new Error(created.error.message)
  const { projectId } = created.data as { projectId: string } // by the contract of the channel
  await app.services.manuscript.importInto(rootPath, { bytes: Buffer.from(text), fileName: '书.txt' })
  await app.services.retrieval.ensureIndexed(projectId)
  await app.dispose()
  return rootPath
}

async function startOnce(dataFolder: string, project: string): Promise<Start> {
  const child = fork(resolve(import.meta.dirname, 'startChild.ts'), [dataFolder, project])
  const [message] = (await once(child, 'message')) as [Start] // its only message
  await once(child, 'exit')
  return message
}

async function residentMemory(dataFolder: string): Promise<Record<string, number> | string> {
  const cached = resolve(import.meta.dirname, '../node_modules/.cache/creonow-browser.json')
  const { chromium: executablePath } = JSON.parse(readFileSync(cached, 'utf8')) as { chromium: string | null }
  if (executablePath === null) return 'no Chromium here'
  const host = await startHost(dataFolder)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({ locale: 'zh-CN' })
    await page.goto(host.link)
    const before = megabytesOf(host.pid)
    await page.getByText('长篇').first().click()
    await page.locator('.cm-content').waitFor()
    await sleep(idleMs)
    return { 'before a book': before, 'idle 10 s after opening it': megabytesOf(host.pid) }
  } finally {
    await browser.close()
    host.stop()
  }
}

async function startHost(dataFolder: string) {
  const entry = resolve(import.meta.dirname, '../scripts/start.mjs')
  const child = spawn(process.execPath, [entry, '--web', '--json', '--port', '0', '--data', dataFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { link, pid } = JSON.parse(line) as { link: string; pid: number } // by `npm start -- --json`
  return { link, pid, stop: () => void child.kill('SIGINT') }
}

/** A process with all its threads and children. */
function megabytesOf(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return (
    Math.round(Number(kilobytes) / 1024) +
    children.reduce((sum, child) => sum + megabytesOf(Number(child)), 0)
  )
}
