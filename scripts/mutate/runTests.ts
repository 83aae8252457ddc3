import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export type Outcome = 'passed' | 'failed' | 'late'

/**
 * Runs the tests in these folders of `cwd`, one file after the other, until the first one fails. A run that is
 * not over after `limitMs` is ended with all its processes.
 */
export function runTests(
  cwd: string,
  tests: readonly string[],
  limitMs: number,
): Promise<{ outcome: Outcome; output: string }> {
  const folders = tests.filter((folder) => existsSync(join(cwd, folder)))
  const vitest = join(cwd, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', ...folders, '--bail', '1', '--reporter', 'dot', '--no-file-parallelism']
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    })
    const parts: string[] = []
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      // The whole group: a worker that spins does not end with its parent.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, limitMs)
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => parts.push(String(part)))
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ outcome: isLate ? 'late' : code === 0 ? 'passed' : 'failed', output: parts.join('') })
    })
  })
}
