import { z } from 'zod'
import type { Format } from '../../lib/versionedFile/index.ts'

const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max)

const session = z.object({
  /** Hash of the public key. */
  id: base64url(64),
  /** SPKI of the page's P-256 key. */
  publicKey: base64url(400),
  origin: z.string().max(100),
  /** The port the host listened on; behind a forwarded port it is not the one in the origin. */
  port: z.int().min(1).max(65_535),
  browser: z.string().max(300),
  registeredAt: z.int().min(0),
  lastUsedAt: z.int().min(0),
})

const file = z.object({
  /** PKCS #8 of the host's P-256 key. */
  hostKey: base64url(1000),
  journalKey: base64url(64),
  sessions: z.array(session).max(100),
})

export type WebSession = z.infer<typeof session>
export type SessionsFile = z.infer<typeof file>

/** `webSessions.json` of the data folder; null before the first web host. */
export const sessionsFormat: Format<SessionsFile | null> = {
  schema: file,
  absent: null,
  maxBytes: 1_048_576,
  mode: 0o600,
}
