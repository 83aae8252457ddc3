import type { Language } from './wording.ts'

/** What an observation may have, in UTF-16 units: some 40,000 tokens of Chinese fit a window, half of them not. */
const maxObservationUnits = 60_000

/** As many of the lines as fit; at least one, which is cut when it is too long by itself. */
export function boundedLines(
  lines: Iterable<string>,
  maxUnits = maxObservationUnits,
): { readonly included: readonly string[]; readonly cutLast: boolean } {
  const included: string[] = []
  let units = 0
  for (const line of lines) {
    units += line.length + 1
    if (units <= maxUnits) included.push(line)
    else if (included.length === 0)
      return { included: [line.slice(0, maxUnits).toWellFormed()], cutLast: true }
    else break
  }
  return { included, cutLast: false }
}

/** The note under an answer that is not whole. */
export function leftOut(
  language: Language,
  shown: number,
  all: number,
  more: { zh: string; en: string },
): string {
  return language === 'zh'
    ? `（这里是 ${all} 项里的前 ${shown} 项。${more.zh}）`
    : `(These are the first ${shown} of ${all}. ${more.en})`
}
