import { z } from 'zod'
import { type Channel, documentId, projectId } from './shared.ts'

/** A day of the author's calendar, `2026-11-23`. The page states it: main may run in another time zone. */
export const localDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** 字 in a day; 0 for none. */
export const wordGoal = z.int().min(0).max(1_000_000)

/** Counted as 字: CJK characters and marks, and words of other scripts. */
const wordCount = z.int().min(0)

/** 字 in an hour, of what was typed without a pause of two minutes; null: for less than five minutes. */
const wordsPerHour = z.int().min(0).nullable()

/** Days in a row. */
const streak = z.strictObject({
  /** Up to today, or to yesterday while today has none. */
  current: z.int().min(0),
  /** The longest there has been. */
  longest: z.int().min(0),
})

/** A day on which something was stored from the editor. */
const writtenDay = z.strictObject({
  /** Of the author's calendar. */
  day: localDay,
  /** What the chapters were longer than when it began, AI text included. */
  words: wordCount,
  /** Of `words`, what AI wrote. */
  ai: wordCount,
  /** The goal of that day; 0: there was none. */
  goal: wordGoal,
  /** Time of typing; longer pauses are not in it. */
  minutes: z.int().min(0),
  /** Of that day. */
  wordsPerHour,
})

/** What stands in a chapter now. */
const chapterShare = z.strictObject({
  documentId,
  /** From its heading, or else its file's name. */
  title: z.string().max(500),
  /** All of it. */
  words: wordCount,
  /** In paragraphs that are as they were accepted from AI, by the receipts there are of the newest 200 runs. */
  ai: wordCount,
})

/** Words written by day, and the daily goal. */
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
  /** What was written in the app on this computer, by day, and who wrote what stands in each chapter. */
  'words:statistics:get': {
    effect: 'reads',
    subjects: ['manuscript', '.creonow/book.json', 'dailyWords', 'receipts'],
    input: z.strictObject({
      projectId,
      /** Today, by the author's clock. */
      day: localDay,
    }),
    output: z.strictObject({
      /** The author's goal for a day; 0: none. */
      goal: wordGoal,
      /** In order, without those on which nothing was written. */
      days: z.array(writtenDay).max(40_000),
      /** Of all days. */
      total: z.strictObject({
        /** AI text included. */
        words: wordCount,
        /** Of `words`, what AI wrote. */
        ai: wordCount,
      }),
      /** Of the last thirty days. */
      wordsPerHour,
      /** Days on which something was written. */
      streak,
      /** Days on which the goal of that day was reached. */
      goalStreak: streak,
      /** In the order of the book, without planned and missing ones. */
      chapters: z.array(chapterShare).max(100_000),
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

/** A day on which something was written. */
export type StatisticsDay = z.infer<typeof writtenDay>
