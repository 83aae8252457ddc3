import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Signer } from '@fastify/cookie'
import type { Clock } from '../../lib/clock.ts'
import { isLocalHost } from '../security.ts'
import type { SessionKey } from './sessionKey.ts'

/** How long a browser stays admitted, in seconds: one month. */
export const cookieMaxAgeSeconds = 30 * 24 * 3600

export type Refusal = 'host' | 'origin' | 'session'

export interface GateRequest {
  readonly host: string | undefined
  readonly origin: string | undefined
  /** A WebSocket upgrade, which browsers send across origins without asking. */
  readonly upgrade: boolean
}

export interface Gate {
  readonly cookieName: string
  /** A token for one visit of `/open`; 32 random bytes, valid until used or until the host ends. */
  issueToken(): string
  /** True once per issued token. */
  redeem(token: string): boolean
  /** A signed cookie value for a browser that came with a token. */
  newCookie(): string
  /** True for an unexpired value signed by this instance's key. */
  acceptsCookie(value: string | undefined): boolean
  /** Host and Origin, which the page cannot forge: stops DNS rebinding and foreign pages. */
  refusesSource(request: GateRequest): Refusal | null
}

/** Decides who may talk to the web host. No I/O; the only state is the list of unused tokens. */
export function createGate(options: { key: SessionKey; clock: Clock }): Gate {
  const { key, clock } = options
  const signer = new Signer(key.secret)
  const unused: Buffer[] = []

  return {
    cookieName: `creonow_${key.instanceId}`,

    issueToken() {
      const token = randomBytes(32)
      unused.push(token)
      return token.toString('base64url')
    },

    redeem(token) {
      const given = Buffer.from(token, 'base64url')
      const index = unused.findIndex(
        (candidate) => candidate.length === given.length && timingSafeEqual(candidate, given),
      )
      if (index < 0) return false
      unused.splice(index, 1)
      return true
    },

    newCookie() {
      const issuedAt = Math.floor(clock.now() / 1000)
      return signer.sign(`${issuedAt}-${randomBytes(16).toString('hex')}`)
    },

    acceptsCookie(value) {
      if (value === undefined) return false
      const unsigned = signer.unsign(value)
      if (!unsigned.valid || unsigned.value === null) return false
      const issuedAt = Number.parseInt(unsigned.value, 10)
      // A clock that went back leaves ages negative; the signature alone decides then.
      return clock.now() / 1000 - issuedAt <= cookieMaxAgeSeconds
    },

    refusesSource({ host, origin, upgrade }) {
      if (host === undefined || !isLocalHost(host)) return 'host'
      if (origin === undefined) return upgrade ? 'origin' : null
      return origin.toLowerCase() === `http://${host.toLowerCase()}` ? null : 'origin'
    },
  }
}
