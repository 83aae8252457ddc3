import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { defaultSettings } from '../../../main/src/services/settings/index.ts'
import { type CachingServer, messages, startCachingServer } from '../../support/cachingServer.ts'
import { marksCache } from '../../support/simulatedCache.ts'

const root = join(import.meta.dirname, '../../..')
let server: CachingServer | undefined
let data = ''
afterEach(async () => {
  await server?.close()
  await rm(data, { recursive: true, force: true })
})

test('probe-cache prints what the usage of three requests says', { tags: ['whole'] }, async () => {
  server = await startCachingServer({ cache: marksCache(), answer: messages })
  data = await mkdtemp(join(tmpdir(), 'probe-'))
  const provider = {
    id: 'own',
    name: '自己的',
    baseUrl: server.baseUrl,
    models: ['claude-sonnet-5-5'],
    family: 'anthropic',
  }
  await mkdir(data, { recursive: true })
  await writeFile(
    join(data, 'settings.json'),
    JSON.stringify({ version: 1, ...defaultSettings, providers: [provider] }),
  )
  const args = ['scripts/probe-cache.ts', 'own/claude-sonnet-5-5', '--data', data, '--pause', '0']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
  const lines = stdout.trim().split('\n')
  expect(lines.map((line) => line.split(/[:, ]+/)[1])).toEqual(['marks', 'firstWrite', 'hit', 'hit'])
  expect(lines[2]).toContain(`"cache_read_input_tokens":${server.found[1]?.read}`)
  expect(server.found[2]?.read).toBeGreaterThan(server.found[1]?.read ?? 0)
})
