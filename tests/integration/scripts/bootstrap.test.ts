import { spawn } from 'node:child_process'
import { chmod, copyFile, cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../../support/hostedTestApp.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let root: string
let programs: string

const program = async (name: string, script: string) => {
  await writeFile(join(programs, name), `#!/bin/sh\n${script}\n`)
  await chmod(join(programs, name), 0o755)
}

/** An npm that notes how it was called and puts this Node where the real one would. */
const npm = (fails = '') =>
  program(
    'npm',
    `echo "$1" >> "${folder.path}/calls"
case "$PATH" in *node_modules*) echo "npm sees the Node it deletes" >> "${folder.path}/calls";; esac
case " ${fails} " in *" $1 "*) exit 1;; esac
/bin/mkdir -p node_modules/.bin && /bin/ln -sf "${process.execPath}" node_modules/.bin/node`,
  )

const calls = async () =>
  (await readFile(join(folder.path, 'calls'), 'utf8').catch(() => '')).split('\n').slice(0, -1)

/** `options` are those of Node. */
async function bootstrap(purpose: string, ...options: readonly string[]) {
  const path = [join(root, 'node_modules', '.bin'), programs].join(':')
  const script = join(root, 'scripts', 'bootstrap.mjs')
  const child = spawn(process.execPath, [...options, script, '--for', purpose], {
    env: { PATH: path, CREONOW_NO_INSTALL: '1', LANG: 'zh_CN.UTF-8' },
  })
  const [errors, output, code] = await Promise.all([
    text(child.stderr),
    text(child.stdout),
    new Promise((resolve) => child.on('exit', resolve)),
  ])
  return { code, output, lines: errors.split('\n').slice(0, -1) }
}

const lock = (version: string) =>
  JSON.stringify({
    packages: {
      '': {},
      'node_modules/zod': { version },
      'node_modules/win': { version: '1.0.0', optional: true },
    },
  })

beforeEach(async () => {
  folder = await temporaryFolder()
  root = join(folder.path, 'repository')
  programs = join(folder.path, 'programs')
  await mkdir(programs)
  await cp('scripts', join(root, 'scripts'), { recursive: true })
  await writeFile(join(root, 'package.json'), '{"type":"module"}')
  await writeFile(join(root, 'package-lock.json'), lock('4.0.0'))
})

afterEach(() => folder.remove())

test('a fresh clone is installed once; the second start has nothing to do and says nothing', async () => {
  await npm()
  expect([await bootstrap('cli'), await bootstrap('cli')]).toEqual([
    { code: 0, output: '', lines: ['[set-up] 还没有装依赖：运行 npm ci（约一分钟）'] },
    { code: 0, output: '', lines: [] },
  ])
  expect(await calls()).toEqual(['ci'])
})

test('the Node of the system may be an old one: the set-up brings its own', async () => {
  await npm()
  const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })`
  expect(await bootstrap('cli', '--import', `data:text/javascript,${encodeURIComponent(old)}`)).toEqual({
    code: 0,
    output: '',
    lines: ['[set-up] 还没有装依赖：运行 npm ci（约一分钟）'],
  })
})

test('a changed lock file is installed again, by an npm that does not run on the Node it deletes', async () => {
  await npm()
  await bootstrap('cli')
  await writeFile(join(root, 'package-lock.json'), lock('4.0.1'))
  const { lines } = await bootstrap('cli')
  expect([lines, await calls()]).toEqual([['[set-up] package-lock.json 变了：运行 npm ci'], ['ci', 'ci']])
})

test('what npm has installed by hand is not installed a second time', async () => {
  await npm()
  await mkdir(join(root, 'node_modules', '.bin'), { recursive: true })
  await symlink(process.execPath, join(root, 'node_modules', '.bin', 'node'))
  const installed = { packages: { 'node_modules/zod': { version: '4.0.0' } } }
  await writeFile(join(root, 'node_modules', '.package-lock.json'), JSON.stringify(installed))
  expect([await bootstrap('cli'), await calls()]).toEqual([{ code: 0, output: '', lines: [] }, []])
})

test('when npm ci fails npm install is tried, and when that fails too it ends with one sentence', async () => {
  await npm('ci')
  expect((await bootstrap('cli')).lines.at(-1)).toBe('[set-up] npm ci 没有成功：改用 npm install')
  expect(await calls()).toEqual(['ci', 'install'])
  await npm('ci install')
  await writeFile(join(root, 'package-lock.json'), lock('4.0.1'))
  const { code, lines } = await bootstrap('cli')
  expect([code, lines.at(-1)]).toEqual([
    1,
    '依赖没有装好（npm ci 和 npm install 都失败了），请检查网络后重试；npm 的输出在上面。',
  ])
})

test('a Node that is too old inside node_modules is noticed before anything runs on it', async () => {
  await npm()
  await program('old', 'echo v20.20.2')
  await mkdir(join(root, 'node_modules', '.bin'), { recursive: true })
  await program('npm', `/bin/ln -sf "${join(programs, 'old')}" node_modules/.bin/node`)
  const { code, lines } = await bootstrap('cli')
  expect([code, lines.at(-1)?.split(':', 1)[0]]).toEqual([1, 'NODE_TOO_OLD'])
})

test('the system browser is found by running it, so that a stub that only prints advice does not count', async () => {
  await npm()
  await program('chromium', 'echo "please install the snap"; exit 1')
  await program('google-chrome', 'echo "Google Chrome 150.0.1"')
  await bootstrap('test')
  const outcome = async () =>
    JSON.parse(await readFile(join(root, 'node_modules', '.cache', 'creonow-browser.json'), 'utf8'))
  expect(await outcome()).toMatchObject({ chromium: join(programs, 'google-chrome'), reason: null })
})

test('a headless shell goes before a whole browser: Playwright’s own, then the distribution’s', async () => {
  await npm()
  const known = join(root, 'node_modules', '.cache', 'creonow-browser.json')
  const found = async () => {
    await rm(known, { force: true })
    await bootstrap('test')
    return JSON.parse(await readFile(known, 'utf8')).chromium
  }
  await program('chromium', 'echo "Chromium 150.0.1"')
  expect(await found()).toBe(join(programs, 'chromium'))
  await program('chromium-headless-shell', 'echo "Chromium 150.0.1"')
  expect(await found()).toBe(join(programs, 'chromium-headless-shell'))
  const playwright = join(root, 'node_modules', '@playwright', 'test')
  await mkdir(playwright, { recursive: true })
  const whole = join(folder.path, 'chromium-1255', 'chrome-linux64', 'chrome')
  const answer = `module.exports = { chromium: { executablePath: () => ${JSON.stringify(whole)} } }`
  await writeFile(join(playwright, 'index.js'), answer)
  const inner = join(folder.path, 'chromium_headless_shell-1255', 'chrome-headless-shell-linux64')
  await mkdir(inner, { recursive: true })
  await copyFile(join(programs, 'chromium'), join(inner, 'chrome-headless-shell'))
  expect(await found()).toBe(join(inner, 'chrome-headless-shell'))
})

test('without a browser the reason is written down and the set-up still succeeds', async () => {
  await npm()
  const { code, lines } = await bootstrap('test')
  const file = join(root, 'node_modules', '.cache', 'creonow-browser.json')
  expect([code, lines.at(-1), JSON.parse(await readFile(file, 'utf8'))]).toEqual([
    0,
    '[set-up] 没有 Chromium：浏览器测试会跳过',
    expect.objectContaining({ chromium: null, reason: expect.stringContaining('没有找到 Chromium') }),
  ])
})

test('a built renderer is kept until its sources change', async () => {
  await npm()
  await mkdir(join(root, 'renderer', 'src'), { recursive: true })
  await writeFile(join(root, 'renderer', 'index.html'), '<title>雾港</title>')
  await writeFile(join(root, 'electron.vite.renderer.ts'), '')
  await bootstrap('cli')
  await mkdir(join(root, 'node_modules', 'vite', 'bin'), { recursive: true })
  await writeFile(
    join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
    "const fs = require('node:fs'); fs.mkdirSync('out/renderer', { recursive: true }); fs.writeFileSync('out/renderer/index.html', '')",
  )
  const first = await bootstrap('start')
  const second = await bootstrap('start')
  await writeFile(join(root, 'renderer', 'src', 'main.ts'), 'export {}\n')
  const third = await bootstrap('start')
  const building = ['[set-up] 构建界面']
  expect([first.lines, second.lines, third.lines]).toEqual([building, [], building])
})
