import { z } from 'zod'
import { documentId } from '../contract/shared.ts'

/** The id of the chapter that an id, a path or an earlier path names; of anything else the name itself. */
export type ResolveChapter = (name: string) => Promise<string>

/** The parsed input of a channel with the chapter's id wherever its schema takes a `documentId`: windows may send paths. */
export async function withChapterIds(
  schema: z.ZodType,
  input: unknown,
  resolve: ResolveChapter,
): Promise<unknown> {
  if (!namesChapters(schema)) return input
  if (schema === documentId) return typeof input === 'string' ? resolve(input) : input
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return withChapterIds(schema.unwrap() as z.ZodType, input, resolve) // zod types what is inside as its core's
  if (schema instanceof z.ZodArray && Array.isArray(input)) {
    const items: unknown[] = []
    for (const item of input) items.push(await withChapterIds(schema.element as z.ZodType, item, resolve)) // as above
    return items
  }
  if (!(schema instanceof z.ZodObject) || typeof input !== 'object' || input === null) return input
  const output: Record<string, unknown> = { ...input }
  for (const [key, field] of Object.entries<z.ZodType>(schema.shape))
    if (output[key] !== undefined && namesChapters(field))
      output[key] = await withChapterIds(field, output[key], resolve)
  return output
}

const answers = new WeakMap<z.ZodType, boolean>()

/** Whether there is a `documentId` anywhere in a schema; computed once for each. */
export function namesChapters(schema: z.ZodType): boolean {
  const before = answers.get(schema)
  if (before !== undefined) return before
  const answer =
    schema === documentId || innerSchemas(schema).some((inner) => inner !== schema && namesChapters(inner))
  answers.set(schema, answer)
  return answer
}

function innerSchemas(schema: z.ZodType): readonly z.ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return [schema.unwrap() as z.ZodType] // as above
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType] // as above
  return schema instanceof z.ZodObject ? Object.values<z.ZodType>(schema.shape) : []
}
