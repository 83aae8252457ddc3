import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { silentLogger } from '../../../../../main/src/lib/logger.ts'
import { createReadMemory, createTodoList } from '../../../../../main/src/services/agent/index.ts'
import { createBashTool } from '../../../../../main/src/services/agent/tools/bash.ts'
import { hidingCommand, runShell } from '../../../../../main/src/services/agent/tools/shell.ts'

const isPosix = process.platform !== 'win32'
const options = {
  cwd: process.cwd(),
  env: { PATH: process.env.PATH },
  timeoutMs: 10_000,
  signal: new AbortController().signal,
}
const name = 'CREONOW_KEY_SHELL_TEST'
const hidden = await hidingCommand(options.env)

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

/** What a program prints that has a key in its environment from its start on: that is what /proc shows. */
async function linesOf(script: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, [name]: 'geheim-1234' },
  })
  return stdout.trim().split('\n')
}

test.runIf(existsSync('/proc/self/environ'))(
  'no process above a command has the environment of the app',
  async () => {
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
    const answers = await linesOf(script)
    expect(answers).toHaveLength(2)
    for (const answer of answers) {
      expect(answer).toContain('PATH=')
      expect(answer).not.toContain('geheim-1234')
    }
  },
)

test.runIf(hidden !== undefined)(
  'a hidden command reads the environment of no other process, and ends as any other',
  async () => {
    const script = `
      import { hidingCommand, runShell } from ${JSON.stringify(new URL('../../../../../main/src/services/agent/tools/shell.ts', import.meta.url).href)}
      const env = { PATH: process.env.PATH }
      const hidden = await hidingCommand(env)
      const attack = [
        'cat /proc/[0-9]*/environ',
        'cat /proc/' + process.pid + '/environ',
        'cat /proc/' + process.pid + '/task/*/environ; cat /proc/$PPID/environ',
      ]
      const { signal } = new AbortController()
      for (const command of attack) {
        const whole = '{ ' + command + '; cat /proc/self/environ; } 2>/dev/null | tr "\\\\0" "\\\\n"; exit 3'
        const ended = await runShell(whole, { cwd: '/', env, timeoutMs: 5000, signal, hidden })
        console.log(JSON.stringify(ended))
      }
    `
    const answers = await linesOf(script)
    expect(answers).toHaveLength(3)
    for (const answer of answers) {
      const stdout = expect.stringContaining('PATH=')
      expect(JSON.parse(answer)).toEqual({ exitCode: 3, stdout, stderr: '', timedOut: false })
      expect(answer).not.toContain('geheim-1234')
    }
  },
)

test.runIf(hidden !== undefined)(
  'a hidden command is stopped at its time-out, with its children',
  async () => {
    const ended = await runShell('sleep 60 & echo 雾; wait', { ...options, hidden, timeoutMs: 1000 })
    expect(ended).toEqual({ exitCode: null, stdout: '雾\n', stderr: '', timedOut: true })
  },
)

test.runIf(isPosix)(
  'where nothing hides the app from a command, none runs or is asked about while its environment has a secret',
  async () => {
    // No `unshare` there; `echo` is part of the shell.
    const outcomes = await Promise.all(
      [{ HTTPS_PROXY: 'http://lin:Abc12345@proxy.local:8080' }, {}].map(runWithoutHiding),
    )
    expect(outcomes).toEqual([
      {
        asked: 0,
        result: {
          status: 'error',
          context: { tool: 'Bash' },
          data: {},
          error: refusal,
          text: expect.any(String),
        },
      },
      {
        asked: 1,
        result: {
          status: 'success',
          data: { exitCode: 0, stdout: '雾\n', stderr: '', timedOut: false },
          text: 'exit 0\n雾\n',
        },
      },
    ])
  },
)

const refusal = { code: 'AGENT_TOOL_OFF', message: expect.stringContaining('CREONOW_KEY_') }

async function runWithoutHiding(variables: Readonly<Record<string, string>>) {
  let asked = 0
  const tool = createBashTool(
    { logger: silentLogger, languageOf: async () => 'zh', redactText: (text) => text },
    {
      rootOf: () => process.cwd(),
      developerMode: () => true,
      permissions: { of: () => ({ writes: 'ask', bash: 'ask' }) },
      countStoredKeys: () => 0,
      environment: { PATH: '/nowhere', ...variables },
    },
  )
  const result = await tool.run(
    { command: 'echo 雾' },
    {
      projectId: 'p',
      signal: options.signal,
      reads: createReadMemory(),
      todos: createTodoList(),
      approve: async () => {
        asked += 1
        return true
      },
      round: () => {
        throw new Error('a command writes no file of a round')
      },
    },
  )
  return { asked, result }
}
