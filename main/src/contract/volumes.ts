import { z } from 'zod'
import { type Channel, documentId, projectId, stepId } from './shared.ts'

/** A volume is named by the chapter that it begins with; `documents:undo` takes each of these back. */
const chapter = { projectId, documentId }
/** Without a number of its own (第…卷, Part …) it gets that of its position; an empty one is the number only. */
const title = z.string().trim().max(200)

/** The chapter that the volume starts with, and the change by which `documents:undo` takes it back. */
const changed = z.strictObject({
  documentId,
  /** Absent when the title was the same already. */
  stepId,
})
/** Volumes of the book. */
export const volumes = {
  /** The chapter and those behind it, up to the next volume. */
  'volumes:create': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow'],
    input: z.strictObject({
      ...chapter,
      /** Of the new volume. */
      title,
    }),
    output: changed,
  },
  /** Writes the volume's line anew; NOT_FOUND when no volume starts with this chapter. */
  'volumes:rename': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow'],
    input: z.strictObject({
      ...chapter,
      /** The new title. */
      title,
    }),
    output: changed,
  },
  /** Its chapters stay, as part of the volume before. */
  'volumes:delete': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow'],
    input: z.strictObject(chapter),
    output: changed,
  },
} as const satisfies Record<string, Channel>
