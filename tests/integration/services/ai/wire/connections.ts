import { createServer } from 'node:http'
import { createServer as createHttp2Server, createSecureServer } from 'node:http2'
import { type AddressInfo, connect, createServer as createSocketServer, type Server } from 'node:net'
import { silentLogger } from '../../../../../main/src/lib/logger.ts'
import { setProxyFrom } from '../../../../../main/src/lib/proxy.ts'
import { selfSigned } from '../../../../support/selfSigned.ts'
import type { Scenario } from './scenario.ts'

const answer: Scenario['does'] = (speech) => speech.answer()
type At = NonNullable<Scenario['at']>
const nobody = { requests: 0 }

async function listening(server: Server): Promise<{ readonly port: number; readonly close: () => void }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const open = new Set<{ destroy(): void }>()
  server.on('connection', (socket) => void open.add(socket))
  const close = () => {
    for (const socket of open) socket.destroy()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, close }
}

/** Nothing listens at the port any more. */
const closedPort: At = async () => {
  const { port, close } = await listening(createSocketServer())
  close()
  return { baseUrl: `http://127.0.0.1:${port}/v1`, close }
}

const serverAt =
  (scheme: 'http' | 'https', create: () => Server): At =>
  async () => {
    const { port, close } = await listening(create())
    return { baseUrl: `${scheme}://127.0.0.1:${port}/v1`, close }
  }

/** A proxy that knows where `novel.invalid` is, which no name server does; `status`: how it answers instead. */
const throughProxy =
  (variable: 'HTTP_PROXY' | 'https_proxy', status?: string): At =>
  async (common) => {
    const proxy = createServer()
    proxy.on('connect', (_, socket) => {
      if (status !== undefined) return void socket.end(`HTTP/1.1 ${status}\r\n\r\n`)
      const onward = connect(Number(new URL(common).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        onward.pipe(socket).pipe(onward)
      })
      for (const end of [onward, socket]) end.on('error', () => onward.destroy())
    })
    const { port, close } = await listening(proxy)
    const restore = setProxyFrom({ [variable]: `http://127.0.0.1:${port}` }, silentLogger)
    const scheme = variable === 'HTTP_PROXY' ? 'http' : 'https'
    return {
      baseUrl: `${scheme}://novel.invalid/v1`,
      close() {
        restore()
        close()
      },
    }
  }

/** The proxy is set, and nothing is there. */
const deadProxy: At = async (common) => {
  const { baseUrl } = await closedPort(common)
  const restore = setProxyFrom({ HTTPS_PROXY: new URL(baseUrl).origin }, silentLogger)
  return { baseUrl: 'https://novel.invalid/v1', close: restore }
}

/** Services on this computer are asked without the proxy, which is not there. */
const aroundProxy: At = async (common) => {
  const { baseUrl } = await closedPort(common)
  const restore = setProxyFrom({ HTTP_PROXY: new URL(baseUrl).origin }, silentLogger)
  return { baseUrl: common, close: restore }
}

/** Services that are hard to reach. */
export const connections: readonly Scenario[] = [
  {
    name: 'that is not running',
    at: closedPort,
    does: answer,
    expected: { ends: 'AI_ADDRESS_REFUSED', ...nobody },
  },
  {
    name: 'whose name nobody has',
    at: async () => ({ baseUrl: 'http://nobody.invalid/v1', close: () => undefined }),
    does: answer,
    expected: { ends: 'AI_OFFLINE', ...nobody },
  },
  {
    name: 'that speaks plain HTTP where TLS is expected',
    at: async (common) => ({ baseUrl: common.replace('http:', 'https:'), close: () => undefined }),
    does: answer,
    expected: { ends: 'AI_TLS', ...nobody },
  },
  {
    name: 'with a certificate that nobody has signed',
    at: serverAt('https', () => createSecureServer({ ...selfSigned(), allowHTTP1: true })),
    does: answer,
    expected: { ends: 'AI_TLS', ...nobody },
  },
  {
    name: 'that speaks HTTP/2 alone, over TLS',
    at: serverAt('https', () => createSecureServer({ ...selfSigned(), ALPNProtocols: ['h2'] })),
    does: answer,
    expected: { ends: 'AI_HTTP_VERSION', ...nobody },
  },
  {
    name: 'that speaks HTTP/2 alone, without TLS',
    at: serverAt('http', () => createHttp2Server()),
    does: answer,
    expected: { ends: 'AI_HTTP_VERSION', ...nobody },
  },
  {
    name: 'that is reached by IPv4 in the form of IPv6',
    at: async (common) => ({
      baseUrl: common.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
      close: () => undefined,
    }),
    does: answer,
    expected: {},
  },
  {
    name: 'that hangs up before it answers',
    does: (speech) => void speech.response.socket?.destroy(),
    expected: { ends: 'AI_UNREACHABLE', requests: 3, waits: [1000, 2000] },
  },
  {
    name: 'that never answers',
    waiting: { headersMs: 150 },
    does: () => undefined,
    expected: { ends: 'AI_PROVIDER_TIMEOUT' },
  },
  {
    name: 'behind the proxy of HTTP_PROXY',
    at: throughProxy('HTTP_PROXY'),
    does: answer,
    expected: {},
  },
  {
    name: 'behind a proxy of https_proxy that wants a password (407)',
    at: throughProxy('https_proxy', '407 Proxy Authentication Required'),
    does: answer,
    expected: { ends: 'AI_PROXY', ...nobody },
  },
  {
    name: 'behind a proxy that does not reach it (502)',
    at: throughProxy('HTTP_PROXY', '502 Bad Gateway'),
    does: answer,
    expected: { ends: 'AI_PROXY', ...nobody },
  },
  {
    name: 'behind a proxy that is not running',
    at: deadProxy,
    does: answer,
    expected: { ends: 'AI_PROXY', ...nobody },
  },
  {
    name: 'on this computer, beside a proxy that is not running',
    at: aroundProxy,
    does: answer,
    expected: {},
  },
]
