import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { createApp } from '../../main/src/app.ts'
import { silentLogger } from '../../main/src/lib/logger.ts'
import { print } from '../measuring.ts'
import { actions } from './actions.ts'
import { readProse, type Shape, writeBook } from './book.ts'
import { startWatchedHost } from './host.ts'
import { functionsIn } from './samples.ts'
import { type ActionTasks, markPrefix, type TraceEvent, tasksByAction } from './trace.ts'

const shapes: readonly Shape[] = ['many', 'long']
const categories = [
  'toplevel',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
]
const sampling = ['disabled-by-default-v8.cpu_profiler']
/** Parts and functions printed of the worst task. */
const mostParts = 4

/**
 * What a writer does in a book of a million characters, in Chromium against the web host: for each action the longest
 * task of the page's main thread and the longest turn of the host's, in processor time. `book`: `many` or `long`
 * alone. CREONOW_PROFILE=1 samples functions as well, which itself takes a fifth or so; CREONOW_TRACE=FOLDER keeps
 * the traces.
 */
export async function run({ json = false, book }: { json?: boolean; book?: string } = {}) {
  const executablePath = chromiumHere()
  if (executablePath === null) return print({ page: 'no Chromium here' }, json)
  const { name, text } = await readProse()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    for (const shape of shapes.filter((one) => book === undefined || one === book)) {
      const { chapters, done, turns } = await measure(browser, shape, text)
      const rows = done.map(({ action, worst, longestMs, over50 }) => [
        action,
        {
          'longest task, ms CPU': longestMs,
          'over 50 ms': over50,
          'longest turn of the host': turns[action] ?? 0,
          ...Object.fromEntries((worst?.parts ?? []).slice(0, mostParts)),
        },
      ])
      print(
        { text: `${name}, ${text.length} characters, ${chapters} chapters`, ...Object.fromEntries(rows) },
        json,
      )
    }
  } finally {
    await browser.close()
  }
}

async function measure(browser: Browser, shape: Shape, text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'creonow-bench-'))
  const dataFolder = join(folder, 'data')
  try {
    const chapters = await prepare(join(folder, '长篇'), dataFolder, shape, text)
    const host = await startWatchedHost(dataFolder)
    try {
      const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1360, height: 880 } })
      const page = await context.newPage()
      await page.goto(host.link)
      await page.getByText('长篇').first().waitFor()
      const profiled = process.env.CREONOW_PROFILE === '1'
      await browser.startTracing(page, { categories: [...categories, ...(profiled ? sampling : [])] })
      await actAll(page, host.begin)
      const trace = await browser.stopTracing()
      const turns = await host.longestTurns()
      if (process.env.CREONOW_TRACE) writeFileSync(join(process.env.CREONOW_TRACE, `${shape}.json`), trace)
      const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] } // Chromium's format
      const done = tasksByAction(traceEvents)
      await context.close()
      return { chapters, turns, done: profiled ? withFunctions(done, traceEvents) : done }
    } finally {
      await host.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function actAll(page: Page, begin: (action: string) => void) {
  const keys = await page.context().newCDPSession(page)
  const mark = (name: string) => page.evaluate((text) => void performance.mark(text), markPrefix + name)
  for (const { name, act } of actions) {
    begin(name)
    await mark(name)
    await act({ page, keys })
  }
}

/** The functions of the worst tasks instead of its events. */
function withFunctions(done: readonly ActionTasks[], events: readonly TraceEvent[]): ActionTasks[] {
  const marked = events.find(({ name }) => name.startsWith(markPrefix))
  if (marked === undefined) return [...done]
  return done.map((action) => {
    if (action.worst === null) return action
    const parts = [
      ...action.worst.parts.slice(0, mostParts / 2),
      ...functionsIn(events, marked, action.worst),
    ]
    return { ...action, worst: { ...action.worst, parts } }
  })
}

/** The book with its index, and opened once, as it is on the second day. */
async function prepare(rootPath: string, dataFolder: string, shape: Shape, text: string): Promise<number> {
  const chapters = await writeBook(rootPath, shape, text)
  const app = await createApp({ dataFolder, logger: silentLogger })
  const session = app.createSession({ id: 'bench', mayInspect: () => true })
  const opened = await app.router.dispatch(session, 'projects:open', { rootPath })
  if (!opened.ok) throw new Error(opened.error.message)
  const { projectId } = opened.data as { projectId: string } // by the contract of the channel
  await app.router.dispatch(session, 'context:creonow:ensure', { projectId })
  await app.services.retrieval.ensureIndexed(projectId)
  await app.dispose()
  return chapters
}

function chromiumHere(): string | null {
  const cached = resolve(import.meta.dirname, '../../node_modules/.cache/creonow-browser.json')
  const { chromium: path } = JSON.parse(readFileSync(cached, 'utf8')) as { chromium: string | null }
  return path
}
