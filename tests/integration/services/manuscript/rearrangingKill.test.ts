import { link, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../support/app.ts'
import { idOf } from '../../../support/chapterId.ts'

let test: TestApp | undefined

afterEach(async () => {
  await test?.remove()
  test = undefined
})

it('a crash between the two names of one file leaves the chapter once', async () => {
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
  expect(items.find(({ scope }) => scope)?.scope).toEqual({ to: idOf(from) })
})

it('a step of another folder with the same id is not carried out', async () => {
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

it('a delete that was interrupted before the file moved leaves the chapter in the book alone', async () => {
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

it('a broken file among the stored steps does not prevent the project from opening', async () => {
  test = await startApp()
  const undo = join(test.dataFolder, 'projects', test.projectId, 'undo')
  await mkdir(undo, { recursive: true })
  await writeFile(join(undo, '1700000000000-0123abcd.json'), '{"version":1,')
  expect(await test.codeOf('projects:open', { rootPath: test.project })).toBe('ok')
  const move = { projectId: test.projectId, documentId: 'manuscript/005-数水谣.md' }
  expect(await test.codeOf('documents:move', move)).toBe('ok')
})

it('two windows that move chapters at once lose none', async () => {
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
