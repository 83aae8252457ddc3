import { z } from 'zod'
import { notice } from './notices.ts'
import { type Channel, path, projectId } from './shared.ts'

const name = z.string().trim().min(1).max(200)
const opened = z.strictObject({
  projectId,
  name,
  language: z.enum(['zh', 'en']),
  rootPath: path,
  /** What is to be said about the opening, in Chinese; people read translations of `notices`. */
  notice: z.string().max(2000).optional(),
  notices: z.array(notice).max(10).optional(),
})

export const projects = {
  'projects:create': {
    effect: 'works',
    input: z.strictObject({ rootPath: path, name, language: z.enum(['zh', 'en']).optional() }),
    output: opened,
  },
  'projects:open': { effect: 'works', input: z.strictObject({ rootPath: path }), output: opened },
  'projects:openKnown': { effect: 'works', input: z.strictObject({ projectId }), output: opened },
  'projects:openSample': { effect: 'works', input: z.strictObject({}), output: opened },
  /** The window shows it no longer; another host's window may write then. */
  'projects:close': {
    effect: 'works',
    input: z.strictObject({ projectId }),
    output: z.strictObject({ closed: z.literal(true) }),
  },
  /** Makes this host the one whose windows write, when the other is gone. */
  'projects:takeOver': {
    effect: 'works',
    input: z.strictObject({ projectId }),
    output: z.strictObject({ taken: z.boolean() }),
  },
  'projects:list': {
    effect: 'reads',
    input: z.strictObject({}),
    output: z.strictObject({
      projects: z
        .array(
          z.strictObject({
            projectId,
            name,
            rootPath: path,
            available: z.boolean(),
            openedAt: z.string().max(40).exactOptional(),
            words: z.int().min(0).exactOptional(),
          }),
        )
        .max(10_000),
    }),
  },
  /** Takes a work off the list; its folder stays as it is. */
  'projects:forget': {
    effect: 'works',
    input: z.strictObject({ projectId }),
    output: z.strictObject({ forgotten: z.literal(true) }),
  },
  /** Opens a known work whose folder was moved. */
  'projects:relocate': {
    effect: 'works',
    input: z.strictObject({ projectId, rootPath: path }),
    output: opened,
  },
  /** Names of folders below the user's home, for choosing one in a browser; without a path the home itself. */
  'folders:list': {
    effect: 'reads',
    input: z.strictObject({ path: path.optional() }),
    output: z.strictObject({
      path,
      /** Null at the home. */
      parent: path.nullable(),
      folders: z.array(z.string().max(1024)).max(5000),
      /** More than are listed. */
      more: z.boolean(),
    }),
  },
} as const satisfies Record<string, Channel>
