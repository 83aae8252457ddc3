import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import fastifyWebsocket from '@fastify/websocket'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { maxFrameBytes } from '../../contract/frames.ts'
import type { Logger } from '../../lib/logger.ts'
import { containedFile, cspHeader, noncePlaceholder, securityHeaders } from '../security.ts'
import type { Admitted, Gate } from './gate.ts'
import { type PageName, pageFor } from './pages.ts'
import type { PageSocket } from './socket.ts'

export interface ServerOptions {
  readonly gate: Gate
  /** Absolute path of the built renderer. */
  readonly rendererFolder: string
  readonly logger: Logger
  onSocket(socket: PageSocket, admitted: Admitted): void
}

/** The largest hello, in bytes; files come through the socket. */
const maxBodyBytes = 4096

/**
 * The HTTP side of the web host: gate first, then the handshake, the socket and the renderer's files, which hold
 * nothing of anybody. Not listening.
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { gate, rendererFolder, logger, onSocket } = options
  const server = fastify({
    logger: false,
    bodyLimit: maxBodyBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
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
    // A body that is no JSON, too large or cut off: fastify has seen to it.
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

function proofOf(request: FastifyRequest) {
  const { challenge, proof } = Object(request.query) as { challenge?: unknown; proof?: unknown }
  const isText = typeof challenge === 'string' && typeof proof === 'string'
  return isText ? { challenge, proof } : { challenge: '', proof: '' }
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
}
