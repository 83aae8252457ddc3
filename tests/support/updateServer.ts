import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { UpdateFeed } from '../../main/src/hosts/electron/updates/updateFeed.ts'

/** A feed of new versions on this computer, as an owner serves it. */
export interface UpdateServer {
  readonly feed: UpdateFeed
  /** Base64 of the public key, as `package.json` has it. */
  readonly publicKey: string
  /** Signs a version with one program and offers it. */
  offer(version: string, program: Buffer, more?: OfferedMore): void
  /** Answers a path in another way; undefined: as before. */
  answer(path: string, how: ((request: IncomingMessage, response: ServerResponse) => void) | undefined): void
  /** The paths that were asked for. */
  readonly asked: string[]
  /** What was sent with them, as `name: value`. */
  readonly headers: string[]
  close(): Promise<void>
}

/** What may be otherwise in an offer. */
interface OfferedMore {
  /** Absent: the owner's. */
  readonly key?: KeyObject
  /** Lines of the channel file besides. */
  readonly lines?: string
  /** In the place of the true one. */
  readonly size?: number
}

/** A pair of keys as an owner makes them. */
export const newKeys = () => generateKeyPairSync('ed25519')

/** Starts it without an offer. */
export async function startUpdateServer(): Promise<UpdateServer> {
  const keys = newKeys()
  const files = new Map<string, Buffer>()
  const answers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>()
  const asked: string[] = []
  const headers: string[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*$/, '')
    asked.push(path)
    headers.push(...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`))
    const other = answers.get(path)
    if (other) return other(request, response)
    const bytes = files.get(path)
    response.writeHead(bytes === undefined ? 404 : 200, { 'content-length': bytes?.length ?? 0 })
    response.end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens to a port
  return {
    feed: { url: new URL(`http://127.0.0.1:${port}/desk/`), publicKey: keys.publicKey },
    publicKey: keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    asked,
    headers,
    offer(version, program, { key = keys.privateKey, lines = '', size = program.length } = {}) {
      const sha512 = createHash('sha512').update(program).digest('base64')
      const name = `CreoNow-${version}.AppImage`
      const channel = Buffer.from(
        `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${size}\npath: ${name}\nsha512: ${sha512}\n${lines}`,
      )
      files.set('/desk/latest-linux.yml', channel)
      files.set('/desk/latest-linux.yml.sig', Buffer.from(`${sign(null, channel, key).toString('base64')}\n`))
      files.set(`/desk/${name}`, program)
    },
    answer(path, how) {
      if (how) answers.set(path, how)
      else answers.delete(path)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
