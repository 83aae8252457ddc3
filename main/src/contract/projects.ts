import { z } from 'zod'
import { type Channel, path, projectId } from './shared.ts'

const name = z.string().trim().min(1).max(200)
const opened = z.strictObject({
  projectId,
  name,
  language: z.enum(['zh', 'en']),
  rootPath: path,
  /** Present when the folder was a copy of a known project and got an id of its own. */
  notice: z.string().max(500).optional(),
})

export const projects = {
  'projects:create': {
    input: z.strictObject({ rootPath: path, name, language: z.enum(['zh', 'en']).optional() }),
    output: opened,
  },
  'projects:open': { input: z.strictObject({ rootPath: path }), output: opened },
  'projects:openKnown': { input: z.strictObject({ projectId }), output: opened },
  'projects:openSample': { input: z.strictObject({}), output: opened },
  'projects:list': {
    input: z.strictObject({}),
    output: z.strictObject({
      projects: z
        .array(z.strictObject({ projectId, name, rootPath: path, available: z.boolean() }))
        .max(10_000),
    }),
  },
} as const satisfies Record<string, Channel>
