import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../../../main/src/app.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import { startApp, type TestApp } from '../../../support/app.ts'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.remove())

const wordsOf = (projectId = app.projectId) => app.invoke('spelling:list', { projectId })
const add = (word: string) => app.invoke('spelling:add', { projectId: app.projectId, word })

test('words that the author adds are the book’s, in order and once each, and can be taken out again', async () => {
  expect(await wordsOf()).toEqual({ words: [] })
  await add('growlery')
  await add("nothin'")
  expect(await add('growlery')).toEqual({ words: ['growlery', "nothin'"] })
  expect(await app.invoke('spelling:remove', { projectId: app.projectId, word: 'growlery' })).toEqual({
    words: ["nothin'"],
  })
  expect(await app.invoke('spelling:remove', { projectId: app.projectId, word: 'absent' })).toEqual({
    words: ["nothin'"],
  })
})

test('another book has none of them, and a second app on the same data reads and adds to the same list', async () => {
  await add('growlery')
  const { projectId } = await app.invoke('projects:create', {
    rootPath: join(app.folder, 'low'),
    name: 'Low Water',
  })
  expect(await wordsOf(projectId)).toEqual({ words: [] })
  const second = await createApp({ dataFolder: app.dataFolder, logger: silentLogger, environment: {} })
  try {
    await second.services.bookWords.add(app.projectId, 'wiglomeration')
    await add('inkwhich')
    expect(second.services.bookWords.list(app.projectId)).toEqual(['growlery', 'wiglomeration', 'inkwhich'])
  } finally {
    await second.dispose()
  }
})

test('the file is the author’s alone, and a damaged one is replaced by its last good copy', async () => {
  await add('growlery')
  const path = join(app.dataFolder, 'spelling.json')
  expect([(await stat(path)).mode & 0o777, JSON.parse(await readFile(path, 'utf8'))[app.projectId]]).toEqual([
    0o600,
    ['growlery'],
  ])
  await writeFile(path, '{"p1": [')
  expect(await wordsOf()).toEqual({ words: ['growlery'] })
})

test('a word with a blank in it, an empty and an overlong one are refused', async () => {
  const refused = ['', 'two words', '林\u3000远', 'x'.repeat(100)]
  const codes = refused.map((word) => app.codeOf('spelling:add', { projectId: app.projectId, word }))
  expect(await Promise.all(codes)).toEqual(refused.map(() => 'INVALID_ARGUMENT'))
})
