import { spawn, spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../support/hostedTestApp.ts'

const root = resolve(import.meta.dirname, '../../..')
const faulty = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'tests/support/faultyProcess.ts'), ...args], { encoding: 'utf8' })

test('rejections that nobody handles are logged once per place, without their text, and the process goes on', () => {
  const { status, stdout, stderr } = faulty()
  const logged = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect([status, stdout, logged.length]).toEqual([0, 'still here\n', 1])
  expect([logged[0].name, logged[0].at[0]]).toEqual([
    'TypeError',
    expect.stringContaining('faultyProcess.ts'),
  ])
  expect(stderr).not.toMatch(/sk-live|林远/)
})

test('an exception that nobody catches ends the process with 1 and one sentence', () => {
  const { status, stdout, stderr } = faulty('throw')
  expect([status, stdout.split('\n').length, stdout]).toEqual([1, 3, expect.stringContaining('已经退出')])
  expect(stderr.trim().split('\n').length).toBe(2)
  expect(stderr).not.toMatch(/sk-live|秘密/)
  expect(faulty('throw', 'en').stdout).toMatch(/\nCreoNow made an error inside and has ended\. .*\n$/)
})

/** Rejects once somebody in the process listens for that; without a listener it would end with 1. */
const rejecting = `data:text/javascript,${encodeURIComponent(`
  const timer = setInterval(() => {
    if (process.listenerCount('unhandledRejection') === 0) return
    clearInterval(timer)
    Promise.reject(new Error('雾港的秘密'))
  }, 10)`)}`

test.each([
  ['the command line', ['scripts/creonow.mjs', 'rpc']],
  ['the web host', ['tests/support/startTestApp.ts', '--web', '--port', '0']],
])('%s goes on after a rejection that nobody handled', async (_host, [file = '', ...args]) => {
  const folder = await temporaryFolder()
  const child = spawn(process.execPath, ['--import', rejecting, join(root, file), ...args], {
    env: { ...process.env, CREONOW_DATA_DIR: folder.path },
  })
  const ended = new Promise((resolve) => child.on('close', resolve))
  let stderr = ''
  for await (const chunk of child.stderr) {
    stderr += String(chunk)
    if (stderr.includes('nobody handled')) break
  }
  child.kill('SIGINT')
  child.stdin.end()
  expect([await ended, stderr.includes('秘密')]).toEqual([0, false])
  await folder.remove()
})
