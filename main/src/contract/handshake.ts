/**
 * How a page and the web host prove themselves to each other before a socket carries anything. Free of zod: both
 * sides sign and check the same texts. Bytes are base64url without padding; keys are P-256 as SPKI (public);
 * signatures are ECDSA with SHA-256 as r‖s; a mac is HMAC-SHA-256 with the secret of the one-time link.
 *
 * 1. page → `POST /session` {@link Hello} → {@link HelloAnswer}
 * 2. page → socket `/ipc?challenge=…&proof=…`, proof = the page's signature of `pageText`
 * 3. host → {@link Welcome} as the first message; the page sends nothing before it has checked it
 */

export interface Hello {
  /** 32 random bytes of the page. */
  readonly nonce: string
  /** A session the host knows already: the hash of the page's public key. */
  readonly session?: string
  /** A page that came by a link: its new public key, vouched for by the link's secret (`linkText`). */
  readonly registration?: { readonly publicKey: string; readonly mac: string }
}

/** `session`: the host knows no such session here, or it has ended. `link`: the link was used before, or is no link. */
type HelloRefusal = 'session' | 'link'
/** The host's answer: 32 random bytes to sign, or why it refuses. */
export type HelloAnswer = { readonly challenge: string } | { readonly refused: HelloRefusal }

/** The host's half; `mac` answers a registration only, and lets the page trust a key that is new to it. */
export interface Welcome {
  /** The first message of the host on a socket. */
  readonly welcome: {
    readonly hostKey: string
    /** 32 bytes that the page's journal is encrypted with. */
    readonly journalKey: string
    /** The host's signature of `hostText`. */
    readonly proof: string
    readonly mac?: string
  }
}

/**
 * What both sides know when they sign. The origin is the page's own, so that nothing signed for one counts for
 * another.
 */
export interface Transcript {
  /** Of the page, without a path. */
  readonly origin: string
  /** SHA-256 of the page's public key, base64url. */
  readonly session: string
  /** Of the page's `Hello`. */
  readonly nonce: string
  /** Of the host's answer to it. */
  readonly challenge: string
}

/** What the `mac` of a registration covers. */
export const linkText = (origin: string, nonce: string, publicKey: string): string =>
  JSON.stringify(['creonow link 1', origin, nonce, publicKey])

/** What the page signs. */
export const pageText = ({ origin, session, nonce, challenge }: Transcript): string =>
  JSON.stringify(['creonow page 1', origin, session, nonce, challenge])

/** What the host signs, and what its `mac` covers. */
export const hostText = (
  { origin, session, nonce, challenge }: Transcript,
  keys: Pick<Welcome['welcome'], 'hostKey' | 'journalKey'>,
): string =>
  JSON.stringify(['creonow host 1', origin, session, nonce, challenge, keys.hostKey, keys.journalKey])

/** Begins the fragment of the one-time link; the secret follows. */
export const linkFragment = '#open='
