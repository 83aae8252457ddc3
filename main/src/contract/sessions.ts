import { z } from 'zod'
import { type Channel, id } from './shared.ts'

/** The browsers that may use this data folder through the web host. */
export const sessions = {
  /** The sessions that have not ended, the one used last first. */
  'sessions:list': {
    effect: 'reads',
    subjects: ['sessions', 'unannounced'],
    input: z.strictObject({}),
    output: z.strictObject({
      /** At most 100. */
      sessions: z
        .array(
          z.strictObject({
            /** SHA-256 of the page's public key, base64url. */
            id,
            /** What the browser calls itself. */
            browser: z.string().max(300),
            /** The address it was opened at. */
            origin: z.string().max(100),
            /** ISO 8601. */
            registeredAt: z.string().max(40),
            /** ISO 8601; twelve hours later the session ends. */
            lastUsedAt: z.string().max(40),
            /** The session that sent this request. */
            current: z.boolean(),
          }),
        )
        .max(100),
    }),
  },
  /** Ends a session: its page can no longer connect. */
  'sessions:end': {
    effect: 'works',
    subjects: ['sessions'],
    input: z.strictObject({
      /** From `sessions:list`. */
      id,
    }),
    output: z.strictObject({
      /** False when no such session was there. */
      ended: z.boolean(),
    }),
  },
} as const satisfies Record<string, Channel>
