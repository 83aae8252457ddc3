import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import type { HostsAnswer, HostsRequest } from './hostsInTurn.ts'
import { endings, type WebApp } from './webHost.ts'

const root = resolve(import.meta.dirname, '..', '..')

/** The web hosts of a worker's tests: one after the other, in one process as long as nobody stops or kills it. */
export interface HostKeeper {
  /** Resolves when the folder is served; what was served before is let go of. */
  serve(dataFolder: string): Promise<WebApp>
  /** Lets go of the folder that is served; its process stays. */
  rest(): Promise<void>
  end(): Promise<void>
}

export function createHostKeeper(): HostKeeper {
  let process: ReturnType<typeof startHosts> | null = null
  const running = () => {
    if (process?.hasEnded()) process = null
    process ??= startHosts()
    return process
  }
  return {
    async serve(dataFolder) {
      const hosts = running()
      const said = hosts.log().length
      const answer = await hosts.ask({ serve: dataFolder })
      if (!('link' in answer)) throw new Error(`the web host did not start: ${JSON.stringify(answer)}`)
      const { link, port } = answer
      return { link, port, pid: hosts.pid, dataFolder, log: () => hosts.log().slice(said), ...hosts.endings }
    },
    async rest() {
      if (process === null || process.hasEnded()) return
      const answer = await process.ask({ rest: true })
      if ('fault' in answer) throw new Error(answer.fault)
    },
    async end() {
      if (process !== null && !process.hasEnded()) await process.endings.stop()
    },
  }
}

/** A process of `hostsInTurn.ts`. */
function startHosts() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'hostsInTurn.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += String(chunk)
  })
  const exited = once(child, 'exit')
  return {
    pid: child.pid ?? 0,
    log: () => errors,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async ask(request: HostsRequest): Promise<HostsAnswer> {
      const answered = once(child, 'message').then(([answer]) => answer as HostsAnswer) // what hostsInTurn.ts sends
      child.send(request)
      return Promise.race([
        answered,
        exited.then(([code]) => {
          throw new Error(`the web host ended with ${code}:\n${errors}`)
        }),
      ])
    },
    endings: endings(child, exited),
  }
}
