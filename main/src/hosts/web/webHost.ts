import { ErrorCode } from '../../contract/errorCodes.ts'
import { linkFragment } from '../../contract/handshake.ts'
import { AppError, systemCode } from '../../lib/appError.ts'
import { type Clock, systemClock } from '../../lib/clock.ts'
import type { Disposable } from '../../lib/disposables.ts'
import type { Logger } from '../../lib/logger.ts'
import type { HostedApp } from '../hostedApp.ts'
import { type Admitted, createGate } from './gate.ts'
import { createServer } from './server.ts'
import { type PageSocket, servePage } from './socket.ts'

/** Taken when no port was asked for and it is free, so that an open page finds the host again. */
export const preferredPort = 4173
/** How long dispose() waits for requests under way, a save above all, in milliseconds. */
const drainTimeoutMs = 5_000

export interface WebHostOptions {
  readonly app: HostedApp
  /** Absolute path of the built renderer, `out/renderer`. */
  readonly rendererFolder: string
  readonly logger: Logger
  /** Left out: the preferred port, else a free one. 0: a free one. Otherwise this one or PORT_IN_USE. */
  readonly port?: number | undefined
  readonly host?: '127.0.0.1'
  readonly clock?: Clock
}

export interface WebHost extends Disposable {
  /** `http://127.0.0.1:4173/`, for browsers that are let in already. */
  readonly url: string
  /** The one-time link for the first browser. */
  readonly link: string
  readonly port: number
  /** False when the preferred port was taken and another one was chosen. */
  readonly onPreferredPort: boolean
  /** Another one-time link, for another browser. */
  issueLink(): string
  dispose(): Promise<void>
}

/** Serves the renderer and the contract on loopback to browsers that came by the link. Throws PORT_IN_USE. */
export async function startWebHost(options: WebHostOptions): Promise<WebHost> {
  const { app, rendererFolder, logger, host = '127.0.0.1', clock = systemClock } = options
  const sessions = app.webSessions
  const gate = createGate({ keys: await sessions.hostKeys(), sessions, port: () => port, clock })
  const pages = new Set<{ drain(): Promise<void> }>()
  const onSocket = (socket: PageSocket, admitted: Admitted) => {
    const page = servePage(app, socket, admitted, logger)
    pages.add(page)
    socket.on('close', () => void page.drain().then(() => pages.delete(page)))
  }

  async function listen(port: number) {
    const server = await createServer({ gate, rendererFolder, logger, onSocket })
    try {
      await server.listen({ host, port })
      return server
    } catch (error) {
      await server.close()
      throw error
    }
  }

  const server = await listen(options.port ?? preferredPort).catch((error: unknown) => {
    const code = systemCode(error)
    if (options.port === undefined && (code === 'EADDRINUSE' || code === 'EACCES')) return listen(0)
    throw portError(error, options.port ?? preferredPort)
  })
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : preferredPort
  const url = `http://${host}:${port}/`
  // A browser never sends the fragment: whoever else sits on the port does not learn the secret.
  const issueLink = () => `${url}${linkFragment}${gate.issueSecret()}`

  return {
    url,
    link: issueLink(),
    port,
    onPreferredPort: options.port !== undefined || port === preferredPort,
    issueLink,
    async dispose() {
      await Promise.race([Promise.all([...pages].map((page) => page.drain())), drainTimeout()])
      await server.close()
    },
  }
}

function portError(error: unknown, port: number): unknown {
  if (systemCode(error) === 'EADDRINUSE') {
    const message = `端口 ${port} 已被别的程序占用，请关掉它，或换一个端口（--port 0 自动选空闲的）。`
    return new AppError(ErrorCode.PORT_IN_USE, message, {
      data: {
        port,
        english: `Port ${port} is used by another program. Close it, or choose another (--port 0 takes a free one).`,
      },
      cause: error,
    })
  }
  if (systemCode(error) === 'EACCES') {
    const message = `没有权限使用端口 ${port}，请用 --port 换一个 1024 以上的端口。`
    return new AppError(ErrorCode.FORBIDDEN, message, {
      data: {
        port,
        english: `There is no permission to use port ${port}. Choose one above 1024 with --port.`,
      },
      cause: error,
    })
  }
  return error
}

function drainTimeout(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, drainTimeoutMs).unref()
  })
}
