import { z } from 'zod'
import { type Channel, id, path, projectId } from './shared.ts'

/** One edit of a project. */
const editRef = z.strictObject({
  projectId,
  /** From `edits:list`. */
  editId: id,
})
/** Project-relative paths. */
const paths = z.array(path).max(100_000)

/** The writes of one request to the agent, or of one replacing in the whole book. */
const edit = z.strictObject({
  /** Names the edit for `edits:undo`. */
  editId: id,
  /** `agent`: a task. `replace`: replacing in the whole book. */
  kind: z.enum(['agent', 'replace']),
  /** What was requested: the task's words, or the searched text; at most 200 UTF-16 units. */
  label: z.string().max(200),
  /** The task's conversation; absent for `replace`. */
  conversationId: id.optional(),
  /** ISO 8601, when the edit started. */
  createdAt: z.string().max(40),
  /** In the order of their first write. */
  files: paths,
  /**
   * `open`: still being written. `interrupted`: the process ended before `done`; `edits:undo` or `edits:keep`
   * decides.
   */
  state: z.enum(['open', 'done', 'interrupted', 'undone']),
})

/** Writes to several files that can be undone as one. */
export const edits = {
  /** Newest first. */
  'edits:list': {
    effect: 'reads',
    subjects: ['edits'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** Newest first. */
      edits: z.array(edit).max(10_000),
    }),
  },
  /** Restores every byte of every file; what somebody has changed since stays and is named. */
  'edits:undo': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow', 'edits'],
    reportedBy: 'service',
    input: editRef,
    output: z.strictObject({
      /** Project-relative paths. */
      restored: paths,
      /** Files that stay as they are. */
      skipped: z
        .array(
          z.strictObject({
            /** Where the file is now. */
            path,
            /** `changed`: somebody has written it since. `gone`: it is not there any more. */
            why: z.enum(['changed', 'gone']),
          }),
        )
        .max(100_000),
    }),
  },
  /** Accepts an interrupted edit: its files stay as they are. */
  'edits:keep': {
    effect: 'writes',
    subjects: ['edits'],
    input: editRef,
    output: z.strictObject({
      /** The accepted edit. */
      editId: id,
    }),
  },
} as const satisfies Record<string, Channel>
