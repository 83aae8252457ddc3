import { z } from 'zod'
import { type Channel, projectId } from './shared.ts'

/** As the text has it, without white space. */
const word = z.string().min(1).max(99).regex(/^\S+$/u)

const output = z.strictObject({
  /** In the order of adding. */
  words: z.array(word).max(1_000_000),
})

/** The words of a book that its author has added while checking spelling; they are never misspelt. */
export const spelling = {
  /** All of them. */
  'spelling:list': {
    effect: 'reads',
    subjects: ['spelling'],
    input: z.strictObject({ projectId }),
    output,
  },
  /** Adds one; without effect when it is there. */
  'spelling:add': {
    effect: 'writes',
    subjects: ['spelling'],
    input: z.strictObject({ projectId, word }),
    output,
  },
  /** Removes one; without effect when there is none like it. */
  'spelling:remove': {
    effect: 'writes',
    subjects: ['spelling'],
    input: z.strictObject({ projectId, word }),
    output,
  },
} as const satisfies Record<string, Channel>
