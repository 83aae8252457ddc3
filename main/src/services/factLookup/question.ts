/** A stretch of the question that is a name, in UTF-16 units. */
interface Span {
  readonly from: number
  readonly to: number
}

/** What an answer has to have, where the question says so. */
export type AnswerKind = 'name' | 'person' | 'number' | 'time' | 'colour'

/** What is searched for. */
export interface Question {
  /** For people to read: words apart from names, in order, each once. */
  readonly words: readonly string[]
  /** What a text is searched for: two characters of Chinese, or a word's stem; each once. */
  readonly units: readonly string[]
  readonly answerKind: AnswerKind | undefined
}

/** Words about the model, and words that every question has: they are not searched for. */
const stopWords = (
  '为什么 为何 怎么会 怎么样 怎么 怎样 如何 是不是 有没有 能不能 会不会 在不在 在哪里 在哪儿 哪里 哪儿 什么地方 去了 长什么样 什么样 什么 多少 多大 是谁 谁家 谁 ' +
  '哪一天 哪天 哪一间 哪一个 哪个 哪两个 哪些 哪句 哪 几短几长 几遍 几号 几岁 几年 几 叫什么 名字 ' +
  '不知道 知道 不记得 记得 忘了 忘记 没看见 看见 看到 读到 提到 写到 发给 提示词 上下文 模型 它 AI 这次 刚才 现在 已经 其实 ' +
  '应该 可是 但是 没有 不是 这件事 的事 这个 那个 一下 告诉我 请问 呢 吗 吧 啊 了 的 不 没 是 在 有 会 被 把 他 她 我 你 们 ' +
  '和 与 就 也 都 还 里面 里 上 下 中 写着 写 说 做 用处 用 到 要 这 那 给 替 从 以 后 时候 过 得 着 那一 一'
).split(' ')
const stopWordPattern = new RegExp(stopWords.toSorted((a, b) => b.length - a.length).join('|'), 'gu')
const englishStopWords = new Set(
  (
    'why what where when who whom whose which how does do did is are was were be been the a an of to in on at by for ' +
    'from with that this it its he she they his her their him them and or but not no know knows knew remember ' +
    'remembers see sees seen read reads model ai prompt context here there has have had still already tell me my i ' +
    'you about should would could can will might may under into own name names called mr mrs miss lady sir any s'
  ).split(' '),
)
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
const mostWords = 8

/** A text as words are compared: one unit for one unit, so that places stay what they are. */
export function comparable(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text
}

const kindPatterns: readonly (readonly [AnswerKind, RegExp])[] = [
  ['colour', /什么颜色|\b(?:what|which) colou?r\b/i],
  ['time', /哪一天|哪天|什么时候|何时|生日|\bwhen\b|\bwhat (?:day|date|year)\b/i],
  ['number', /多少|多大|几(?!乎)|\bhow (?:many|much|old|long)\b|\bon which floor\b/i],
  ['name', /叫什么|姓什么|名字|本名|乳名|表字|\b(?:called|name of|what is the name|names? of)\b/i],
  ['person', /是?谁|\bwho(?:se|m)?\b/i],
]

/** The question without the names in it. */
export function readQuestion(question: string, names: readonly Span[]): Question {
  let rest = question
  for (const { from, to } of names) rest = rest.slice(0, from) + '\n'.repeat(to - from) + rest.slice(to)
  const masked = comparable(rest.replace(stopWordPattern, (word) => '\n'.repeat(word.length)))
  const terms = [...segmenter.segment(masked)].flatMap(({ segment, isWordLike }) =>
    isWordLike && !englishStopWords.has(segment) ? [segment] : [],
  )
  // A single character is in too many texts to distinguish them when there is a longer word.
  const longer = terms.filter((word) => [...word].length > 1)
  const words = [...new Set(longer.length > 0 ? longer : terms)].slice(0, mostWords)
  return {
    words,
    units: unitsOf(masked),
    answerKind: kindPatterns.find(([, pattern]) => pattern.test(question))?.[0],
  }
}

/** Pairs of neighbouring Chinese characters, single ones where there is no pair, and the stems of other words. */
function unitsOf(text: string): readonly string[] {
  const units = (text.replaceAll(/['’]s\b/g, ' ').match(/\p{Script=Han}+|[\p{L}\p{N}]+/gu) ?? []).flatMap(
    (run) => {
      if (!/\p{Script=Han}/u.test(run)) return englishStopWords.has(run) ? [] : [stemOf(run)]
      const characters = [...run]
      return characters.length === 1
        ? [run]
        : characters.slice(1).map((next, at) => `${characters[at]}${next}`)
    },
  )
  return [...new Set(units)]
}

/** The beginning that forms of one English word share: borrows, borrowed, borrowing. */
export const stemOf = (word: string): string =>
  word.length <= 3 ? word : word.replace(/(?:ies|ied)$/, 'y').replace(/(?:ing|ed|es|s|e)$/, '')
