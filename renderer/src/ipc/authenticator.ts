import {
  type Hello,
  type HelloAnswer,
  hostText,
  linkText,
  pageText,
  type Welcome,
} from '../../../main/src/contract/handshake.ts'
import { isMacOf, isSignedBy, macOf, newNonce, newPageKey, signatureOf } from './proofs.ts'

/** What this browser keeps of its session; the key can be used here and cannot be read. */
export interface Credentials {
  readonly session: string
  readonly privateKey: CryptoKey
  /** Public key of the host that let this browser in; no other is believed. */
  readonly hostKey: string
}

export interface CredentialStore {
  read(): Promise<Credentials | undefined>
  write(credentials: Credentials): Promise<void>
}

/**
 * `refused`: the host does not know this browser, or no longer. `unverified`: who answers cannot prove that it is
 * the host. `away`: nobody answers.
 */
export type Closed = 'refused' | 'unverified' | 'away'

/** A way in that is half open: the page has an answer to the host's challenge, and waits for the host's own. */
export interface ReadyHandshake {
  /** What the socket's address ends with. */
  readonly query: string
  /** Takes the first message of the socket; false when it does not come from the host. Never rejects. */
  admit(first: string): Promise<boolean>
}

export interface Authenticator {
  /** Before each connection. Never rejects. */
  startHandshake(): Promise<ReadyHandshake | Closed>
  /** What the journal is encrypted with; known once the host has proved itself. */
  readonly journalKey: Promise<string>
}

export interface AuthenticatorOptions {
  readonly origin: string
  readonly credentials: CredentialStore
  /** The secret of a one-time link, when this page was opened by one. */
  readonly linkSecret: string | null
  readonly fetch?: typeof fetch
}

const answerMs = 10_000

/** Proves this page to the host and the host to this page, by `contract/handshake.ts`. */
export const createAuthenticator = (options: AuthenticatorOptions): Authenticator => {
  const { origin, credentials, fetch: request = (input, init) => fetch(input, init) } = options
  const journalKey = Promise.withResolvers<string>()
  let linkSecret = options.linkSecret

  const hello = async (body: Hello): Promise<HelloAnswer | 'unverified' | 'away'> => {
    try {
      const answer = await request(`${origin}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(answerMs),
      })
      return readAnswer(await answer.json())
    } catch (cause) {
      // Whoever answers with something else than JSON is not the host.
      return cause instanceof SyntaxError ? 'unverified' : 'away'
    }
  }

  /** With the session that this browser has; null when there is none. */
  const comeBack = async (): Promise<ReadyHandshake | Closed | null> => {
    const stored = await credentials.read()
    if (stored === undefined) return null
    const { session, privateKey, hostKey } = stored
    const nonce = newNonce()
    const answer = await hello({ nonce, session })
    if (typeof answer === 'string') return answer
    if ('refused' in answer) return 'refused'
    const transcript = { origin, session, nonce, challenge: answer.challenge }
    return readyHandshake(answer.challenge, await signatureOf(privateKey, pageText(transcript)), (welcome) =>
      hostKey === welcome.hostKey
        ? isSignedBy(hostKey, hostText(transcript, welcome), welcome.proof)
        : Promise.resolve(false),
    )
  }

  const register = async (secret: string): Promise<ReadyHandshake | Closed> => {
    const { privateKey, publicKey, session } = await newPageKey()
    const nonce = newNonce()
    const mac = await macOf(secret, linkText(origin, nonce, publicKey))
    const answer = await hello({ nonce, registration: { publicKey, mac } })
    if (typeof answer === 'string') return answer
    if ('refused' in answer) return 'refused'
    const transcript = { origin, session, nonce, challenge: answer.challenge }
    return readyHandshake(
      answer.challenge,
      await signatureOf(privateKey, pageText(transcript)),
      async (welcome) => {
        const text = hostText(transcript, welcome)
        if (welcome.mac === undefined || !(await isMacOf(secret, text, welcome.mac))) return false
        await credentials.write({ session, privateKey, hostKey: welcome.hostKey })
        linkSecret = null
        return true
      },
    )
  }

  const readyHandshake = (
    challenge: string,
    proof: string,
    check: (welcome: Welcome['welcome']) => Promise<boolean>,
  ): ReadyHandshake => ({
    query: `?${new URLSearchParams({ challenge, proof })}`,
    async admit(first) {
      try {
        const welcome = readWelcome(first)
        if (welcome === null || !(await check(welcome))) return false
        journalKey.resolve(welcome.journalKey)
        return true
      } catch (cause) {
        // Keys and signatures that are none come from somebody else.
        console.error('handshake', cause)
        return false
      }
    },
  })

  return {
    journalKey: journalKey.promise,
    async startHandshake() {
      try {
        const back = await comeBack()
        // A link opened where it is not needed stays unused.
        if (linkSecret === null || (back !== null && back !== 'refused')) return back ?? 'refused'
        return await register(linkSecret)
      } catch (cause) {
        // A browser that gives no database (private windows of some) cannot keep a key.
        console.error('handshake', cause)
        return 'refused'
      }
    },
  }
}

const readAnswer = (value: unknown): HelloAnswer | 'unverified' => {
  const { challenge, refused } = Object(value) as Partial<Record<string, unknown>>
  if (typeof challenge === 'string') return { challenge }
  return refused === 'session' || refused === 'link' ? { refused } : 'unverified'
}

const readWelcome = (text: string): Welcome['welcome'] | null => {
  const { welcome } = Object(JSON.parse(text)) as Partial<Record<string, unknown>>
  const { hostKey, journalKey, proof, mac } = Object(welcome) as Partial<Record<string, unknown>>
  if (typeof hostKey !== 'string' || typeof journalKey !== 'string' || typeof proof !== 'string') return null
  return { hostKey, journalKey, proof, ...(typeof mac === 'string' && { mac }) }
}
