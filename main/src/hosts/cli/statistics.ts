import { wrongUse } from '../wrongUse.ts'
import { call } from './dispatch.ts'
import { openProject } from './openProject.ts'
import { type Command, printJson, printLine } from './terminal.ts'

const wordings = {
  zh: {
    columns: ['日期', '字数', '其中 AI', '分钟', '每小时'],
    chapters: ['章节', '字数', '其中 AI'],
    streak: (current: number, longest: number) => `连续 ${current} 天，最长 ${longest} 天`,
    goalStreak: (current: number, longest: number) => `连续达标 ${current} 天，最长 ${longest} 天`,
    total: (count: number, ai: number) => `在这台电脑上写下 ${count} 字，其中 AI ${ai} 字`,
    speed: (count: number) => `近三十天每小时 ${count} 字`,
  },
  en: {
    columns: ['Day', 'Words', 'by AI', 'Minutes', 'an hour'],
    chapters: ['Chapter', 'Words', 'by AI'],
    streak: (current: number, longest: number) => `days in a row: ${current}, the longest ${longest}`,
    goalStreak: (current: number, longest: number) =>
      `goal reached in a row: ${current}, the longest ${longest}`,
    total: (count: number, ai: number) => `words written on this computer: ${count}, by AI: ${ai}`,
    speed: (count: number) => `words an hour, of thirty days: ${count}`,
  },
} as const

/** `statistics`: what was written in the app on this computer, by day, and who wrote what stands in each chapter. */
export const statistics: Command = async (context) => {
  if (context.line.rest.length > 0)
    throw wrongUse('statistics 后面只写选项。', 'Nothing but options follows statistics.')
  const { projectId } = await openProject(context)
  const answer = await call(context, 'words:statistics:get', { projectId, day: localDay(new Date()) })
  if (context.line.values.json) return printJson(context, answer)
  const wording = wordings[context.language]
  const { days, chapters, total, streak, goal, goalStreak, wordsPerHour } = answer
  printLine(context, wording.total(total.words, total.ai))
  printLine(context, wording.streak(streak.current, streak.longest))
  if (goal > 0) printLine(context, wording.goalStreak(goalStreak.current, goalStreak.longest))
  if (wordsPerHour !== null) printLine(context, wording.speed(wordsPerHour))
  printLine(context, `\n${wording.columns.join('\t')}`)
  for (const day of days)
    printLine(context, [day.day, day.words, day.ai, day.minutes, day.wordsPerHour ?? '-'].join('\t'))
  printLine(context, `\n${wording.chapters.join('\t')}`)
  for (const chapter of chapters) printLine(context, [chapter.title, chapter.words, chapter.ai].join('\t'))
}

/** By the clock of this machine, as the page has it by its own. Swedes write a day as ISO 8601 does. */
const localDay = (moment: Date): string => new Intl.DateTimeFormat('sv-SE').format(moment)
