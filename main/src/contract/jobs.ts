import { z } from 'zod'
import { type Channel, id } from './shared.ts'

/** Work that outlives its request and reports by `job` events. */
export const jobs = {
  /** Cancels a job that this session started. */
  'jobs:cancel': {
    effect: 'works',
    subjects: [],
    input: z.strictObject({
      /** From the answer of the channel that started the job. */
      jobId: id,
    }),
    output: z.strictObject({
      /** False when this session has no such job, or it has ended. */
      cancelled: z.boolean(),
    }),
  },
} as const satisfies Record<string, Channel>
