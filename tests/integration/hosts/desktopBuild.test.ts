import { spawn } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../support/hostedTestApp.ts'

const root = resolve(import.meta.dirname, '../../..')
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let out: string

function run(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, args, { cwd: root })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString('utf8')
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8')
  })
  return new Promise((done) => child.on('close', (code) => done({ code, stdout, stderr })))
}

beforeAll(async () => {
  folder = await temporaryFolder('creonow-desktop-')
  // As a packaged app lies: the build, what it ships, and its packages around it.
  const resources = join(folder.path, 'resources')
  const app = join(resources, 'app')
  await mkdir(app, { recursive: true })
  for (const name of ['samples', '.creonow-template']) await symlink(join(root, name), join(resources, name))
  for (const name of ['package.json', 'node_modules']) await symlink(join(root, name), join(app, name))
  out = join(app, 'out')
  const built = await run(
    join(root, 'node_modules/electron-vite/bin/electron-vite.js'),
    'build',
    '--outDir',
    out,
  )
  expect([built.code, built.stderr.includes('rror')]).toEqual([0, false])
}, 120_000)
afterAll(() => folder.remove())

test('the built app opens the sample, assembles, runs, records and quits', async () => {
  const driver = join(root, 'tests/support/desktopProcess.ts')
  const { code, stdout, stderr } = await run(driver, out, '--data', join(folder.path, 'data'))
  // The log of the app: what it says at `info` and `warn` is no fault.
  expect({ code, faults: stderr.split('\n').filter((line) => !/^$|"level":[34]0/.test(line)) }).toEqual({
    code: 0,
    faults: [],
  })
  expect(JSON.parse(stdout)).toEqual({
    page: [200, ['app://creonow/index.html']],
    sample: [true, true],
    index: 'done',
    layers: ['rules', 'settings', 'retrieved', 'immediate'],
    promptHasText: true,
    cancelled: 'CANCELLED',
    types: ['started', 'context', 'text', 'usage', 'done'],
    wrote: true,
    recorded: true,
    template: [true, true],
    imported: ['utf-8', 2],
    threads: [
      ['services/agent/tools/grepWorker.js', 0],
      ['services/codex/namesWorker.js', 0],
      ['services/manuscript/export/exportWorker.js', 0],
      ['services/manuscript/search/expressionWorker.js', 0],
      ['services/retrieval/indexWorker.js', 0],
      ['services/retrieval/vectorWorker.js', 0],
    ],
    quitAtOnce: false,
    // Its packages are linked here; the packed layout has copies (`npm run packed`).
    foreign: expect.any(Array),
    windowMs: expect.any(Number),
  })
}, 60_000)
