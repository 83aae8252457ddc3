import { z } from 'zod'
import { type Channel, projectId } from './shared.ts'

/** A day as the author's clock has it, `2026-11-23`. The page says it: main may run in another time zone. */
export const localDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** 字 in a day; 0 for none. */
export const wordGoal = z.int().min(0).max(1_000_000)

const wordCount = z.int().min(0)

export const dailyWords = {
  /** What was written in the app that day, and of that what came from AI. */
  'words:today:get': {
    effect: 'reads',
    input: z.strictObject({ projectId, day: localDay }),
    output: z.strictObject({ words: wordCount, ai: wordCount, goal: wordGoal }),
  },
  'words:goal:update': {
    effect: 'writes',
    input: z.strictObject({ projectId, goal: wordGoal }),
    output: z.strictObject({ goal: wordGoal }),
  },
} satisfies Record<string, Channel>
