import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSafeKeyStore } from '../../../main/src/hosts/electron/keys.ts'
import { toPayload } from '../../../main/src/lib/appError.ts'
import { silentLogger } from '../../../main/src/lib/logger.ts'
import { createElectronDouble } from '../../support/electronDouble.ts'
import { temporaryFolder } from '../../support/hostedTestApp.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>

const open = (environment: Record<string, string> = {}, backend = 'gnome_libsecret') =>
  createSafeKeyStore({
    safeStorage: createElectronDouble({ backend }).electron.safeStorage,
    dataFolder: folder.path,
    environment,
    logger: silentLogger,
  })

beforeEach(async () => {
  folder = await temporaryFolder()
})

afterEach(() => folder.remove())

test('a key survives a restart, encrypted and for this user alone; two set at once both do', async () => {
  const store = await open()
  await Promise.all([store.set('deepseek', 'sk-one-1234567890'), store.set('qwen', 'sk-two-1234567890')])
  const file = join(folder.path, 'keys.safe.json')
  expect(await readFile(file, 'utf8')).not.toContain('sk-')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const again = await open()
  expect([again.list(), again.values(), again.get('qwen')]).toEqual([
    ['deepseek', 'qwen'],
    ['sk-one-1234567890', 'sk-two-1234567890'],
    'sk-two-1234567890',
  ])
})

test('a deleted key is gone after a restart too, and deleting it twice says so', async () => {
  const store = await open()
  await store.set('qwen', 'sk-two-1234567890')
  expect([await store.delete('qwen'), await store.delete('qwen')]).toEqual([true, false])
  expect((await open()).list()).toEqual([])
})

test('a key ring that protects nothing stores nothing and says how to go on', async () => {
  const store = await open({}, 'basic_text')
  expect(await store.set('open-ai', 'sk-x').catch(toPayload)).toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('CREONOW_KEY_OPEN_AI'),
  })
  await expect(stat(join(folder.path, 'keys.safe.json'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('an environment variable goes before the stored key and is known to redaction', async () => {
  const store = await open({ CREONOW_KEY_QWEN: 'sk-env-1234567890' })
  await store.set('qwen', 'sk-two-1234567890')
  expect([store.get('qwen'), store.values()]).toEqual([
    'sk-env-1234567890',
    ['sk-two-1234567890', 'sk-env-1234567890'],
  ])
})

test('a broken key file is left for the user to repair, and the app still starts', async () => {
  await (await open()).set('kimi', 'sk-one-1234567890')
  await writeFile(join(folder.path, 'keys.safe.json'), '{"qwen": 7}')
  const store = await open()
  expect([store.list(), store.get('kimi')]).toEqual([['kimi'], 'sk-one-1234567890'])
  const refused = { code: 'FILE_BROKEN', details: { path: 'keys.safe.json', line: 1, column: 10 } }
  await expect(store.set('qwen', 'sk-two-1234567890')).rejects.toMatchObject(refused)
  expect(store.get('qwen')).toBe(undefined)
  expect(await readFile(join(folder.path, 'keys.safe.json'), 'utf8')).toBe('{"qwen": 7}')
})
