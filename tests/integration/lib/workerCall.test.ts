import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createWorkerCaller, type WorkerCaller } from '../../../main/src/lib/workerCall.ts'
import type { Task } from '../../support/answeringWorker.ts'
import { temporaryFolder } from '../../support/hostedTestApp.ts'
import { strangeTexts } from '../../support/strangeText.ts'

const library = resolve(import.meta.dirname, '../../../main/src/lib/workerCall.ts')
const file = resolve(import.meta.dirname, '../../support/answeringWorker.ts')
let caller: WorkerCaller<{ task: Task; text: string }, string>
let notices: string[]

function start(options: { idleMs?: number; file?: string } = {}) {
  notices = []
  caller = createWorkerCaller({ file, onNotice: (notice: string) => void notices.push(notice), ...options })
  return caller
}
afterEach(() => caller.close())

test('answers belong to their questions, and every notice comes before the answer that follows it', async () => {
  const { request } = start()
  const texts = strangeTexts.map(({ text }) => text)
  expect(await Promise.all(texts.map((text) => request({ task: 'echo', text })))).toEqual(
    texts.map((text) => `${text}${text.length}`),
  )
  expect(notices).toEqual(texts.map((text) => `echo ${text}`))
})

test('what the thread throws arrives with its message and code, and the thread goes on', async () => {
  const { request } = start()
  await expect(request({ task: 'throw', text: '这一页' })).rejects.toMatchObject({
    message: '没有这一页',
    code: 'SQLITE_CORRUPT',
  })
  expect(await request({ task: 'echo', text: '雾' })).toBe('雾1')
})

test('a crash rejects every open question with a coded error, and the next question has a new thread', async () => {
  const { request, isBusy } = start()
  const asked = (['crash', 'echo', 'echo'] as const).map((task) => request({ task, text: '港' }))
  const outcomes = await Promise.allSettled(asked)
  expect(outcomes.map(({ status, ...rest }) => [status, 'reason' in rest && rest.reason.code])).toEqual(
    asked.map(() => ['rejected', 'INTERNAL']),
  )
  expect(isBusy()).toBe(false)
  expect(await request({ task: 'echo', text: '林远' })).toBe('林远2')
})

test('a thread that could not begin says why, with the code of what stopped it', async () => {
  const { request } = start({ file: `${file}.missing` })
  await expect(request({ task: 'echo', text: '' })).rejects.toMatchObject({ code: 'MODULE_NOT_FOUND' })
})

test('an abort reaches a thread that is at work, and the questions behind it are answered', async () => {
  const { request } = start()
  const abort = new AbortController()
  const spinning = request({ task: 'spin', text: '' }, { signal: abort.signal })
  const behind = request({ task: 'echo', text: '雨' })
  abort.abort()
  await expect(spinning).rejects.toMatchObject({ name: 'AbortError' })
  expect(await behind).toBe('雨1')
  await expect(request({ task: 'echo', text: '' }, { signal: abort.signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
})

test('closing waits for the open questions, and for what the thread still writes', async () => {
  const { request, close, isRunning } = start()
  const asked = request({ task: 'echo', text: '灯' })
  await close()
  expect([await asked, notices, isRunning()]).toEqual(['灯1', ['echo 灯', 'closed'], false])
})

test('an idle thread ends by itself, and none keeps the process alive', async () => {
  const { request, isRunning } = start({ idleMs: 1 })
  await request({ task: 'echo', text: '' })
  while (isRunning()) await new Promise(setImmediate)
  const folder = await temporaryFolder()
  const script = join(folder.path, 'asking.mts')
  await writeFile(
    script,
    `import { createWorkerCaller } from ${JSON.stringify(library)}
    const { request } = createWorkerCaller({ file: ${JSON.stringify(file)} })
    console.log(await request({ task: 'echo', text: '雾港' }))`,
  )
  const { status, stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8', timeout: 20_000 })
  expect([status, stdout]).toEqual([0, '雾港2\n'])
  await folder.remove()
})
