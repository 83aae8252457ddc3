import { z } from 'zod'
import { type Channel, id } from './shared.ts'

/** The browsers that may use this data folder through the web host. */
export const sessions = {
  'sessions:list': {
    effect: 'reads',
    input: z.strictObject({}),
    output: z.strictObject({
      sessions: z
        .array(
          z.strictObject({
            id,
            /** What the browser calls itself. */
            browser: z.string().max(300),
            /** The address it was opened at. */
            origin: z.string().max(100),
            /** ISO 8601. */
            registeredAt: z.string().max(40),
            lastUsedAt: z.string().max(40),
            /** The one that asks. */
            current: z.boolean(),
          }),
        )
        .max(100),
    }),
  },
  'sessions:end': {
    effect: 'works',
    input: z.strictObject({ id }),
    /** False when there is no such session any more. */
    output: z.strictObject({ ended: z.boolean() }),
  },
} as const satisfies Record<string, Channel>
