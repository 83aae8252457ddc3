import { z } from 'zod'
import { type Channel, id } from './shared.ts'

export const jobs = {
  'jobs:cancel': {
    effect: 'works',
    input: z.strictObject({ jobId: id }),
    /** False when there is no such job of this caller, or it has ended. */
    output: z.strictObject({ cancelled: z.boolean() }),
  },
} as const satisfies Record<string, Channel>
