import { join, resolve } from 'node:path'
import { createApp } from '../../main/src/app.ts'
import { ErrorCode } from '../../main/src/contract/errorCodes.ts'
import { watchProcess } from '../../main/src/hosts/processFaults.ts'
import { startWebHost } from '../../main/src/hosts/web/webHost.ts'
import { AppError } from '../../main/src/lib/appError.ts'
import { createLogger } from '../../main/src/lib/logger.ts'
import { sharedEncoding } from './tokenTables.ts'

/** What the process is asked for, and what it answers, as messages of a child process. */
export type HostsRequest = { readonly serve: string } | { readonly rest: true }
export type HostsAnswer =
  | { readonly link: string; readonly port: number }
  | { readonly resting: true }
  | { readonly fault: string }

// The program of a process that serves one data folder after the other as `npm start -- --web` serves its one: what a
// start costs (modules, tokenizer, compiled code) is paid once for all tests of a worker.
const say = (sentence: string) => process.stderr.write(`${sentence}\n`)
const logger = createLogger({ level: process.env.CREONOW_LOG ?? 'warn' })
watchProcess({ logger, showMessage: say, exit: (code) => process.exit(code) })

let rest: () => Promise<void> = async () => undefined

/** Stays while nobody else takes it: what a browser has compiled of a page that came from here, it does not again. */
let port = 0

async function serve(dataFolder: string): Promise<HostsAnswer> {
  const app = await createApp({ dataFolder, logger, encoding: sharedEncoding })
  const rendererFolder = resolve(import.meta.dirname, '..', '..', join('out', 'renderer'))
  const start = (wanted: number) => startWebHost({ app, rendererFolder, logger, port: wanted })
  const host = await start(port).catch((error: unknown) => {
    if (error instanceof AppError && error.code === ErrorCode.PORT_IN_USE) return start(0)
    throw error
  })
  port = host.port
  rest = async () => {
    rest = async () => undefined
    await host.dispose()
    await app.dispose()
  }
  return { link: host.link, port: host.port }
}

async function answer(request: HostsRequest): Promise<HostsAnswer> {
  await rest()
  return 'serve' in request ? serve(request.serve) : { resting: true }
}

process.on('message', (request: HostsRequest) => {
  void answer(request)
    .catch(
      (error: unknown): HostsAnswer => ({ fault: error instanceof Error ? `${error.stack}` : `${error}` }),
    )
    .then((answered) => process.send?.(answered))
})
process.on('SIGINT', () => void rest().then(() => process.exit(0)))
// Without the worker there is nobody left to serve.
process.on('disconnect', () => process.exit(0))
