import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

export type Outcome = 'passed' | 'failed' | 'late'

const running = new Set<number>()

/** Ends whatever runs, with all its processes: a worker that spins does not end with its parent. */
export function endRuns(): void {
  for (const pid of running) process.kill(-pid, 'SIGKILL')
}

/** The tests in these folders that carry the name of the file: most mutants fall at once before them. */
export function testsNamedAs(path: string, cwd: string, tests: readonly string[]): string[] {
  const name = basename(path, '.ts')
  return tests
    .filter((folder) => existsSync(join(cwd, folder)))
    .flatMap((folder) =>
      readdirSync(join(cwd, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => basename(file).startsWith(`${name}.`) && file.endsWith('.test.ts'))
}

/**
 * Runs the tests in these folders or files of `cwd`, one file after the other, until the first one fails. A run that is
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
    if (child.pid !== undefined) running.add(child.pid)
    const parts: string[] = []
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, limitMs)
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => parts.push(String(part)))
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      if (child.pid !== undefined) running.delete(child.pid)
      resolve({ outcome: isLate ? 'late' : code === 0 ? 'passed' : 'failed', output: parts.join('') })
    })
  })
}
