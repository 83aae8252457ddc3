import { z } from 'zod'
import { type Channel, documentId, projectId, stepId } from './shared.ts'

/** A volume is named by the chapter that it begins with; `documents:undo` takes each of these back. */
const chapter = { projectId, documentId }
/** Without a number of its own (第…卷, Part …) it gets that of its place; an empty one is the number alone. */
const title = z.string().trim().max(200)
const changed = z.strictObject({ documentId, stepId })

export const volumes = {
  /** The chapter and those behind it, up to the next volume. */
  'volumes:create': { effect: 'writes', input: z.strictObject({ ...chapter, title }), output: changed },
  'volumes:rename': { effect: 'writes', input: z.strictObject({ ...chapter, title }), output: changed },
  /** Its chapters stay, as part of the volume before. */
  'volumes:delete': { effect: 'writes', input: z.strictObject(chapter), output: changed },
} as const satisfies Record<string, Channel>
