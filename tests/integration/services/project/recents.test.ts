import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../support/app.ts'

let app: TestApp
afterEach(() => app.remove())
const listed = async () =>
  (await app.invoke('projects:list', {})).projects.map(({ name, available }) => [name, available])

test('the work opened last is first, with its date and length, and a removed one comes back when it is opened', async () => {
  let now = Date.parse('2026-11-20T08:00:00Z')
  app = await startApp({ clock: { now: () => now, monotonic: () => performance.now() } })
  const second = join(dirname(app.project), '第二本')
  now += 60_000
  const { projectId } = await app.invoke('projects:create', { rootPath: second, name: '第二本' })
  await writeFile(join(second, 'manuscript', '001-雾.md'), '# 雾\n\n　　雾散了。')
  await app.invoke('projects:close', { projectId })
  const known = async () => (await app.invoke('projects:list', {})).projects
  await expect.poll(async () => (await known())[0]?.words).toBeGreaterThan(3)
  const [first, other] = await known()
  expect(first).toEqual({
    projectId,
    name: '第二本',
    rootPath: second,
    available: true,
    openedAt: '2026-11-20T08:01:00.000Z',
    words: first?.words,
  })
  expect([other?.name, other?.openedAt]).toEqual(['雾港来信', '2026-11-20T08:00:00.000Z'])
  expect(other?.words).toBeGreaterThan(20_000)

  await app.invoke('projects:forget', { projectId })
  expect(await listed()).toEqual([['雾港来信', true]])
  // Whoever has it open goes on.
  expect(await app.codeOf('documents:list', { projectId })).toBe('ok')
  await app.invoke('projects:open', { rootPath: second })
  expect((await listed())[0]).toEqual(['第二本', true])
})

test('a work whose folder was moved is found again there, and another one is refused in its place', async () => {
  app = await startApp()
  const { projectId } = app
  const moved = join(dirname(app.project), '搬走的', '雾港来信')
  await mkdir(dirname(moved))
  await rename(app.project, moved)
  expect(await listed()).toEqual([['雾港来信', false]])
  const elsewhere = join(dirname(app.project), '别的书')
  await app.invoke('projects:create', { rootPath: elsewhere, name: '别的书' })
  expect(await app.codeOf('projects:relocate', { projectId, rootPath: elsewhere })).toBe('CONFLICT')
  expect(await app.codeOf('projects:relocate', { projectId, rootPath: `${moved}没有` })).toBe('NOT_FOUND')
  const opened = await app.invoke('projects:relocate', { projectId, rootPath: moved })
  expect([opened.projectId, opened.rootPath]).toEqual([projectId, moved])
  expect((await listed())[0]).toEqual(['雾港来信', true])
})
