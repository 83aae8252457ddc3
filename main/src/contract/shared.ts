import { z } from 'zod'

/** The largest text a channel takes or returns, in UTF-16 units (a manuscript file is at most 64 MiB). */
const maxTextUnits = 67_108_864
export const maxAdditionalInputUnits = 1_000_000

export const projectId = z.string().min(1).max(64)
/**
 * A chapter: in what the app says its id (`c_…`), of front matter its path. What comes in may also be the path of its
 * file or an earlier one.
 */
export const documentId = z.string().min(1).max(1024)
/** A chapter as a file that people edit names it: by id or by path, for ever. */
export const chapterRef = z.string().min(1).max(1024)
export const path = z.string().min(1).max(4096)
export const hash = z.string().regex(/^[0-9a-f]{64}$/)
export const shortText = z.string().max(2000)
export const text = z.string().max(maxTextUnits)
export const id = z.string().min(1).max(128)
/** One thing done to chapters or volumes, by which `documents:undo` takes that one back; absent where nothing changed. */
export const stepId = id.optional()
export const offsetUtf16 = z.int().min(0).max(maxTextUnits)
export const tokens = z.int().min(0).max(1_000_000_000)

export const layerName = z.enum(['rules', 'settings', 'retrieved', 'immediate'])

/**
 * `reads`: changes nothing, and may be given up. `writes`: changes what belongs to a project; refused in a window that
 * may only read it. `works`: everything else: opens, computes, calls a model, changes what concerns no project.
 */
export type Effect = 'reads' | 'writes' | 'works'

/** A channel: what goes in (strict, every size bounded) and what comes out. */
export interface Channel {
  readonly effect: Effect
  readonly input: z.ZodType
  readonly output: z.ZodType
}

/** The core's own values are readonly; what crosses a boundary is copied anyway. */
export type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T
