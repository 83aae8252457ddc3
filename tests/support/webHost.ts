import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const root = resolve(import.meta.dirname, '..', '..')

/** A running web host of the product, in a process of its own. */
export interface WebApp {
  readonly link: string
  readonly port: number
  readonly pid: number
  readonly dataFolder: string
  /** Everything the host has written to stderr so far. */
  log(): string
  /** Ends the host as Ctrl-C does; resolves with its exit code. */
  stop(): Promise<number | null>
  /** Ends it as a crash would. */
  kill(): Promise<void>
}

export interface StartWebAppOptions {
  readonly dataFolder: string
  /** 0: a free one. */
  readonly port?: number
  readonly env?: Readonly<Record<string, string>>
  /** Another entry than `scripts/start.mjs`, taking the same options. */
  readonly entry?: string
}

/** Hosts that this worker has started and that have not ended yet. */
const running = new Set<ChildProcess>()

/** Kills what `startWebApp` has started and nobody has stopped. */
export async function endStartedHosts(): Promise<void> {
  for (const child of running) {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
}

/**
 * Starts `npm start -- --web --json` without npm and waits for its line. Rejects with stderr when it ends early. The
 * fixtures of webApp.ts end it with the test, whatever becomes of that.
 */
export async function startWebApp(options: StartWebAppOptions): Promise<WebApp> {
  const { dataFolder, port = 0, env = {}, entry = 'scripts/start.mjs' } = options
  const child = spawn(
    process.execPath,
    [join(root, entry), '--web', '--json', '--port', String(port), '--data', dataFolder],
    { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  running.add(child)
  child.once('exit', () => running.delete(child))
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += String(chunk)
  })
  const exited = once(child, 'exit')
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text)),
    exited.then(([code]) => {
      throw new Error(`the web host ended with ${code}:\n${errors}`)
    }),
  ])
  const started: { link?: string; port: number; pid: number } = JSON.parse(line)
  const { link } = started
  if (link === undefined) throw new Error(`the web host did not start: ${line}\n${errors}`)
  return { ...started, link, dataFolder, log: () => errors, ...endings(child, exited) }
}

/** How a process of the host is ended. */
export function endings(child: ChildProcess, exited: Promise<unknown[]>): Pick<WebApp, 'stop' | 'kill'> {
  return {
    async stop() {
      child.kill('SIGINT')
      const [code] = await exited
      return typeof code === 'number' ? code : null
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
