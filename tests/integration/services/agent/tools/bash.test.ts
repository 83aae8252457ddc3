import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runShell } from '../../../../../main/src/services/agent/tools/shell.ts'

const isPosix = process.platform !== 'win32'
const options = {
  cwd: process.cwd(),
  env: { PATH: process.env.PATH },
  timeoutMs: 10_000,
  signal: new AbortController().signal,
}
const name = 'CREONOW_KEY_SHELL_TEST'

test.runIf(isPosix)('a command ends with its own end, whatever its children hold open', async () => {
  const started = await runShell('setsid sleep 60 & sleep 60 & echo 雾; exit 3', options)
  expect(started).toEqual({ exitCode: 3, stdout: '雾\n', stderr: '', timedOut: false })
})

test.runIf(isPosix)(
  'a command ends at its time-out, although a child that has left its group has the output and goes on',
  async () => {
    const ended = await runShell('setsid sleep 60 & echo $!; sleep 60', { ...options, timeoutMs: 1000 })
    expect(ended).toEqual({
      exitCode: null,
      stdout: expect.stringMatching(/^\d+\n$/),
      stderr: '',
      timedOut: true,
    })
    // The author reads of this limit where commands are allowed. It throws when the child has ended.
    process.kill(Number(ended.stdout), 'SIGKILL')
  },
)

test.runIf(isPosix)('a command that is stopped ends, and so do its children', async () => {
  const abort = new AbortController()
  const running = runShell('sleep 60 & echo $!; wait', { ...options, signal: abort.signal })
  setTimeout(() => abort.abort(), 300)
  const { stdout, timedOut } = await running
  expect(timedOut).toBe(false)
  // Where nobody collects what was orphaned, what has ended still has a number.
  const state = (pid: string) => {
    const path = `/proc/${pid}/stat`
    return existsSync(path) ? readFileSync(path, 'utf8').replace(/^.*\) (.).*$/s, '$1') : 'gone'
  }
  await expect.poll(() => state(stdout.trim())).toMatch(/^(?:Z|gone)$/)
})

test.runIf(existsSync('/proc/self/environ'))(
  'no process above a command has the environment of the app',
  async () => {
    // What it has at its start is what /proc shows: the test runs below a process of its own.
    const script = `
      import { runShell } from ${JSON.stringify(new URL('../../../../../main/src/services/agent/tools/shell.ts', import.meta.url).href)}
      const attack = [
        'cat /proc/$PPID/environ',
        'pid=$$; while [ "$pid" -gt 1 ]; do cat /proc/$pid/environ; pid=$(sed "s/.*) . //; s/ .*//" /proc/$pid/stat); done',
      ]
      const { signal } = new AbortController()
      for (const command of attack) {
        const { stdout } = await runShell(command + ' | tr "\\\\0" "\\\\n"', { cwd: '/', env: { PATH: process.env.PATH }, timeoutMs: 5000, signal })
        console.log(JSON.stringify(stdout))
      }
    `
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, [name]: 'geheim-1234' },
    })
    const answers = stdout.trim().split('\n')
    expect(answers).toHaveLength(2)
    for (const answer of answers) {
      expect(answer).toContain('PATH=')
      expect(answer).not.toContain('geheim-1234')
    }
  },
)
