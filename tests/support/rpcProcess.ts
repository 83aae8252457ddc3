import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const root = resolve(import.meta.dirname, '..', '..')

export interface Answer {
  readonly id: string | number | null
  readonly ok: boolean
  // The shape depends on the channel; each test names what it looks at.
  readonly data?: Record<string, never>
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly details?: Record<string, never>
  }
}

export interface RpcProcess {
  /** The id of the project that was opened. */
  readonly projectId: string
  /** Writes all lines at once. */
  send(...lines: readonly object[]): void
  /** The answer to a request that was sent. */
  answer(id: string | number): Promise<Answer>
  /** Ends the input; resolves with the exit code and stderr. */
  end(): Promise<{ readonly code: number | null; readonly stderr: string }>
}

/** `creonow rpc` with planted sources (see plantedRpc.ts) in a process of its own. */
export function startPlantedRpc(dataFolder: string, project: string, sources: readonly string[]) {
  return start([join(root, 'tests/support/plantedRpc.ts'), dataFolder, project, sources.join(',')])
}

async function start(args: readonly string[]): Promise<RpcProcess> {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  const answers = new Map<string | number, Answer>()
  const waiting = new Map<string | number, (answer: Answer) => void>()
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8')
  })
  const closed = new Promise<number | null>((done) => child.on('close', done))
  const ready = new Promise<string>((done, failed) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const value = JSON.parse(line)
      if (typeof value.ready === 'string') return done(value.ready)
      answers.set(value.id, value)
      waiting.get(value.id)?.(value)
    })
    closed.then(() => failed(new Error(`ended before it was ready: ${stderr}`)), failed)
  })
  const projectId = await ready
  return {
    projectId,
    send: (...lines) => void child.stdin.write(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
    answer: (id) =>
      new Promise((done) => {
        const known = answers.get(id)
        if (known) done(known)
        else waiting.set(id, done)
      }),
    async end() {
      child.stdin.end()
      return { code: await closed, stderr }
    },
  }
}
