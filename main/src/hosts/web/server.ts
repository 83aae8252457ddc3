import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import fastifyCookie from '@fastify/cookie'
import fastifyStatic from '@fastify/static'
import fastifyWebsocket from '@fastify/websocket'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { maxFrameBytes } from '../../contract/frames.ts'
import type { Logger } from '../../lib/logger.ts'
import { containedFile, cspHeader, noncePlaceholder, securityHeaders } from '../security.ts'
import { cookieMaxAgeSeconds, type Gate, type Refusal } from './gate.ts'
import { pages } from './pages.ts'
import type { PageSocket } from './socket.ts'

export interface ServerOptions {
  readonly gate: Gate
  /** Absolute path of the built renderer. */
  readonly rendererFolder: string
  readonly logger: Logger
  onSocket(socket: PageSocket): void
}

/** The HTTP side of the web host: gate first, then `/open`, `/ipc` and the renderer's files. Not listening. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { gate, rendererFolder, logger, onSocket } = options
  const server = fastify({
    logger: false,
    bodyLimit: 1024,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    frameworkErrors: (_error, _request, reply) => refuse(reply, 400, pages.notFound),
  })
  await server.register(fastifyCookie)
  await server.register(fastifyStatic, { root: rendererFolder, serve: false, dotfiles: 'ignore' })
  await server.register(fastifyWebsocket, {
    options: { maxPayload: maxFrameBytes, perMessageDeflate: false },
    errorHandler: (error, socket) => {
      logger.info({ reason: error.message }, 'page connection failed')
      socket.terminate()
    },
  })

  server.addHook('onRequest', async (request, reply) => {
    const { host, origin } = request.headers
    const refusal = gate.refusesSource({ host, origin, upgrade: request.ws })
    if (refusal) return turnAway(request, reply, refusal)
    if (pathOf(request) !== '/open' && !isAdmitted(request)) return turnAway(request, reply, 'session')
  })
  server.setErrorHandler((error, _request, reply) => {
    logger.error({ cause: error instanceof Error ? error.message : String(error) }, 'web request failed')
    return refuse(reply, 500, pages.failed)
  })
  server.setNotFoundHandler((_request, reply) => refuse(reply, 404, pages.notFound))

  server.get('/open', (request, reply) => {
    const { token } = request.query as { token?: unknown } // fastify parses the query, but types it `unknown`
    if (isAdmitted(request)) return reply.redirect('/', 303)
    if (typeof token !== 'string' || !gate.redeem(token)) return turnAway(request, reply, 'session')
    void reply.setCookie(gate.cookieName, gate.newCookie(), {
      httpOnly: true,
      sameSite: 'strict',
      path: '/',
      maxAge: cookieMaxAgeSeconds,
    })
    void reply.headers(securityHeaders(cspHeader())).header('cache-control', 'no-store')
    // A redirect after a click on another site would still count as cross-site and lose the strict cookie.
    const fromElsewhere = ['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site']))
    return fromElsewhere ? reply.type('text/html; charset=utf-8').send(pages.enter) : reply.redirect('/', 303)
  })
  server.get('/ipc', { websocket: true }, (socket) => onSocket(socket))
  server.get('/', (_request, reply) => sendIndex(reply))
  server.get('/index.html', (_request, reply) => sendIndex(reply))
  server.get('/*', async (request, reply) => {
    const file = await containedFile(rendererFolder, pathOf(request))
    if (file === null) return refuse(reply, 404, pages.notFound)
    // Vite puts a content hash into the names under assets/, and only there.
    const hashed = pathOf(request).startsWith('/assets/')
    return reply
      .headers(securityHeaders(cspHeader()))
      .header('cache-control', hashed ? 'private, max-age=31536000, immutable' : 'no-store')
      .sendFile(basename(file), dirname(file), { cacheControl: false })
  })

  function isAdmitted(request: FastifyRequest): boolean {
    return gate.acceptsCookie(request.cookies[gate.cookieName])
  }

  function turnAway(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
    logger.warn({ security: true, refusal, path: pathOf(request).slice(0, 200) }, 'web request refused')
    return refusal === 'session' ? refuse(reply, 401, pages.needsLink) : refuse(reply, 403, pages.foreign)
  }

  async function sendIndex(reply: FastifyReply): Promise<FastifyReply> {
    const file = await containedFile(rendererFolder, '/index.html')
    if (file === null) return refuse(reply, 503, pages.notBuilt)
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

function refuse(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .headers(securityHeaders(cspHeader()))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html)
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
}
