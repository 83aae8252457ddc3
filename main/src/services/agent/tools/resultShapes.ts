import { z } from 'zod'
import type { ToolName } from './tool.ts'

const count = z.int().min(0)
const path = z.string()
/** A line of a file, from 1. */
const line = z.int().min(0)
const place = z.object({ path, line, text: z.string() })
const editId = z.string().nullable().optional()

const edited = z.object({
  applied: z.boolean(),
  /** Places. */
  replaced: count,
  changes: z.array(z.object({ path, replaced: count, from: line, to: line, excerpt: z.string() })),
  /** Places that the author has left out. */
  declined: z.array(place).optional(),
  /** Places that may be part of another name, and stay. */
  doubtful: z
    .array(z.object({ phrase: z.string(), why: z.string(), count, places: z.array(place) }))
    .optional(),
  /** Files that could not be written. */
  failed: z.array(z.object({ path, code: z.string(), message: z.string() })).optional(),
  editId,
})

/** The shape of `ToolResult.data` of each tool that another program may call, when it is no error. */
export const resultShapes: Readonly<Partial<Record<ToolName, z.ZodObject>>> = {
  LS: z.object({
    path,
    entries: z.array(
      z.object({ name: z.string(), kind: z.enum(['folder', 'file']), bytes: count.optional() }),
    ),
    folders: count,
    files: count,
    truncated: z.boolean(),
  }),
  Glob: z.object({ pattern: z.string(), paths: z.array(path), count, truncated: z.boolean() }),
  Grep: z.object({
    pattern: z.string(),
    matches: z.array(place),
    count,
    files: count,
    truncated: z.boolean(),
  }),
  Read: z.object({
    path,
    from: line,
    to: line,
    /** Of the whole file. */
    lines: count,
    mtime: z.string(),
    /** Each line with its number and a tab in front. */
    content: z.string(),
    note: z.string().optional(),
    truncated: z.boolean(),
  }),
  Search: z.object({
    query: z.string(),
    passages: z.array(z.object({ path, from: line, to: line, text: z.string(), score: z.number() })),
    count,
  }),
  Codex: z.object({
    chapter: z.string(),
    entries: z.array(z.object({ path, title: z.string(), text: z.string() })),
  }),
  Edit: edited,
  MultiEdit: edited,
  Write: z.object({
    applied: z.boolean(),
    path,
    created: z.boolean(),
    lines: count,
    excerpt: z.string(),
    declined: z.array(place).optional(),
    editId,
  }),
}
