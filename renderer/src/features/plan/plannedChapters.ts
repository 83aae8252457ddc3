/** A chapter to be planned, as it was typed. */
export interface PlannedChapter {
  readonly title: string
  /** Empty: there is only the title. */
  readonly plan: string
  /** The line as it was typed. */
  readonly line: string
}

/** The longest title of a chapter, in UTF-16 units. */
const maxTitleUnits = 200

/** Chapter numbers have a blank behind them that divides nothing. */
const chapterNumber = /^(?:第[^\s：:]{1,12}[章回节卷]|\d+[.、]?)\s+/u

/**
 * One chapter a line. What is behind the first colon is its plan; where there is none, what is behind a blank with a
 * Chinese character on both sides.
 */
export const plannedChapters = (text: string): readonly PlannedChapter[] =>
  text
    .split(/\r\n|[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ ...limited(divided(line)), line }))

interface Divided {
  readonly title: string
  readonly plan: string
}

function divided(line: string): Divided {
  const colon = /^(.+?)\s*[：:]\s*(.*)$/su.exec(line)
  if (colon) return { title: colon[1] ?? '', plan: colon[2] ?? '' }
  const number = chapterNumber.exec(line)?.[0] ?? ''
  const blank = /^(.*?\p{Script=Han})\s+(\p{Script=Han}.*)$/su.exec(line.slice(number.length))
  return blank ? { title: number + blank[1], plan: blank[2] ?? '' } : { title: line, plan: '' }
}

function limited({ title, plan }: Divided): Divided {
  if (title.length <= maxTitleUnits) return { title, plan }
  const isHalf = /[\uD800-\uDBFF]/.test(title[maxTitleUnits - 1] ?? '')
  const end = isHalf ? maxTitleUnits - 1 : maxTitleUnits
  return { title: title.slice(0, end), plan: title.slice(end) + (plan === '' ? '' : `\n${plan}`) }
}
