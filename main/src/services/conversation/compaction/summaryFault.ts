import { bigrams } from '../../memory/index.ts'
import { numberValue } from './numberValue.ts'
import { numbersIn } from './skeleton.ts'
import { summaryHeadings } from './summaryTemplate.ts'

/** Why a summary is rejected. */
export type SummaryFault = 'empty' | 'form' | 'larger' | 'pinned' | 'number' | 'names' | 'invented'

/** Of the codex names of what leaves so many must be in the summary, and of its own so many in what leaves. */
const leastNames = 0.9
/** Of what an item says of things done and decided so much must be in what leaves, in bigrams: words may differ. */
const leastShared = 0.25
/** Shorter items say too little to be compared. */
const fewestBigrams = 6

/** The fault of the model's words as a summary, or undefined. What code adds to it does not count. */
export function findSummaryFault(summary: {
  /** The model's words. */
  readonly text: string
  /** What leaves, message by message. */
  readonly removed: readonly string[]
  readonly removedTokens: number
  /** Of the whole text that will replace it. */
  readonly wholeTokens: number
  readonly pinned: readonly string[]
  /** Of the author's words that leave. */
  readonly authorNumbers: readonly string[]
  /** Entries of the codex in what leaves, and in `text`. */
  readonly entries: ReadonlySet<string>
  readonly entriesInText: ReadonlySet<string>
}): SummaryFault | undefined {
  const { text, entries, entriesInText } = summary
  const sections = sectionsOf(text)
  const items = [...sections.values()].flat()
  if (text.trim() === '' || (items.length > 0 && items.every(isMarkedEmpty))) return 'empty'
  if (summary.wholeTokens >= summary.removedTokens) return 'larger'
  if (summaryHeadings.some((heading) => (sections.get(heading)?.length ?? 0) === 0)) return 'form'
  if (summary.pinned.some((fact) => !text.includes(fact))) return 'pinned'
  const numbers = new Set(numbersIn(text).map(numberValue))
  if (summary.authorNumbers.some((number) => !numbers.has(numberValue(number)))) return 'number'
  if (shareOf(entries, entriesInText) < leastNames) return 'names'
  if (shareOf(entriesInText, entries) < leastNames) return 'invented'
  const removed = summary.removed.map(bigrams)
  const stated = [
    ...(sections.get('Completed Milestones') ?? []),
    ...(sections.get('Key Insights & Decisions') ?? []),
  ]
  return stated.some((item) => !isMarkedEmpty(item) && isInvented(item, removed)) ? 'invented' : undefined
}

/** The items below each heading of the template, without their bullets. */
function sectionsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const sections = new Map<string, string[]>()
  let current: string[] | undefined
  for (const line of text.split(/\r?\n/)) {
    const title = /^\s*#{1,6}\s+(.*)$/.exec(line)?.[1]
    if (title !== undefined) {
      const heading = summaryHeadings.find((name) => title.toLowerCase().includes(name.toLowerCase()))
      current = heading && []
      if (heading && current) sections.set(heading, current)
    } else {
      const item = /^\s*[*+-]\s+(.*\S)/.exec(line)?.[1]
      if (item !== undefined) current?.push(item)
    }
  }
  return sections
}

const isMarkedEmpty = (item: string) =>
  /^(?:\*\*[^*]+\*\*\s*[:：]?\s*)?[[(（]?\s*(?:无|没有|暂无|none|nothing|n\/a|-|–|—|…)?\s*[\])）]?[.。]?$/iu.test(
    item,
  )

/** In [0,1]: how many of the first are among the second. */
const shareOf = (first: ReadonlySet<string>, second: ReadonlySet<string>) =>
  first.size === 0 ? 1 : [...first].filter((id) => second.has(id)).length / first.size

function isInvented(item: string, removed: readonly ReadonlySet<number>[]): boolean {
  const own = [...bigrams(item.replace(/\*\*[^*]*\*\*\s*[:：]?|\[✓\]|\(?#\d+\)?/gu, ' '))]
  const known = own.filter((gram) => removed.some((grams) => grams.has(gram)))
  return own.length >= fewestBigrams && known.length < leastShared * own.length
}
