import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

export interface WatchedHost {
  readonly link: string
  /** Names what is under way from now on. */
  begin(action: string): void
  /** The longest turn of its main thread in each action, milliseconds of processor time. */
  longestTurns(): Promise<Readonly<Record<string, number>>>
  stop(): Promise<void>
}

/** The web host as `npm start` runs it, in a process of its own whose event loop is watched. */
export async function startWatchedHost(dataFolder: string): Promise<WatchedHost> {
  const entry = resolve(import.meta.dirname, '../../scripts/start.mjs')
  const watch = pathToFileURL(resolve(import.meta.dirname, 'hostTurns.ts')).href
  const child = spawn(process.execPath, [entry, '--web', '--json', '--port', '0', '--data', dataFolder], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: `--import ${watch}` },
  })
  const exited = once(child, 'exit')
  if (child.stdout === null) throw new Error('no output of the host')
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { link } = JSON.parse(line) as { link: string } // by `npm start -- --json`
  return {
    link,
    begin: (action) => void child.send({ begin: action }),
    async longestTurns() {
      const answer = once(child, 'message')
      child.send({ tell: true })
      const [turns] = (await answer) as [Record<string, number>] // its only message
      return turns
    },
    async stop() {
      child.kill('SIGINT')
      await exited
    },
  }
}
