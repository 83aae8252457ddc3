import { z } from 'zod'
import { type Channel, id, path, projectId } from './shared.ts'

const editRef = z.strictObject({ projectId, editId: id })
const paths = z.array(path).max(100_000)

/** The writes of one request to the agent, or of one replacing in the whole book. */
const edit = z.strictObject({
  editId: id,
  kind: z.enum(['agent', 'replace']),
  label: z.string().max(200),
  conversationId: id.optional(),
  createdAt: z.string().max(40),
  /** In the order of their first write. */
  files: paths,
  /** `interrupted`: cut short by a crash; to be taken back or kept. */
  state: z.enum(['open', 'done', 'interrupted', 'undone']),
})

export const edits = {
  /** Newest first. */
  'edits:list': {
    effect: 'reads',
    input: z.strictObject({ projectId }),
    output: z.strictObject({ edits: z.array(edit).max(10_000) }),
  },
  /** Restores every byte of every file; what somebody has changed since stays and is named. */
  'edits:undo': {
    effect: 'writes',
    input: editRef,
    output: z.strictObject({
      restored: paths,
      skipped: z.array(z.strictObject({ path, why: z.enum(['changed', 'gone']) })).max(100_000),
    }),
  },
  /** An interrupted one stays as it is. */
  'edits:keep': { effect: 'writes', input: editRef, output: z.strictObject({ editId: id }) },
} as const satisfies Record<string, Channel>
