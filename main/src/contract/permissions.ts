import { z } from 'zod'
import { type Channel, projectId } from './shared.ts'

/** What the agent may do in a project without asking. Bash asks every time, where it is not off. */
export const permissions = z.strictObject({
  writes: z.enum(['ask', 'always']),
  bash: z.enum(['off', 'ask']),
})

export const permissionChannels = {
  'agent:permissions:get': { effect: 'reads', input: z.strictObject({ projectId }), output: permissions },
  'agent:permissions:set': {
    effect: 'writes',
    input: permissions.partial().extend({ projectId }),
    output: permissions,
  },
} as const satisfies Record<string, Channel>

export type Permissions = z.infer<typeof permissions>
