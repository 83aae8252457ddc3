/** A stretch of the question that is a name, in UTF-16 units. */
interface Span {
  readonly from: number
  readonly to: number
}

/** Words about the model, and words that every question has: they are not searched for. */
const stopWords = (
  '为什么 为何 怎么会 怎么样 怎么 是不是 有没有 能不能 在哪里 在哪儿 哪里 哪儿 在哪 去了 长什么样 什么样 什么 多少 多大 是谁 谁 ' +
  '不知道 知道 不记得 记得 忘了 忘记 没看见 看见 看到 读到 提到 写到 发给 提示词 上下文 模型 它 AI 这次 刚才 现在 已经 其实 ' +
  '应该 可是 但是 没有 不是 这件事 的事 这个 那个 一下 告诉我 请问 呢 吗 吧 啊 了 的 不 没 是 在 有 会 被 把 他 她 我 你 们 ' +
  '和 与 就 也 都 还 里面 里 上 下 中 写着 写 说 做 用处 用 到 要 这 那'
).split(' ')
const englishStopWords = new Set(
  (
    'why what where when who how does do did is are was were be been the a an of to in on at by for from with ' +
    'that this it its he she they his her their him them and or but not no know knows knew remember remembers ' +
    'see sees seen read reads model ai prompt context here there has have had still already tell me my i you ' +
    'about should would could can will'
  ).split(' '),
)
const stopWordPattern = new RegExp(stopWords.toSorted((a, b) => b.length - a.length).join('|'), 'gu')
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
const mostWords = 8

/** A text as words are compared: one unit for one unit, so that places stay what they are. */
export function comparable(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text
}

/** The words of a question apart from the names in it: words that could be in a text, in order, each once. */
export function questionWords(question: string, names: readonly Span[]): string[] {
  let rest = question
  for (const { from, to } of names) rest = rest.slice(0, from) + '\n'.repeat(to - from) + rest.slice(to)
  const masked = comparable(rest.replace(stopWordPattern, (word) => '\n'.repeat(word.length)))
  const terms = [...segmenter.segment(masked)].flatMap(({ segment, isWordLike }) =>
    isWordLike && !englishStopWords.has(segment) ? [segment] : [],
  )
  // A single character is in too many texts to distinguish them when there is a longer word.
  const longer = terms.filter((word) => [...word].length > 1)
  return [...new Set(longer.length > 0 ? longer : terms)].slice(0, mostWords)
}
