import { z } from 'zod'
import { type Channel, projectId } from './shared.ts'

/** A day of the author's calendar, `2026-11-23`. The page states it: main may run in another time zone. */
export const localDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** 字 in a day; 0 for none. */
export const wordGoal = z.int().min(0).max(1_000_000)

/** Counted as 字: CJK characters and marks, and words of other scripts. */
const wordCount = z.int().min(0)

/** Words written today and the daily goal. */
export const dailyWords = {
  /** What was written in the app that day, and of that what came from AI. */
  'words:today:get': {
    effect: 'reads',
    subjects: ['manuscript', 'dailyWords'],
    input: z.strictObject({
      projectId,
      /** Today, by the author's clock. */
      day: localDay,
    }),
    output: z.strictObject({
      /** Written in the app on that day, AI text included. */
      words: wordCount,
      /** Of `words`, what AI wrote. */
      ai: wordCount,
      /** The author's goal for a day. */
      goal: wordGoal,
    }),
  },
  /** Sets the goal of this project. */
  'words:goal:update': {
    effect: 'writes',
    subjects: ['dailyWords'],
    input: z.strictObject({
      projectId,
      /** 0: no goal. */
      goal: wordGoal,
    }),
    output: z.strictObject({
      /** As it is stored now. */
      goal: wordGoal,
    }),
  },
} satisfies Record<string, Channel>
