import { z } from 'zod'
import type { Channel } from './shared.ts'

/** The contract itself, for a page that caches answers and has no schemas. */
export const channels = {
  /** All channels with their effects and subjects. */
  'channels:list': {
    effect: 'reads',
    subjects: [],
    input: z.strictObject({}),
    output: z.strictObject({
      /** In the order of the contract. */
      channels: z
        .array(
          z.strictObject({
            /** The channel's name. */
            channel: z.string().max(120),
            /** What a call may change. */
            effect: z.enum(['reads', 'writes', 'works']),
            /** What it reads or changes, as `subjects.ts` lists them. */
            subjects: z.array(z.string().max(120)).max(100),
          }),
        )
        .max(1000),
    }),
  },
} as const satisfies Record<string, Channel>
