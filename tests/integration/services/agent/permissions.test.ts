import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { UiLanguage } from '../../../../main/src/contract/sentences/errorKeys.ts'
import { permissionResetSentence } from '../../../../main/src/contract/sentences/permissionReset.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import { createVersionedFiles } from '../../../../main/src/lib/versionedFile/versionedFiles.ts'
import { folderPlace } from '../../../../main/src/services/agent/folderPlace.ts'
import { createPermissionStore } from '../../../../main/src/services/agent/permissions.ts'
import type { TestApp } from '../../../support/app.ts'
import { startNovel } from '../../../support/novel.ts'

let mine: TestApp
beforeEach(async () => {
  mine = await startNovel({ 'manuscript/001-雾.md': '# 雾\n', '.creonow/rules/style.md': '短句。\n' })
  const { projectId } = mine
  await mine.invoke('agent:permissions:set', { projectId, writes: 'always', bash: 'ask' })
})
afterEach(() => mine.remove())

const now = () => mine.invoke('agent:permissions:get', { projectId: mine.projectId })
const open = (rootPath: string) => mine.invoke('projects:open', { rootPath })
const again = (reset: string) => ({ writes: 'ask', bash: 'off', reset })

test('permissions are in force for the folder that they were given for', async () => {
  expect(await now()).toEqual({ writes: 'always', bash: 'ask' })
})

test('a moved folder asks again and says why, until the author allows it there', async () => {
  const moved = `${mine.project}-搬走`
  await rename(mine.project, moved)
  const { projectId } = await open(moved)
  expect(projectId).toBe(mine.projectId)
  expect(await now()).toEqual(again('moved'))
  // What was allowed at the other place does not come back with one part of it.
  expect(await mine.invoke('agent:permissions:set', { projectId, writes: 'always' })).toEqual({
    writes: 'always',
    bash: 'off',
  })
  await rename(moved, mine.project)
})

test('a folder from someone else with the same id asks again, at another place and at the same', async () => {
  const [away, foreign] = [`${mine.project}-搬走`, `${mine.project}-外来`]
  await cp(mine.project, foreign, { recursive: true })
  await rename(mine.project, away)
  expect((await open(foreign)).projectId).toBe(mine.projectId)
  expect(await now()).toEqual(again('moved'))
  await rename(foreign, mine.project)
  await open(mine.project)
  expect(await now()).toEqual(again('replaced'))
  await rm(away, { recursive: true })
})

test('a folder that was replaced or restored while it is open asks again, also behind a link', async () => {
  const away = `${mine.project}-搬走`
  await cp(mine.project, away, { recursive: true })
  await rm(mine.project, { recursive: true })
  await cp(away, mine.project, { recursive: true })
  expect(await now()).toEqual(again('replaced'))
  await rm(mine.project, { recursive: true })
  await symlink(away, mine.project)
  expect(await now()).toEqual(again('moved'))
  await rm(mine.project)
  await rename(away, mine.project)
})

test('a folder whose .creonow was restored from elsewhere asks again', async () => {
  const own = join(mine.project, '.creonow')
  await cp(own, `${mine.project}-备份`, { recursive: true })
  await rm(own, { recursive: true })
  await mkdir(own)
  await cp(`${mine.project}-备份`, own, { recursive: true })
  expect(await now()).toEqual(again('replaced'))
  await rm(`${mine.project}-备份`, { recursive: true })
})

test('a copy beside the original starts without permissions', async () => {
  const copy = `${mine.project}-副本`
  await cp(mine.project, copy, { recursive: true })
  const { projectId } = await open(copy)
  expect(projectId).not.toBe(mine.projectId)
  expect(await mine.invoke('agent:permissions:get', { projectId })).toEqual({ writes: 'ask', bash: 'off' })
  expect(await now()).toEqual({ writes: 'always', bash: 'ask' })
  await rm(copy, { recursive: true })
})

test('a broken permissions file is “ask”, whatever it said before', async () => {
  const file = join(mine.dataFolder, 'projects', mine.projectId, 'permissions.json')
  for (const text of ['{"writes": "always", "bash"', '', '{"writes":"immer","bash":"ask"}', '[]']) {
    await writeFile(file, text)
    expect(await now()).toEqual(again('broken'))
  }
})

test('a change of permissions replaces a broken file from the strictest on and sets it aside', async () => {
  const { projectId } = mine
  const folder = join(mine.dataFolder, 'projects', projectId)
  const brokenText = '{"writes": "always", "bash": "ask", 雾'
  await writeFile(join(folder, 'permissions.json'), brokenText)
  // What the last good copy allows does not come back with one part of it.
  expect(await mine.invoke('agent:permissions:set', { projectId, bash: 'ask' })).toEqual({
    writes: 'ask',
    bash: 'ask',
  })
  expect(await now()).toEqual({ writes: 'ask', bash: 'ask' })
  expect(JSON.parse(await readFile(join(folder, 'permissions.json'), 'utf8'))).toEqual({
    writes: 'ask',
    bash: 'ask',
    place: expect.anything(),
  })
  expect(await readFile(join(folder, 'lastGood', 'permissions.json.broken'), 'utf8')).toBe(brokenText)
  expect(['zh', 'en'].map((each) => permissionResetSentence('broken', each as UiLanguage))).toEqual([
    expect.stringContaining('新建一份，坏的那份另存'),
    expect.stringContaining('starts a new file and sets the broken one aside'),
  ])
})

test('permissions without a place, from an older file, are “ask”', async () => {
  const file = join(mine.dataFolder, 'projects', mine.projectId, 'permissions.json')
  await writeFile(file, '{"writes":"always","bash":"ask"}')
  expect(await now()).toEqual(again('unbound'))
})

test('a network path never stores a permission, and another spelling of the path asks again', async () => {
  const versioned = createVersionedFiles({ dataFolder: mine.dataFolder, logger: silentLogger })
  let place: ReturnType<typeof folderPlace> = { path: '/Volumes/Bücher/雾港', identity: '7-1' }
  const store = createPermissionStore({ rootOf: () => '', versioned, placeOf: () => place })
  expect(await store.set('x1', { writes: 'always' })).toEqual({ writes: 'always', bash: 'off' })
  place = { path: '/volumes/bücher/雾港', identity: '7-1' }
  expect(store.of('x1')).toEqual(again('spelling'))
  place = 'network'
  expect(store.of('x1')).toEqual(again('network'))
  expect(await store.set('x1', { writes: 'always' })).toEqual(again('network'))
  expect(folderPlace('\\\\nas\\books\\雾港')).toBe('network')
  expect(folderPlace('//nas/books')).toBe('network')
  expect(folderPlace(`${mine.project}-没有`)).toBeUndefined()
})
