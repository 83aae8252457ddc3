import { z } from 'zod'
import { type Channel, projectId } from './shared.ts'

/** What the agent may do in a project without the author's consent; in the data folder, never in the project. */
export const permissions = z.strictObject({
  /** `ask`: each write is shown for approval first. `always`: none is. */
  writes: z.enum(['ask', 'always']),
  /** `off`: no commands. `ask`: each command is shown for approval first; needs developer mode. */
  bash: z.enum(['off', 'ask']),
})

/** Permissions of the agent in a project. */
export const permissionChannels = {
  /** Without a stored choice: writes `ask`, bash `off`. */
  'agent:permissions:get': {
    effect: 'reads',
    subjects: ['permissions'],
    input: z.strictObject({ projectId }),
    output: permissions,
  },
  /** Changes the given fields and answers all of them. */
  'agent:permissions:set': {
    effect: 'writes',
    subjects: ['permissions'],
    input: permissions.partial().extend({ projectId }),
    output: permissions,
  },
} as const satisfies Record<string, Channel>

/** What the agent may do in a project. */
export type Permissions = z.infer<typeof permissions>
