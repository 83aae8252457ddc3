import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { FileResult } from './testProcess.ts'

/** `hung`: a test file was not over in the time given to it, or took Vitest with it. */
export type Outcome = 'passed' | 'failed' | 'hung'

/** One Vitest that stays, with everything it has loaded, between runs in the same tree. */
export interface TestRunner {
  /** The test files below these folders, absolute. */
  list(folders: readonly string[]): Promise<readonly string[]>
  /**
   * Runs test files in this order until the first one fails. When a file takes longer than its limit, Vitest is ended with all its processes, and the next run starts a new one.
   */
  run(files: readonly TimedFile[]): Promise<TestRun>
  end(): void
}

/** A test file, by its absolute path, and the most that it may take. */
export interface TimedFile {
  readonly path: string
  readonly limitMs: number
}

interface TestRun {
  readonly outcome: Outcome
  /** The files that have ended, in the order in which they ran. */
  readonly ended: readonly FileResult[]
}

/** A runner for the tree in `cwd`; its process starts with the first use. */
export function createTestRunner(cwd: string): TestRunner {
  let child: ChildProcess | undefined
  const started = (): ChildProcess => {
    child ??= fork(join(import.meta.dirname, 'testProcess.ts'), {
      cwd,
      // A group of its own: a worker that spins does not end with its parent.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, NODE_COMPILE_CACHE: join(cwd, '.compiled') },
    })
    return child
  }
  const end = () => {
    if (child?.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    child = undefined
  }
  const request = <T>(message: object, limit: (done: number) => number, onFile: (file: FileResult) => void) =>
    new Promise<T | 'hung'>((resolve) => {
      const process = started()
      let done = 0
      const settle = (settled: () => void) => {
        clearTimeout(timer)
        process.removeAllListeners()
        settled()
      }
      const onLimit = () => {
        end()
        settle(() => resolve('hung'))
      }
      let timer = setTimeout(onLimit, limit(done))
      process.on('message', (reply: { readonly file: FileResult } | { readonly result: T }) => {
        if ('result' in reply) return settle(() => resolve(reply.result))
        onFile(reply.file)
        done += 1
        clearTimeout(timer)
        timer = setTimeout(onLimit, limit(done))
      })
      process.on('exit', () => {
        child = undefined
        settle(() => resolve('hung'))
      })
      process.send(message)
    })
  return {
    async list(folders) {
      const files = await request<readonly string[]>(
        { folders },
        () => 120_000,
        () => undefined,
      )
      if (files === 'hung') throw new Error('Vitest does not list its test files')
      return files
    },
    async run(files) {
      const ended: FileResult[] = []
      const limit = (done: number) => files[done]?.limitMs ?? 20_000
      const paths = files.map(({ path }) => path)
      const outcome = await request<'passed' | 'failed'>({ files: paths }, limit, (file) => ended.push(file))
      return { outcome, ended }
    },
    end,
  }
}
