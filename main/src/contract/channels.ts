import { z } from 'zod'
import type { Channel } from './shared.ts'

/** The contract itself, for a page that caches answers and has no schemas. */
export const channels = {
  'channels:list': {
    effect: 'reads',
    subjects: [],
    input: z.strictObject({}),
    output: z.strictObject({
      channels: z
        .array(
          z.strictObject({
            channel: z.string().max(120),
            effect: z.enum(['reads', 'writes', 'works']),
            subjects: z.array(z.string().max(120)).max(100),
          }),
        )
        .max(1000),
    }),
  },
} as const satisfies Record<string, Channel>
