import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApp } from '../../../main/src/app.ts'
import type { ProjectAccess } from '../../../main/src/contract/events.ts'
import { sha256Hex } from '../../../main/src/lib/hash.ts'
import { silentLogger } from '../../../main/src/lib/logger.ts'
import { createWindowLocks } from '../../../main/src/services/project/index.ts'
import { creonow, type Workplace, workplace } from '../../support/commandLine.ts'

const projectId = 'sample-wugang'
const chapter = 'manuscript/010-灯塔下的信.md'
let place: Workplace
const apps: Awaited<ReturnType<typeof createApp>>[] = []

/** A host: an app of its own on the same data folder, with windows or programs that use it. */
async function host() {
  const app = await createApp({ dataFolder: place.dataFolder, logger: silentLogger, environment: {} })
  apps.push(app)
  const caller = (id: string, isWindow: boolean) => {
    const told: ProjectAccess[] = []
    const session = app.createSession({
      ...{ id, mayInspect: () => false, ...(isWindow && { isWindow }) },
      emit: (event, payload) => {
        if (event === 'access' && 'access' in payload) told.push(payload.access)
      },
    })
    const call = (channel: string, input: object = {}) =>
      app.router.dispatch(session, channel, { projectId, ...input })
    return {
      told,
      call,
      close: () => session.dispose(),
      open: () => app.router.dispatch(session, 'projects:open', { rootPath: place.project }),
      async save(words: string) {
        const read = await call('documents:read', { documentId: chapter })
        const { text, hash } = Object(read.ok && read.data) as { text: string; hash: string }
        const saved = await call('documents:save', {
          documentId: chapter,
          text: text + words,
          baseHash: hash,
        })
        return saved.ok ? 'saved' : saved.error.code
      },
    }
  }
  return { app, window: (id: string) => caller(id, true), program: () => caller('rpc', false) }
}

async function everything(): Promise<string> {
  const parts: string[] = []
  for (const entry of await readdir(place.project, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) parts.push(path, await readFile(path, 'utf8'))
  }
  return sha256Hex(parts.join('\0'))
}

beforeEach(async () => {
  place = await workplace()
})
afterEach(async () => {
  for (const app of apps.splice(0)) await app.dispose()
  await place.remove()
})

test('the window of a second host reads and is told so; every write of it is refused and changes nothing', async () => {
  const [first, second] = [await host(), await host()]
  const [one, other] = [first.window('one'), second.window('other')]
  await one.open()
  await one.call('context:creonow:ensure')
  await other.open()
  const before = await everything()
  const codes: string[] = []
  for (const [channel, input] of [
    ['documents:create', { title: '新的一章' }],
    ['documents:delete', { documentId: chapter }],
    ['documents:rename', { documentId: chapter, title: '灯下' }],
    ['constraints:create', { text: '不写梦', kind: 'must' }],
    ['memory:distil', {}],
    ['context:creonow:ensure', {}],
    ['ai:run', { documentId: chapter, cursorPosition: 0, skillId: 'continue' }],
  ] as const) {
    const answer = await other.call(channel, input)
    codes.push(answer.ok ? 'ok' : answer.error.code)
  }
  expect([...new Set([...codes, await other.save('第二个窗口写的。')])]).toEqual(['OPEN_ELSEWHERE'])
  expect(await everything()).toBe(before)
  expect([one.told, other.told, await one.save('第一个窗口写的。')]).toEqual([
    ['write'],
    ['elsewhere'],
    'saved',
  ])
  expect((await other.call('documents:read', { documentId: chapter })).ok).toBe(true)
})

test('programs and the command write next to both windows', async () => {
  const [first, second] = [await host(), await host()]
  await first.window('one').open()
  await second.window('other').open()
  const program = second.program()
  await program.open()
  expect([await program.save('程序写的。'), program.told]).toEqual(['saved', []])
  const line = JSON.stringify({
    id: 1,
    channel: 'documents:create',
    input: { projectId, title: '命令写的' },
  })
  const ended = await creonow(['rpc', '--project', place.project], place.dataFolder, `${line}\n`)
  expect(JSON.parse(ended.stdout.split('\n').find((text) => text.includes('"id":1')) ?? '')).toMatchObject({
    ok: true,
  })
})

test('two windows of one host both write, and the last to go lets the other host in', async () => {
  const [first, second] = [await host(), await host()]
  const [one, two, other] = [first.window('one'), first.window('two'), second.window('other')]
  for (const window of [one, two, other]) await window.open()
  one.close()
  expect([await two.save('还在写。'), await other.call('projects:takeOver')]).toMatchObject([
    'saved',
    { ok: true, data: { taken: false } },
  ])
  await two.call('projects:close')
  expect(await other.call('projects:takeOver')).toEqual({ ok: true, data: { taken: true } })
  expect([other.told, await other.save('轮到这里写。')]).toEqual([['elsewhere', 'write'], 'saved'])
  // Who comes back finds the other one writing.
  await two.open()
  expect([two.told, await two.save('迟了。')]).toEqual([['write', 'elsewhere'], 'OPEN_ELSEWHERE'])
})

test('a host that was killed is noticed by every process that waits for it, without a time-out', async () => {
  const folder = join(place.folder, 'windows')
  const lock = join(folder, `${sha256Hex('/书').slice(0, 32)}.lock`)
  const module = resolve(import.meta.dirname, '../../../main/src/lib/fileLock.ts')
  const script = `import { acquireFileLock } from ${JSON.stringify(module)}
    globalThis.held = acquireFileLock(${JSON.stringify(lock)}); console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const told: ProjectAccess[] = []
  const windows = createWindowLocks({ folder, logger: silentLogger, pollMs: 5 })
  const window = {
    id: 'w',
    emit: (_: 'access', { access }: { access: ProjectAccess }) => void told.push(access),
  }
  expect([windows.enter(window, 'p', '/书'), windows.mayWrite(window, 'p')]).toEqual([false, false])
  child.kill('SIGKILL')
  await vi.waitUntil(() => told.at(-1) === 'free')
  expect([
    windows.mayWrite(window, 'p'),
    windows.takeOver(window, 'p'),
    windows.mayWrite(window, 'p'),
  ]).toEqual([false, true, true])
  expect(told).toEqual(['elsewhere', 'free', 'write'])
  await windows.dispose()
})
