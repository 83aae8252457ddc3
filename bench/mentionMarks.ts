import { inferUses } from '../main/src/services/codex/bookUse.ts'
import type { NeighbourCounts } from '../main/src/services/codex/characterUse.ts'
import type { Fold } from '../main/src/services/codex/fold.ts'
import { countNeighbours, findMentions } from '../main/src/services/codex/mentions.ts'
import { buildNameIndex, type NamedEntry } from '../main/src/services/codex/nameIndex.ts'
import { peopleOfRedChamber, peopleOfThreeKingdoms } from './corpus/people.ts'
import { redChamberMarks } from './marks/redChamber.ts'
import { threeKingdomsMarks } from './marks/threeKingdoms.ts'

/** Each person's single character beside the names; 琏二爷 and 环儿 are left to it. */
function withSingles(people: string, singles: Readonly<Record<string, string>>): string {
  const words = people.trim().split(/\s+/)
  return words
    .map((word) => {
      const [name = '', ...aliases] = word.split('/')
      const single = singles[name]
      if (single === undefined) return word
      return [name, ...aliases.filter((alias) => !alias.startsWith(single) || alias === '凤姐'), single].join(
        '/',
      )
    })
    .join(' ')
}

export const markedBooks = {
  三国演义: {
    people: withSingles(peopleOfThreeKingdoms, { 曹操: '操', 周瑜: '瑜', 孙策: '策' }),
    marks: threeKingdomsMarks,
  },
  红楼梦: {
    people: withSingles(peopleOfRedChamber, {
      贾琏: '琏',
      贾环: '环',
      贾蓉: '蓉',
      贾珍: '珍',
      贾芸: '芸',
      贾兰: '兰',
      王熙凤: '凤',
      史湘云: '云',
    }),
    marks: redChamberMarks,
  },
} satisfies Readonly<Record<string, MarkedBook>>

export interface MarkedBook {
  /** Names and aliases by words, `曹操/孟德/操`: the one-character ones are what is measured. */
  readonly people: string
  /** Windows with what a reader takes for a name marked ‹so›. */
  readonly marks: readonly string[]
}

export interface MarksFound {
  readonly marked: number
  readonly precision: number
  readonly recall: number
  /** What was taken for a name and is none, and what was missed, with what stands around it. */
  readonly wrong: readonly string[]
  readonly missed: readonly string[]
}

/** What a novel teaches of the names. */
export function countsOf({ people }: MarkedBook, novel: string, fold: Fold): NeighbourCounts {
  return countNeighbours(novel, indexOf(people, fold))
}

/** One-character names as found in marked windows, `counts` of the book teaching how they are used. */
export function findMarks({ people, marks }: MarkedBook, counts: NeighbourCounts, fold: Fold): MarksFound {
  const taught = { ...indexOf(people, fold), uses: inferUses(counts) }
  const wrong: string[] = []
  const missed: string[] = []
  let [found, marked] = [0, 0]
  for (const window of marks) {
    const { text, at } = unmarked(window)
    const single = findMentions(text, taught).filter(({ from, to }) => to - from === 1)
    // A name that the edge of the window has cut is none of one character.
    const places = new Set(single.map(({ from }) => from).filter((from) => from > 0))
    found += places.size
    marked += at.size
    const around = (from: number) =>
      `${text.slice(Math.max(0, from - 6), from)}‹${text.slice(from, from + 1)}›${text.slice(from + 1, from + 7)}`
    for (const from of places) if (!at.has(from)) wrong.push(around(from))
    for (const from of at) if (!places.has(from)) missed.push(around(from))
  }
  return {
    marked,
    precision: (found - wrong.length) / Math.max(1, found),
    recall: (marked - missed.length) / Math.max(1, marked),
    wrong,
    missed,
  }
}

/** The text of a window, and the UTF-16 offsets of what is marked in it. */
function unmarked(window: string): { readonly text: string; readonly at: ReadonlySet<number> } {
  const at = new Set<number>()
  let text = ''
  for (const [index, part] of window.split(/[‹›]/).entries()) {
    if (index % 2 === 1) at.add(text.length)
    text += part
  }
  return { text, at }
}

const indexOf = (people: string, fold: Fold) => buildNameIndex(people.trim().split(/\s+/).map(entryOf), fold)

function entryOf(words: string): NamedEntry {
  const [name = '', ...aliases] = words.split('/')
  return { id: name, name, aliases, exclude: [], caseSensitive: false }
}
