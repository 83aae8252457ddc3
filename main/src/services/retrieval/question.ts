import { fold, pairsOf, type Run, runsOf } from './terms.ts'

/** What a question asks with; it says nothing about the answer. Longest first. */
const askingWords = [
  ...['什么地方', '为什么', '什么样', '怎么样', '怎么办', '叫什么', '的时候', '什么', '怎么', '怎样', '如何'],
  ...['是谁', '哪里', '哪儿', '哪个', '哪些', '哪位', '哪家', '哪条', '哪几', '多少', '叫做', '名字'],
  ...['时候', '之后', '以后', '谁', '哪', '吗', '呢', '了', '的'],
]
const asking = new RegExp(askingWords.join('|'), 'gu')

/** Names of one person or thing. */
export type NameGroup = readonly string[]

/** A query taken apart: names are looked up in all their forms, the rest by words, characters and bigrams. */
export interface Question {
  readonly names: readonly NameGroup[]
  readonly singles: ReadonlySet<string>
  readonly pairs: ReadonlySet<string>
  /** Runs long enough to be a quotation. */
  readonly quotations: readonly string[]
}

/** A group's forms without those that contain a shorter one: whoever finds 宝玉 has found 贾宝玉. */
function shortest(group: NameGroup): NameGroup {
  const folded = [...new Set(group.map(fold))].filter((name) => runsOf(name).length > 0)
  const isPart = (part: string, whole: string) =>
    part !== whole && [...part].length > 1 && whole.includes(part)
  return folded.filter((name) => !folded.some((other) => isPart(other, name)))
}

/** `withSingles` false leaves single characters out: in a short name they would be noise. */
export function takeApart(query: string, groups: readonly NameGroup[], withSingles: boolean): Question {
  let rest = fold(query)
  const quotations = runsOf(rest).flatMap(({ text }) => (text.length > 3 ? [text] : []))
  const forms = groups
    .flatMap((group) => group.map((name) => ({ name: fold(name), group })))
    .filter(({ name }) => [...name].length > 1)
    .sort((a, b) => b.name.length - a.name.length)
  const found = new Set<NameGroup>()
  for (const { name, group } of forms) {
    if (!rest.includes(name)) continue
    rest = rest.replaceAll(name, '\n')
    found.add(group)
  }
  const names = [...found].map(shortest).filter((group) => group.length > 0)
  const asked = runsOf(rest.replace(asking, '\n'))
  const telling = asked.length > 0 || names.length > 0 ? asked : runsOf(rest)
  return { names, quotations, ...termsOf(telling, withSingles) }
}

function termsOf(runs: readonly Run[], withSingles: boolean) {
  const singles = new Set<string>()
  const pairs = new Set<string>()
  for (const { kind, text } of runs) {
    if (kind === 'word') singles.add(text)
    else {
      if (withSingles) for (const character of text) singles.add(character)
      for (const pair of pairsOf(text)) pairs.add(pair)
    }
  }
  return { singles, pairs }
}
