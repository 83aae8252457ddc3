/**
 * Runs a built desktop app under Node with the double in Electron's place, and plays its page. Usage:
 * node desktopProcess.ts <out folder> --data <data folder>, both absolute. Prints one line of JSON with what the page
 * saw. It imports nothing outside its own folder, so that it can be run from a copy of that.
 */

import { globSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

const out = process.argv[2] ?? ''
// As Electron says where the resources of a packaged app are.
Object.assign(process, { resourcesPath: join(out, '../..') })
const electronModule = new URL('./electronModule.ts', import.meta.url).href
/** The modules that come neither from the app nor from this folder nor from Node. */
const foreign: string[] = []
const homes = [new URL('.', import.meta.url).href, `${pathToFileURL(resolve(out, '..')).href}/`, 'node:']
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'electron') return { url: electronModule, shortCircuit: true }
    const resolved = next(specifier, context)
    if (!homes.some((home) => resolved.url.startsWith(home))) foreign.push(resolved.url)
    return resolved
  },
})
const startedAt = performance.now()

const { double, exposed } = await import('./electronModule.ts')
await import(pathToFileURL(join(out, 'main/index.js')).href)
while (double.windows.length === 0) await sleep(10)
const windowMs = Math.round(performance.now() - startedAt)
const preload = double.windows[0]?.options.webPreferences.preload ?? ''
createRequire(import.meta.url)(preload)

interface Page {
  invoke(
    channel: string,
    input: unknown,
    whenCancelled?: (cancel: () => void) => void,
  ): Promise<{ ok: boolean; data: Answer; error?: { code: string } }>
  on(event: string, callback: (payload: never) => void): () => void
}
const page = exposed.creonow as Page // what the preload script exposes

/** What is looked at below, of any answer. */
interface Answer {
  readonly projectId: string
  readonly rootPath: string
  readonly documents: readonly { readonly documentId: string }[]
  readonly prompt: string
  readonly layers: object
  readonly runId: string
  readonly recorded: boolean
  readonly exists: boolean
  readonly files: readonly { readonly path: string }[]
  readonly encoding: string
}

async function ask(channel: string, input: object): Promise<Answer> {
  const answer = await page.invoke(channel, input)
  if (!answer.ok) throw new Error(`${channel}: ${JSON.stringify(answer.error)}`)
  return answer.data
}

const shell = await double.fetch('app://creonow/index.html')
const { projectId, rootPath } = await ask('projects:openSample', {})
const { documents } = await ask('documents:list', { projectId })
const documentId = documents[2]?.documentId
const request = { projectId, documentId, cursorPosition: 300, skillId: 'continue', modelId: 'fake' }

const rebuilt = new Promise<string>((resolve) => {
  page.on('job', ({ state }: { state: string }) => void (state !== 'running' && resolve(state)))
})
await ask('retrieval:rebuild', { projectId })
const index = await rebuilt
const { prompt, layers } = await ask('context:assemble', request)

const cancelled = await page.invoke('context:assemble', request, (cancel) => cancel())

const types: string[] = []
let text = ''
const done = new Promise<void>((resolve) => {
  page.on('run', (event: { type: string; text: string }) => {
    if (event.type !== types.at(-1)) types.push(event.type)
    if (event.type !== 'done' && event.type !== 'error') return
    text = event.text
    resolve()
  })
})
const { runId } = await ask('ai:run', request)
await done
const { recorded } = await ask('ai:outcome', { projectId, runId, outcome: 'accepted', text })

const created = await ask('projects:create', {
  rootPath: join(process.argv[4] ?? '', '新书'),
  name: '新书',
})
const { exists } = await ask('context:creonow:status', { projectId: created.projectId })
const { files } = await ask('context:creonow:rules:get', { projectId: created.projectId })
const novel = Buffer.from('第一章 渡口\r\n　　渡船在雾里等着。\r\n第二章 来信\r\n　　信是湿的。\r\n')
const imported = await ask('documents:import', {
  projectId: created.projectId,
  upload: { fileName: '渡口.txt', base64: novel.toString('base64') },
})

/** Every thread's file starts, and ends when it is told so. */
const indexPath = globSync('**/*.sqlite', { cwd: process.argv[4] ?? '' }).map((file) =>
  join(process.argv[4] ?? '', file),
)[0]
const threads = await Promise.all(
  globSync('**/*Worker.js', { cwd: join(out, 'main') })
    .toSorted()
    .map(async (file) => {
      const worker = new Worker(join(out, 'main', file), { workerData: indexPath })
      worker.postMessage('close')
      const code = await new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject))
      return [file, code]
    }),
)

const quitAtOnce = double.beforeQuit()
while (double.quits.count === 0) await sleep(10)
process.stdout.write(
  `${JSON.stringify({
    page: [shell.status, double.windows[0]?.contents.loaded],
    sample: [rootPath !== undefined, documents.length > 5],
    index,
    layers: Object.keys(layers),
    promptHasText: prompt.length > 1000,
    cancelled: cancelled.error?.code,
    types: types.filter((type) => type !== 'warning'),
    wrote: text.length > 0,
    recorded,
    template: [exists, files.length > 0],
    imported: [imported.encoding, imported.documents.length],
    threads,
    quitAtOnce,
    foreign,
    windowMs,
  })}\n`,
)
