import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import fastifyWebsocket from '@fastify/websocket'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { maxFrameBytes } from '../../contract/frames.ts'
import { linkFragment } from '../../contract/handshake.ts'
import { AppError, systemCode } from '../../lib/appError.ts'
import { type Clock, systemClock } from '../../lib/clock.ts'
import type { Disposable } from '../../lib/disposables.ts'
import type { Logger } from '../../lib/logger.ts'
import type { HostedApp } from '../hostedApp.ts'
import { containedFile, cspHeader, noncePlaceholder, securityHeaders } from '../security.ts'
import { type Admitted, createGate, type Gate } from './gate.ts'
import { type PageName, pageFor } from './pages.ts'
import { type PageSocket, servePage } from './socket.ts'

/** Used when no port was requested and it is free, so that an open page can reconnect. */
export const preferredPort = 4173
/** How long dispose() is delayed for requests under way, a save above all, in milliseconds. */
const drainTimeoutMs = 5_000
const usualRequestTimeoutMs = 10_000

export interface WebHostOptions {
  readonly app: HostedApp
  /** Absolute path of the built renderer, `out/renderer`. */
  readonly rendererFolder: string
  readonly logger: Logger
  /** Left out: the preferred port, else a free one. 0: a free one. Otherwise this one or PORT_IN_USE. */
  readonly port?: number | undefined
  readonly host?: '127.0.0.1'
  readonly clock?: Clock
  /** How long a request may take to arrive whole; 10 s when absent. */
  readonly requestTimeoutMs?: number
}

export interface WebHost extends Disposable {
  /** `http://127.0.0.1:4173/`, for browsers that are let in already. */
  readonly url: string
  /** The one-time link for the first browser. */
  readonly link: string
  readonly port: number
  /** False when the preferred port was in use and another one was chosen. */
  readonly onPreferredPort: boolean
  /** Another one-time link, for another browser. */
  issueLink(): string
  dispose(): Promise<void>
}

/** Serves the renderer and the contract on loopback to browsers that came by the link. Throws PORT_IN_USE. */
export async function startWebHost(options: WebHostOptions): Promise<WebHost> {
  const { app, rendererFolder, logger, host = '127.0.0.1', clock = systemClock } = options
  const { requestTimeoutMs = usualRequestTimeoutMs } = options
  const sessions = app.webSessions
  const gate = createGate({ keys: await sessions.hostKeys(), sessions, port: () => port, clock })
  const pages = new Set<{ drain(): Promise<void> }>()
  const onSocket = (socket: PageSocket, admitted: Admitted) => {
    const page = servePage(app, socket, admitted, logger)
    pages.add(page)
    socket.on('close', () => void page.drain().then(() => pages.delete(page)))
  }

  async function listen(port: number) {
    const server = await createServer({ gate, rendererFolder, logger, requestTimeoutMs, onSocket })
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
  // A browser never sends the fragment: another program on the port does not get the secret.
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
  if (systemCode(error) === 'EADDRINUSE')
    return new AppError(ErrorCode.PORT_IN_USE, { port }, { cause: error })
  if (systemCode(error) === 'EACCES')
    return new AppError(ErrorCode.FORBIDDEN, { why: 'port', port }, { cause: error })
  return error
}

function drainTimeout(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, drainTimeoutMs).unref()
  })
}

interface ServerOptions {
  readonly gate: Gate
  /** Absolute path of the built renderer. */
  readonly rendererFolder: string
  readonly logger: Logger
  /** How long a request may take to arrive whole. */
  readonly requestTimeoutMs: number
  onSocket(socket: PageSocket, admitted: Admitted): void
}

/** The largest hello, in bytes; files come through the socket. */
const maxBodyBytes = 4096

/**
 * The HTTP side of the web host: origin check first, then the handshake, the socket and the renderer's files, which
 * contain no data of anybody. Not listening.
 */
async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { gate, rendererFolder, logger, onSocket, requestTimeoutMs } = options
  const server = fastify({
    logger: false,
    bodyLimit: maxBodyBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: requestTimeoutMs, connectionsCheckingInterval: Math.min(requestTimeoutMs, 1000) },
    frameworkErrors: (_error, _request, reply) => refuse(reply, 400, 'missing'),
  })
  await server.register(fastifyStatic, { root: rendererFolder, serve: false, dotfiles: 'ignore' })
  await server.register(fastifyWebsocket, {
    options: { maxPayload: maxFrameBytes, perMessageDeflate: false },
    errorHandler: (error, socket) => {
      logger.info({ reason: error.message }, 'page connection failed')
      socket.terminate()
    },
  })

  const admitted = new WeakMap<FastifyRequest, Admitted>()
  server.addHook('onRequest', async (request, reply) => {
    if (isAmbiguous(request)) return turnAway(request, reply, 400, 'ambiguous')
    const { host, origin } = request.headers
    const refusal = gate.refusesSource({ host, origin, needsOrigin: request.ws || request.method !== 'GET' })
    if (refusal) return turnAway(request, reply, 403, refusal)
    if (!request.ws) return
    const page = await gate.admit(proofOf(request), pageOf(request))
    if (!page) return turnAway(request, reply, 401, 'proof')
    admitted.set(request, page)
  })
  server.setErrorHandler((error, _request, reply) => {
    const { statusCode = 500 } = Object(error) as { statusCode?: number }
    // A body that is no JSON, too large or cut off is rejected by fastify.
    if (statusCode < 500) return refuse(reply, statusCode, 'foreign')
    logger.error({ cause: error instanceof Error ? error.message : String(error) }, 'web request failed')
    return refuse(reply, 500, 'failed')
  })
  server.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'missing'))

  server.post('/session', (request, reply) => {
    const answer = gate.answer(request.body, pageOf(request).origin)
    if (answer && 'refused' in answer) logRefused(request, answer.refused)
    return reply
      .code(answer === undefined ? 400 : 200)
      .headers(securityHeaders(cspHeader()))
      .header('cache-control', 'no-store')
      .send(answer ?? {})
  })
  server.get('/ipc', { websocket: true }, (socket, request) => {
    const page = admitted.get(request)
    if (page) onSocket(socket, page)
    else socket.terminate()
  })
  server.get('/', (_request, reply) => sendIndex(reply))
  server.get('/index.html', (_request, reply) => sendIndex(reply))
  server.get('/*', async (request, reply) => {
    const file = await containedFile(rendererFolder, pathOf(request))
    if (file === null) return refuse(reply, 404, 'missing')
    // Vite puts a content hash into the names under assets/, and only there.
    const hashed = pathOf(request).startsWith('/assets/')
    return reply
      .headers(securityHeaders(cspHeader()))
      .header('cache-control', hashed ? 'private, max-age=31536000, immutable' : 'no-store')
      .sendFile(basename(file), dirname(file), { cacheControl: false })
  })

  function turnAway(request: FastifyRequest, reply: FastifyReply, status: number, refusal: string) {
    logRefused(request, refusal)
    return refuse(reply, status, 'foreign')
  }

  function logRefused(request: FastifyRequest, refusal: string): void {
    logger.warn({ security: true, refusal, path: pathOf(request).slice(0, 200) }, 'web request refused')
  }

  async function sendIndex(reply: FastifyReply): Promise<FastifyReply> {
    const file = await containedFile(rendererFolder, '/index.html')
    if (file === null) return refuse(reply, 503, 'notBuilt')
    const nonce = randomBytes(16).toString('base64')
    const html = (await readFile(file, 'utf8')).replaceAll(noncePlaceholder, nonce)
    return reply
      .headers(securityHeaders(cspHeader({ nonce })))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html)
  }

  return server
}

function refuse(reply: FastifyReply, status: number, name: PageName): FastifyReply {
  return reply
    .code(status)
    .headers(securityHeaders(cspHeader()))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(pageFor(name, reply.request.headers['accept-language']))
}

function pageOf({ headers }: FastifyRequest) {
  return { origin: (headers.origin ?? '').toLowerCase(), browser: headers['user-agent'] ?? '' }
}

/** Two Host or Origin lines, or a target with a host of its own: programs disagree about which one counts. */
function isAmbiguous({ raw }: FastifyRequest): boolean {
  const names = raw.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
  const isRepeated = (name: string) => names.indexOf(name) !== names.lastIndexOf(name)
  return isRepeated('host') || isRepeated('origin') || !raw.url?.startsWith('/')
}

function proofOf(request: FastifyRequest) {
  const { challenge, proof } = Object(request.query) as { challenge?: unknown; proof?: unknown }
  const isText = typeof challenge === 'string' && typeof proof === 'string'
  return isText ? { challenge, proof } : { challenge: '', proof: '' }
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
}
