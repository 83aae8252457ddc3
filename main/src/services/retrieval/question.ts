import { fold, type Run, runsOf } from './terms.ts'

/** Question words; they are not searched for. */
const questionWords = [
  ...['什么地方', '为什么', '什么样', '怎么样', '怎么办', '叫什么', '的时候', '什么', '怎么', '怎样', '如何'],
  ...['是谁', '哪里', '哪儿', '哪个', '哪些', '哪位', '哪家', '哪条', '哪几', '多少', '叫做', '名字'],
  ...['怎样了', '什么话', '哪句话', '哪句', '一句', '一首', '几次', '几回', '几个', '几处', '几岁'],
  ...['多大', '多重', '多高', '多长', '这个', '那个', '自己', '的是'],
  ...['时候', '之后', '以后', '谁', '哪', '吗', '呢', '了', '的'],
]
const questionPattern = new RegExp(questionWords.toSorted((a, b) => b.length - a.length).join('|'), 'gu')

/** Names of one person or thing. */
export type NameGroup = readonly string[]

/** A query in parts: names in all their forms, the rest as words, characters and bigrams. */
export interface Question {
  readonly names: readonly NameGroup[]
  /** The rest without names and question words. */
  readonly rest: readonly Run[]
}

/** Splits a query or a text. `groups` may contain names that do not occur in it. */
export function takeApart(query: string, groups: readonly NameGroup[]): Question {
  let text = fold(query)
  const forms = groups
    .flatMap((group) => group.map((name) => ({ name: fold(name), group })))
    .filter(({ name }) => [...name].length > 1)
    .sort((a, b) => b.name.length - a.name.length)
  const matches = new Set<NameGroup>()
  for (const { name, group } of forms) {
    if (!text.includes(name)) continue
    text = text.replaceAll(name, '\n')
    matches.add(group)
  }
  const names = [...matches].map(shortest).filter((group) => group.length > 0)
  const distinctive = runsOf(text.replace(questionPattern, '\n'))
  return { names, rest: distinctive.length > 0 || names.length > 0 ? distinctive : runsOf(text) }
}

/** A group's forms without those that contain a shorter one: a match of 宝玉 includes 贾宝玉. */
function shortest(group: NameGroup): NameGroup {
  const folded = [...new Set(group.map(fold))].filter((name) => runsOf(name).length > 0)
  const isPart = (part: string, whole: string) =>
    part !== whole && [...part].length > 1 && whole.includes(part)
  return folded.filter((name) => !folded.some((other) => isPart(other, name)))
}
