import { z } from 'zod'
import { type Channel, documentId, offsetUtf16, projectId, text } from './shared.ts'

const hit = z.strictObject({ documentId, from: offsetUtf16, to: offsetUtf16, score: z.number(), text })

export const retrieval = {
  'retrieval:search': {
    input: z.strictObject({
      projectId,
      queries: z.array(z.string().min(1).max(2000)).min(1).max(100),
      k: z.int().min(1).max(200),
      before: documentId.optional(),
    }),
    output: z.strictObject({ results: z.array(z.array(hit)) }),
  },
  'retrieval:status': {
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      indexed: z.int().min(0),
      total: z.int().min(0),
      state: z.enum(['ready', 'indexing']),
    }),
  },
} as const satisfies Record<string, Channel>
