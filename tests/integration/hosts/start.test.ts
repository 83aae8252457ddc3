import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findElectron } from '../../../scripts/start/findElectron.ts'
import { temporaryFolder } from '../../support/hostedTestApp.ts'
import { enter, get } from './webClient.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
const children: ChildProcess[] = []

function run(...args: string[]) {
  const child = spawn(process.execPath, ['tests/support/startTestApp.ts', ...args], {
    env: { ...process.env, CREONOW_DATA_DIR: join(folder.path, 'data') },
  })
  children.push(child)
  return { child, errors: text(child.stderr) }
}

/** The first lines of stdout, as many as asked for. */
async function lines(child: ReturnType<typeof run>['child'], count: number): Promise<string[]> {
  let all = ''
  for await (const chunk of child.stdout) {
    all += String(chunk)
    if (all.split('\n').length > count) break
  }
  return all.split('\n').slice(0, count)
}

beforeEach(async () => {
  folder = await temporaryFolder()
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await folder.remove()
})

test('--json prints one line with a working link, and Ctrl-C (twice, as npm sends it) lets go', async () => {
  const { child, errors } = run('--web', '--port', '0', '--json')
  const [line = ''] = await lines(child, 1)
  const started = JSON.parse(line)
  expect(started).toEqual({
    host: 'web',
    reason: '用了 --web',
    link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#open=[\w-]{43}$/),
    url: `http://127.0.0.1:${started.port}/`,
    port: expect.any(Number),
    pid: child.pid,
  })
  expect((await enter(started.port, started.link)).kept).toBeDefined()
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(await errors).toContain('disposed\n')
  await expect(get(started.port, '/')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('the start without --json prints one sentence with the reason, then the link on a line of its own', async () => {
  const { child } = run('--web', '--port', '0')
  const [sentence, link] = await lines(child, 2)
  expect(sentence).toMatch(/^CreoNow 在浏览器里打开，因为用了 --web。/)
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#open=[\w-]{43}$/)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('the start uses the language of the settings, before that of the terminal, also for failures', async () => {
  await mkdir(join(folder.path, 'data'))
  await writeFile(join(folder.path, 'data', 'settings.json'), '{"language":"en"}')
  const { child } = run('--web', '--port', '0')
  const [sentence] = await lines(child, 2)
  expect(sentence).toBe(
    'CreoNow opens in the browser, because --web was given. Open this link (it works once); Ctrl-C ends:',
  )
  child.kill('SIGTERM')
  expect(await run('--port', 'x').errors).toBe(
    'INVALID_ARGUMENT: --port is a number from 0 to 65535, not “x”.\n',
  )
})

test('a taken port and a wrong option end with 1 and a coded sentence, and the app is let go', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const first = run('--web', '--port', String(port), '--json')
  const [line = ''] = await lines(first.child, 1)
  expect(JSON.parse(line)).toEqual({
    ok: false,
    error: { code: 'PORT_IN_USE', message: expect.stringContaining(String(port)) },
  })
  expect(await first.errors).toMatch(/^disposed\nPORT_IN_USE: /)
  taken.close()
  const second = run('--nonsense')
  expect([await once(second.child, 'exit'), await second.errors]).toEqual([
    [1, null],
    'INVALID_ARGUMENT: 用法：npm start -- [--web] [--port 端口] [--data 文件夹] [--json]\n',
  ])
})

test('a download of Electron that failed is tried once, not at every start', async () => {
  const packageFolder = join(folder.path, 'electron')
  await mkdir(packageFolder)
  await writeFile(join(packageFolder, 'package.json'), '{"version":"1.2.3"}')
  await writeFile(
    join(packageFolder, 'install.js'),
    "require('node:fs').appendFileSync(__dirname + '/tries', 'x'); process.exit(1)",
  )
  const options = {
    packageFolder,
    memoryFile: join(folder.path, 'cache', 'failed'),
    onDownload: () => undefined,
  }
  const reasons = [findElectron(options), findElectron(options)]
  expect(reasons).toEqual([{ missing: 'notDownloaded' }, { missing: 'notDownloadedBefore' }])
  expect(await readFile(join(packageFolder, 'tries'), 'utf8')).toBe('x')
  await mkdir(join(packageFolder, 'dist'))
  await writeFile(join(packageFolder, 'dist', 'electron'), '')
  await writeFile(join(packageFolder, 'path.txt'), 'electron')
  expect(findElectron(options)).toEqual({ path: join(packageFolder, 'dist', 'electron') })
})
