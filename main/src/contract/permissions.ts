import { z } from 'zod'
import { type Channel, projectId } from './shared.ts'

/** What the agent may do in a project without the author's consent; in the data folder, never in the project. */
export const permissions = z.strictObject({
  /** `ask`: each write is shown for approval first. `always`: none is. */
  writes: z.enum(['ask', 'always']),
  /** `off`: no commands. `ask`: each command is shown for approval first; needs developer mode. */
  bash: z.enum(['off', 'ask']),
  /**
   * Why other permissions that were given before are not in force. `moved`, `replaced`, `spelling`: they were given
   * for another folder, or another path to it. `network`: no folder can be identified there. `unbound`: they name no
   * folder. `broken`: the file cannot be read. Absent: all that was given is in force.
   */
  reset: z.enum(['moved', 'replaced', 'spelling', 'network', 'unbound', 'broken']).optional(),
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
  /**
   * Changes the given fields, for the folder that the project is in now, and answers what is in force. A broken file
   * is set aside and replaced.
   */
  'agent:permissions:set': {
    effect: 'writes',
    subjects: ['permissions'],
    input: permissions.omit({ reset: true }).partial().extend({ projectId }),
    output: permissions,
  },
} as const satisfies Record<string, Channel>

/** What the agent may do in a project. */
export type Permissions = z.infer<typeof permissions>
