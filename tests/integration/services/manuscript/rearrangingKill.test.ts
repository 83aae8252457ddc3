import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../support/app.ts'
import type { Workplace } from '../../../support/commandLine.ts'

let test: TestApp | undefined

afterEach(async () => {
  await test?.remove()
  test = undefined
})

/** So often at least, and on until two steps were caught in the middle. */
const leastRounds = 5
const mostRounds = 40
const count = 40
const bodyOf = (n: number) => `　　这是第${n}篇的正文。\n`
const fileOf = (n: number) => `第${n}卷 第一章 篇${n}.md`
const main = (path: string) => JSON.stringify(join(import.meta.dirname, '../../../../main/src', path))

/** Moves the last chapter to the front, which gives every chapter another name, and takes it back; for ever. */
const script = `
  import { createApp } from ${main('app.ts')}
  import { silentLogger } from ${main('lib/logger.ts')}
  const [dataFolder, rootPath] = process.argv.slice(1)
  const app = await createApp({ dataFolder, logger: silentLogger, environment: {} })
  const session = app.createSession({ id: 'kill', mayInspect: () => true })
  const call = async (channel, input) => {
    const answer = await app.router.dispatch(session, channel, input)
    if (!answer.ok) throw new Error(channel + JSON.stringify(answer.error))
    return answer.data
  }
  const { projectId } = await call('projects:open', { rootPath })
  for (;;) {
    const { documents } = await call('documents:list', { projectId })
    process.stdout.write('moving\\n')
    const { documentId } = await call('documents:move', { projectId, documentId: documents.at(-1).documentId })
    process.stdout.write('undoing\\n')
    await call('documents:undo', { projectId, documentId })
  }
`

async function killed({ dataFolder, project }: Workplace, line: number, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataFolder, project], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let seen = 0
  for await (const _ of createInterface({ input: child.stdout })) {
    seen += 1
    if (seen < line) continue
    await new Promise((resolve) => setTimeout(resolve, afterMs))
    child.kill('SIGKILL')
    break
  }
  const [, signal] = await exited
  expect(signal).toBe('SIGKILL')
}

/** Whether the journal knows a step that was neither finished nor taken back. */
async function isStepOpen({ dataFolder, projectId }: TestApp): Promise<boolean> {
  const folder = join(dataFolder, 'projects', projectId, 'undo')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
  const steps = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return steps.some((step) => JSON.parse(step).state !== 'done')
}

it('a move of forty chapters killed at any point loses a chapter, its order or the scope that names it', async () => {
  test = await startApp({}, async ({ project }) => {
    const folder = join(project, 'manuscript')
    for (const name of await readdir(folder)) await rm(join(folder, name))
    for (let n = 1; n <= count; n++) await writeFile(join(folder, fileOf(n)), bodyOf(n))
    const items = [20, 40].map((n) => ({
      id: `c${n}`,
      text: `约束${n}`,
      scope: { from: `manuscript/${fileOf(n)}` },
    }))
    await writeFile(join(project, '.creonow/rules/constraints.json'), JSON.stringify({ version: 2, items }))
  })
  const { projectId, project } = test
  const bodies = Array.from({ length: count }, (_, index) => bodyOf(index + 1))
  let interrupted = 0
  let round = 0
  for (; round < leastRounds || (interrupted < 2 && round < mostRounds); round++) {
    await killed(test, (round % 4) + 1, (round % 8) * 6)
    if (await isStepOpen(test)) interrupted += 1
    await test.invoke('projects:open', { rootPath: project })
    const { documents } = await test.invoke('documents:list', { projectId })
    const texts = await Promise.all(
      documents.map(
        async ({ documentId }) => (await test?.invoke('documents:read', { projectId, documentId }))?.text,
      ),
    )
    const last = bodies.at(-1)
    expect([bodies, [last, ...bodies.slice(0, -1)]]).toContainEqual(texts)
    const { items } = await test.invoke('constraints:get', { projectId })
    for (const [index, n] of [20, 40].entries()) {
      expect(items[index]?.scope?.from).toBe(documents[texts.indexOf(bodyOf(n))]?.documentId)
    }
    // Back to the first order, so that every round moves all forty.
    if (texts[0] === last)
      await test.invoke('documents:undo', { projectId, documentId: documents[0]?.documentId ?? '' })
  }
  console.log(`killed ${round} times, ${interrupted} times in the middle of a step`)
  expect(interrupted).toBeGreaterThan(0)
}, 240_000)

it('a crash between the two names of one file leaves the chapter twice', async () => {
  test = await startApp()
  const { project, dataFolder, projectId } = test
  const [from, to] = ['manuscript/005-数水谣.md', 'manuscript/005-唱.md']
  const words = await readFile(join(project, from), 'utf8')
  await link(join(project, from), join(project, to))
  const undo = join(dataFolder, 'projects', projectId, 'undo')
  await mkdir(undo, { recursive: true })
  const step = {
    version: 1,
    id: '1700000000000-0123abcd',
    state: 'started',
    documentId: to,
    renames: { [from]: to },
  }
  await writeFile(join(undo, `${step.id}.json`), JSON.stringify(step))
  await test.invoke('projects:open', { rootPath: project })
  const names = await readdir(join(project, 'manuscript'))
  expect(names.filter((name) => name.startsWith('005'))).toEqual(['005-唱.md'])
  expect(await readFile(join(project, to), 'utf8')).toBe(words)
  const { items } = await test.invoke('constraints:get', { projectId })
  expect(items.find(({ scope }) => scope)?.scope).toEqual({ to })
})

it('a step of another folder with the same id is carried out here', async () => {
  test = await startApp()
  const { project, dataFolder, projectId } = test
  const undo = join(dataFolder, 'projects', projectId, 'undo')
  await mkdir(undo, { recursive: true })
  const [from, to] = ['manuscript/005-数水谣.md', 'manuscript/005-唱.md']
  const names = await readdir(join(project, 'manuscript'))
  const step = { version: 1, root: '/elsewhere', documentId: to, renames: { [from]: to } }
  const kept = ['1700000000000-0123abcd.json', '1700000000001-0123abcd.json']
  for (const [at, state] of ['started', 'taken back'].entries())
    await writeFile(
      join(undo, kept[at] ?? ''),
      JSON.stringify({ ...step, id: kept[at]?.slice(0, -5), state }),
    )
  await test.invoke('projects:open', { rootPath: project })
  expect(await readdir(join(project, 'manuscript'))).toEqual(names)
  expect(await readdir(undo)).toEqual(kept)
})

it('a delete cut short before the file went leaves the chapter both in the book and in the trash', async () => {
  test = await startApp()
  const { project, projectId } = test
  const documentId = 'manuscript/005-数水谣.md'
  const words = await readFile(join(project, documentId))
  await test.invoke('documents:delete', { projectId, documentId })
  await writeFile(join(project, documentId), words)
  await test.invoke('projects:open', { rootPath: project })
  expect(await test.invoke('documents:trash', { projectId })).toEqual({ items: [] })
  expect(await readFile(join(project, documentId))).toEqual(words)
})

it('a broken file among the kept steps keeps the project from opening', async () => {
  test = await startApp()
  const undo = join(test.dataFolder, 'projects', test.projectId, 'undo')
  await mkdir(undo, { recursive: true })
  await writeFile(join(undo, '1700000000000-0123abcd.json'), '{"version":1,')
  expect(await test.codeOf('projects:open', { rootPath: test.project })).toBe('ok')
  const move = { projectId: test.projectId, documentId: 'manuscript/005-数水谣.md' }
  expect(await test.codeOf('documents:move', move)).toBe('ok')
})

it('two windows that move at once lose a chapter', async () => {
  test = await startApp()
  const { projectId } = test
  const before = (await test.invoke('documents:list', { projectId })).documents
  const codes = await Promise.all(
    before.slice(2, 8).map(({ documentId }, index) =>
      test?.codeOf(index % 2 ? 'documents:move' : 'documents:rename', {
        projectId,
        documentId,
        ...(index % 2 ? {} : { title: '同名' }),
      } as never),
    ),
  )
  expect(codes).toEqual(Array(6).fill('ok'))
  const after = (await test.invoke('documents:list', { projectId })).documents
  expect(after.length).toBe(before.length)
})
