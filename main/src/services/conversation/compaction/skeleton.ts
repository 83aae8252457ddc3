/** What code takes out of the rounds that leave, word for word; no model touches it. */
export interface Skeleton {
  readonly names: readonly string[]
  /** The author's first. */
  readonly numbers: readonly string[]
  readonly dates: readonly string[]
  readonly quotes: readonly string[]
  /** Sentences in which the author decides something. */
  readonly decisions: readonly string[]
}

export interface MessageText {
  readonly byAuthor: boolean
  readonly text: string
}

const numeral = '零〇一二三四五六七八九十百千万亿'
/** A single numeral counts together with one of these: 一下 and 一个 are no numbers. */
const units = '年月日岁两里章回卷集元块斤更丈尺寸'
const numberPattern = new RegExp(
  `\\d+(?:[.,]\\d+)*|(?<![${numeral}])(?:两[百千万亿][${numeral}]*|[${numeral}]{2,})|(?<![${numeral}])[${numeral}][${units}]`,
  'g',
)
/** Words that are made of numerals. */
const noNumbers = new Set(['万一', '千万', '一一', '百万一'])
const datePattern = new RegExp(
  [
    String.raw`\d{4}[-/.年]\d{1,2}(?:[-/.月]\d{1,2}日?)?`,
    String.raw`\d{1,2}月\d{1,2}日`,
    `\\p{Script=Han}{0,2}[${numeral}]{1,5}年(?:[${numeral}正腊]{1,3}月(?:初?[${numeral}]{1,3}日?)?)?`,
    `[${numeral}正腊]{1,3}月初?[${numeral}]{1,3}日?`,
    String.raw`(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.? \d{1,2}(?:, \d{4})?`,
  ].join('|'),
  'gu',
)
const quotePattern = /“[^”\r\n]{2,60}”|「[^」\r\n]{2,60}」|《[^》\r\n]{1,40}》|"[^"\r\n]{2,60}"/g
const decisive =
  /决定|定(?:下|为|了)|就(?:用|叫|这样|这么|按)|改[成为]|不要|不能|必须|一定要|采用|保留|删掉|去掉|记住|以后|\b(?:decided?|go with|must|don['’]t|never|always|keep|drop|agreed|remember|from now on)\b/i
const maxDecisionUnits = 120

/** The numbers in a text as they are written, each once. */
export function numbersIn(text: string): readonly string[] {
  return unique([...text.matchAll(numberPattern)].map(([match]) => match)).filter(
    (match) => !noNumbers.has(match),
  )
}

/** `names`: codex names in the texts. Everything is listed once, in the order of the texts. */
export function skeletonOf(texts: readonly MessageText[], names: readonly string[]): Skeleton {
  const own = texts.filter(({ byAuthor }) => byAuthor)
  const all = [...own, ...texts.filter(({ byAuthor }) => !byAuthor)]
  const findMatches = (messages: readonly MessageText[], pattern: RegExp) =>
    unique(messages.flatMap(({ text }) => [...text.matchAll(pattern)].map(([match]) => match)))
  return {
    names: unique(names),
    numbers: unique(all.flatMap(({ text }) => numbersIn(text))),
    dates: findMatches(all, datePattern),
    quotes: findMatches(all, quotePattern),
    decisions: unique(
      own.flatMap(({ text }) => sentencesIn(text).filter((sentence) => decisive.test(sentence))),
    ),
  }
}

const sentencesIn = (text: string): readonly string[] =>
  text
    .split(/(?<=[。！？!?；;])|[\r\n]+|(?<=\.)\s/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && sentence.length <= maxDecisionUnits)

const unique = (values: readonly string[]): readonly string[] => [...new Set(values)]

const labels = {
  zh: {
    heading: '由程序照原文摘出',
    ...{ names: '名字', decisions: '作者的决定', numbers: '数字', dates: '日期', quotes: '引语' },
    ...{ between: '、', colon: '：' },
  },
  en: {
    heading: 'Taken from the text by the app',
    ...{ names: 'Names', decisions: 'What the author settled', numbers: 'Numbers', dates: 'Dates' },
    ...{ quotes: 'Quoted', between: ', ', colon: ': ' },
  },
} as const

/** As lines of at most `maxTokens`; what matters most comes first, and of a list that is cut the number of the rest. */
export function printSkeleton(
  skeleton: Skeleton,
  {
    language,
    maxTokens,
    count,
  }: {
    readonly language: 'zh' | 'en'
    readonly maxTokens: number
    readonly count: (text: string) => number
  },
): string {
  const label = labels[language]
  const lines = [`### 🧷 ${label.heading}`]
  let left = maxTokens - count(lines[0] ?? '')
  for (const part of ['names', 'numbers', 'decisions', 'dates', 'quotes'] as const) {
    const items = skeleton[part]
    const included: string[] = []
    for (const item of items) {
      const cost = count(item) + 1
      if (cost > left) break
      left -= cost
      included.push(item)
    }
    const rest = items.length - included.length
    const more = rest > 0 ? [`…(+${rest})`] : []
    if (included.length > 0)
      lines.push(`* ${label[part]}${label.colon}${[...included, ...more].join(label.between)}`)
  }
  return lines.length > 1 ? lines.join('\n') : ''
}
