import {
  createHmac,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import { z } from 'zod'
import { type HelloAnswer, hostText, linkText, pageText, type Welcome } from '../../contract/handshake.ts'
import type { Clock } from '../../lib/clock.ts'
import { type HostKeys, sessionIdOf, type WebSessions } from '../../services/webSessions/index.ts'
import { isLocalHost } from '../security.ts'

/** How long a page may take from its question to its socket, in milliseconds. */
const challengeMs = 30_000
/** Questions that wait for their socket; the oldest makes room. */
const maxChallenges = 256

type SourceRefusal = 'host' | 'origin'

interface GateRequest {
  readonly host: string | undefined
  readonly origin: string | undefined
  /** Always sent with an Origin by browsers: upgrades and everything that is no plain GET. */
  readonly needsOrigin: boolean
}

/** A page that has proved itself, and what proves the host to it: the first message on its socket. */
export interface Admitted {
  readonly session: string
  readonly greeting: Welcome
}

export interface Gate {
  /** A secret for one new session; 32 random bytes as base64url, valid until used or until the host ends. */
  issueSecret(): string
  /** Step 1 of `contract/handshake.ts`; undefined for what is no hello. */
  answer(hello: unknown, origin: string): HelloAnswer | undefined
  /** Step 2; null when the page has not proved itself. @throws AppError FILE_BROKEN, IO_ERROR. */
  admit(
    proved: { readonly challenge: string; readonly proof: string },
    page: { readonly origin: string; readonly browser: string },
  ): Promise<Admitted | null>
  /** Host and Origin, which a page cannot forge: stops DNS rebinding and foreign pages. */
  refusesSource(request: GateRequest): SourceRefusal | null
}

const bytes = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max)
const helloSchema = z.strictObject({
  nonce: bytes(64).min(43),
  session: bytes(64).optional(),
  registration: z.strictObject({ publicKey: bytes(400), mac: bytes(64) }).optional(),
})

interface Challenge {
  readonly nonce: string
  readonly origin: string
  readonly publicKey: string
  /** The link's secret; absent for a registered session. */
  readonly secret?: Buffer | undefined
  readonly issuedAt: number
}

export interface GateOptions {
  readonly keys: HostKeys
  readonly sessions: WebSessions
  /** The port this host listens on; a session belongs to the one it was registered at. */
  readonly port: () => number
  readonly clock: Clock
}

/** Authenticates pages of the web host. Its own state: unused links, and challenges on their way to a socket. */
export function createGate({ keys, sessions, port, clock }: GateOptions): Gate {
  const hostKey = publicKeyOf(keys.privateKey)
  const unused = new Set<Buffer>()
  const challenges = new Map<string, Challenge>()

  function issueChallenge(question: Omit<Challenge, 'issuedAt'>): HelloAnswer {
    const oldest = challenges.keys().next().value
    if (challenges.size >= maxChallenges && oldest !== undefined) challenges.delete(oldest)
    const challenge = randomBytes(32).toString('base64url')
    challenges.set(challenge, { ...question, issuedAt: clock.monotonic() })
    return { challenge }
  }

  function findSession(id: string, origin: string) {
    const session = sessions.find(id)
    return session?.origin === origin && session.port === port() ? session : undefined
  }

  return {
    issueSecret() {
      const secret = randomBytes(32)
      unused.add(secret)
      return secret.toString('base64url')
    },

    answer(hello, origin) {
      const parsed = helloSchema.safeParse(hello)
      if (!parsed.success) return undefined
      const { nonce, session, registration } = parsed.data
      if (registration === undefined) {
        const publicKey = session === undefined ? undefined : findSession(session, origin)?.publicKey
        return publicKey === undefined ? { refused: 'session' } : issueChallenge({ nonce, origin, publicKey })
      }
      const { publicKey, mac } = registration
      const text = linkText(origin, nonce, publicKey)
      const secret = [...unused].find((candidate) => isMacOf(candidate, text, mac))
      return secret ? issueChallenge({ nonce, origin, publicKey, secret }) : { refused: 'link' }
    },

    async admit({ challenge, proof }, page) {
      const question = challenges.get(challenge)
      // Each challenge counts once, whatever comes of it.
      challenges.delete(challenge)
      if (!question || question.origin !== page.origin) return null
      if (clock.monotonic() - question.issuedAt > challengeMs) return null
      const { nonce, origin, publicKey, secret } = question
      const session = sessionIdOf(publicKey)
      const transcript = { origin, session, nonce, challenge }
      const key = readPublicKey(publicKey)
      if (!key || !isSignedBy(key, pageText(transcript), proof)) return null
      if (secret) {
        // Two pages with one link: the first that proves itself has it.
        if (!unused.delete(secret)) return null
        await sessions.register({ publicKey, origin, port: port(), browser: page.browser.slice(0, 300) })
      } else if (!findSession(session, origin) || !sessions.use(session)) return null
      const { journalKey } = keys
      const text = hostText(transcript, { hostKey, journalKey })
      const welcome = { hostKey, journalKey, proof: signatureOf(keys.privateKey, text) }
      return { session, greeting: { welcome: secret ? { ...welcome, mac: macOf(secret, text) } : welcome } }
    },

    refusesSource({ host, origin, needsOrigin }) {
      if (host === undefined || !isLocalHost(host)) return 'host'
      if (origin === undefined) return needsOrigin ? 'origin' : null
      return origin.toLowerCase() === `http://${host.toLowerCase()}` ? null : 'origin'
    },
  }
}

// WebCrypto signs as r‖s, Node as DER unless configured otherwise.
const dsaEncoding = 'ieee-p1363'

/** A page's public key, base64url of its SPKI; undefined when it is anything but a P-256 key. */
function readPublicKey(spki: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(spki, 'base64url'), format: 'der', type: 'spki' })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined
  } catch {
    // Bytes that are no key can come from any sender; there is nothing to report.
    return undefined
  }
}

function isSignedBy(key: KeyObject, text: string, signature: string): boolean {
  return verify('sha256', Buffer.from(text), { key, dsaEncoding }, Buffer.from(signature, 'base64url'))
}

function signatureOf(key: KeyObject, text: string): string {
  return sign('sha256', Buffer.from(text), { key, dsaEncoding }).toString('base64url')
}

/** Base64url of the public half, as SPKI. */
function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64url')
}

function macOf(secret: Buffer, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

function isMacOf(secret: Buffer, text: string, mac: string): boolean {
  const [own, given] = [Buffer.from(macOf(secret, text)), Buffer.from(mac)]
  return own.length === given.length && timingSafeEqual(own, given)
}
