import { chineseNumberClass, parseChineseNumber, parseEnglishNumber } from '../manuscript/index.ts'
import { against, type BookFacts, type ContinuityCheck } from './bookFacts.ts'
import type { CardFact } from './cardFacts.ts'
import { isUnreal, type Sentence } from './chapterText.ts'
import type { Contradiction } from './finding.ts'
import { isOwn } from './stateRules.ts'

// Values that a card and the chapter both state, of the same entry, in the same words but for the value.

const hanNumber = `[${chineseNumberClass}]{1,8}`
const englishNumber =
  '(?:\\d{1,4}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)'

/** A value that a sentence states: equal keys with different values contradict each other. */
interface Stated {
  readonly key: string
  readonly value: string
  /** Set where time makes the value grow. */
  readonly number?: number | undefined
}

/** What follows a name, as far as it is about that name: up to the next name or the end of the clause's reach. */
type Reading = (words: string, language: 'zh' | 'en') => readonly Stated[]

const numberOf = (written: string, language: 'zh' | 'en') =>
  language === 'zh' ? parseChineseNumber(written) : parseEnglishNumber(written)

function statedNumbers(
  words: string,
  language: 'zh' | 'en',
  pattern: RegExp,
  keyOf: (groups: Readonly<Record<string, string | undefined>>) => string | undefined,
): Stated[] {
  return [...words.matchAll(pattern)].flatMap(({ groups = {} }) => {
    const number = numberOf(groups.number ?? '', language)
    const key = keyOf(groups)
    return number === undefined || key === undefined ? [] : [{ key, value: String(number), number }]
  })
}

const unsure =
  /那年|那一年|时候|时起|[岁年]时|从前|小时|看上去|看起来|瞧着|模样|约|左右|上下|不到|不满|将近|近|多岁|来岁|余|若|如果|假如|像|或|几|至少|最多|\b(?:when|about|nearly|almost|some|over|under|perhaps|maybe|at least|more than|less than|looked|seemed|if|as if|might|till|until|or)\b/i

const ageZh = new RegExp(
  `^(?:，|：)?(?:今年|如今|现在|年方|年已|年|已经?|才|刚|刚满|今岁)?(?<number>${hanNumber})岁(?![的那时上就起以之])`,
  'gu',
)
const ageEn = new RegExp(
  `^,? (?:(?:is|was|had (?:just )?turned|is now|was now) )?(?<number>${englishNumber})(?: years old| years of age|, (?:and|had|was))`,
  'gi',
)
const ages: Reading = (words, language) =>
  statedNumbers(words, language, language === 'zh' ? ageZh : ageEn, () => 'age')

const heightZh = new RegExp(
  `^(?:足足?|竟)?(?<size>高|长|宽|深|厚|重|方圆)(?:达|有|约)?(?<number>${hanNumber})(?<unit>丈|尺|寸|里|斤|两|米|公里|公尺|吨|步)(?!多|余|来|开外)`,
  'gu',
)
const heightEn = new RegExp(
  `^ (?:is|was|stands|stood|measures|measured|weighs|weighed) (?:only )?(?<number>${englishNumber}) (?<unit>feet|foot|yards|miles|fathoms|metres|meters|pounds|stone|inches)(?: (?<size>high|tall|long|wide|deep|thick|broad|in length|in height))`,
  'gi',
)
const sizes: Reading = (words, language) =>
  statedNumbers(words, language, language === 'zh' ? heightZh : heightEn, ({ size, unit }) =>
    size ? `${size} ${unit}`.toLowerCase() : undefined,
  )

const lastingZh = new RegExp(
  `^(?:已经?|整整|足足|在此|一共)?(?<verb>[\\p{Script=Han}]{1,3}?)[了过]?(?:整整|足足|有)?(?<number>${hanNumber})(?<unit>年|个月|天|日)(?<what>[\\p{Script=Han}]{2})(?![前后])`,
  'gu',
)
const lastingEn = new RegExp(
  `^ (?:and )?(?:has|had) (?:been )?(?<verb>\\w{4,} (?:(?:the|a|an|his|her|its|at|in|for) )*\\w{4,}) for (?<number>${englishNumber}) (?<unit>years|months|weeks|days)`,
  'gi',
)
const lasting: Reading = (words, language) => {
  const pattern = language === 'zh' ? lastingZh : lastingEn
  return statedNumbers(words, language, pattern, ({ verb = '', unit, what = '' }) =>
    /的|是|有|第|过去/.test(verb) || /以|之|里/.test(what)
      ? undefined
      : `${verb} ${unit} ${what}`.toLowerCase(),
  )
}

/** Words of one colour. */
const colours = [
  /^(?:漆黑|乌黑|黑亮|黑)$|^black$/,
  /^(?:碧绿|翠绿|绿|碧)$|^green$/,
  /^(?:湛蓝|碧蓝|蓝)$|^blue$/,
  /^(?:火红|赤红|红|赤)$|^red$/,
  /^(?:金黄|金)$|^(?:gold|golden|blonde?|fair|yellow)$/,
  /^(?:棕|褐|栗)$|^(?:brown|hazel|chestnut|auburn)$/,
  /^(?:紫)$|^(?:violet|purple)$/,
  /^(?:灰)$|^gr[ea]y$/,
]
const featureZh =
  /(?<colour>漆黑|乌黑|黑亮|黑|碧绿|翠绿|绿|碧蓝|湛蓝|蓝|碧|火红|赤红|红|赤|金黄|金|棕|褐|栗|紫|灰)色?的?(?<feature>眼睛|眸子|眼珠|瞳孔|头发|长发|短发)/gu
const featureEn =
  /\b(?<colour>black|green|blue|red|gold|golden|blonde?|fair|yellow|brown|hazel|chestnut|auburn|violet|purple|gr[ea]y) (?<feature>eyes|hair)\b/gi
const featureOf = (word: string) => (/眼|眸|瞳|eyes/i.test(word) ? 'eyes' : 'hair')
const appearances: Reading = (words, language) =>
  [...words.matchAll(language === 'zh' ? featureZh : featureEn)].flatMap(({ groups = {}, index }) => {
    const { colour = '', feature = '' } = groups
    const at = colours.findIndex((each) => each.test(colour.toLowerCase()))
    // 红眼睛 and 哭红的眼睛 are weeping; 眼红.
    if (at < 0 || /哭|染|熬|映|照|dyed|in the|like/.test(words.slice(Math.max(0, index - 8), index)))
      return []
    return [{ key: featureOf(feature), value: String(at) }]
  })

interface ValueRule {
  readonly rule: 'age' | 'number' | 'duration' | 'appearance'
  readonly read: Reading
  /** With time the value can only become greater. */
  readonly grows: boolean
  /** Whether the words must follow the name at once. */
  readonly isAdjacent: boolean
}
const rules: readonly ValueRule[] = [
  { rule: 'age', read: ages, grows: true, isAdjacent: true },
  { rule: 'number', read: sizes, grows: false, isAdjacent: true },
  { rule: 'duration', read: lasting, grows: true, isAdjacent: true },
  { rule: 'appearance', read: appearances, grows: false, isAdjacent: false },
]
/** A name is this far from a colour at most, in UTF-16 units. */
const reach = { zh: 16, en: 48 }
const ageFields = /^(?:年龄|岁数|age)$/

/** Ages, sizes, durations, colours of eyes and hair. */
export const values: ContinuityCheck = (book) => {
  const stated = new Map<string, readonly { readonly fact: CardFact; readonly said: Stated }[]>()
  const statedOf = (rule: ValueRule, id: string) => {
    const key = `${rule.rule} ${id}`
    const before = stated.get(key)
    if (before) return before
    const now = (book.facts.get(id) ?? []).flatMap((fact) => statedBy(book, rule, fact))
    stated.set(key, now)
    return now
  }
  return book.chapter.sentences.flatMap((sentence) =>
    sentence.mentions.flatMap(({ entityId, from, to }, index) => {
      const entry = book.byId.get(entityId)
      if (!entry) return []
      const words = sentence.narration.slice(to - sentence.from)
      const before = sentence.text.slice(0, from - sentence.from)
      return rules.flatMap((rule) => {
        if (!mayBe(rule, entry.type, sentence, index, book)) return []
        if (rule.isAdjacent && !isSubject[book.chapter.language].test(before)) return []
        const near = rule.isAdjacent ? words : words.slice(0, reach[book.chapter.language])
        const [now] = rule.read(near, book.chapter.language)
        if (
          !now ||
          unsure.test(clauseWith(before, words, book.chapter.language)) ||
          isUnreal(book.chapter, sentence)
        )
          return []
        const all = statedOf(rule, entityId).filter(({ said }) => said.key === now.key)
        const fact = all.at(-1)?.fact
        const isStated = all.some(({ said, fact: of }) => isSame(rule, now, said, of))
        return fact && !isStated ? [against(rule.rule, sentence, fact)] : []
      })
    }),
  )
}

/** What may stand before a name that the verb behind it belongs to. */
const isSubject = {
  zh: /(?:^|[，。；：“「\s]|[那这]|时候?|今年|可|而|但)$/u,
  en: /(?:^|[,;:“"] ?|\b(?:and|but|that|then|now) )(?:the )?$/i,
}
/** A clause ends this far behind a name at the earliest. */
const leastClause = { zh: 2, en: 14 }

/** The clause of a name, with what may turn its value into a guess or a memory. */
function clauseWith(before: string, words: string, language: 'zh' | 'en'): string {
  const least = leastClause[language]
  const start = Math.max(...[...'，；。,;'].map((mark) => before.lastIndexOf(mark))) + 1
  const end = words.slice(least).search(/[，；。,;]/)
  return before.slice(start) + (end < 0 ? words : words.slice(0, least + end))
}

/** A colour may be of anybody in the sentence: then nobody's. */
function mayBe(
  { rule }: ValueRule,
  type: string,
  { mentions }: Sentence,
  index: number,
  { byId }: BookFacts,
) {
  if (rule === 'number') return true
  if (type !== 'character') return false
  if (rule !== 'appearance') return true
  return (
    index === 0 &&
    mentions.every(
      ({ entityId }) => byId.get(entityId)?.type !== 'character' || entityId === mentions[0]?.entityId,
    )
  )
}

function statedBy(book: BookFacts, rule: ValueRule, fact: CardFact) {
  if (fact.of === 'later' || unsure.test(fact.text) || !isOwn(book, fact)) return []
  const { language } = book.chapter
  if (rule.rule === 'age' && ageFields.test(fact.field)) {
    const number = numberOf(fact.value.replace(/岁$| years old$/, ''), language)
    return number === undefined ? [] : [{ fact, said: { key: 'age', value: String(number), number } }]
  }
  const name = [
    fact.entry.name,
    ...fact.entry.aliases.map((alias) => (typeof alias === 'string' ? alias : alias.name)),
  ]
    .toSorted((a, b) => b.length - a.length)
    .find((each) => fact.text.startsWith(each))
  const pronoun = /^(?:他|她|它|He|She|It)/.exec(fact.text)?.[0] ?? ''
  const rest = fact.text.replace(/^The /, '').slice(name?.length ?? pronoun.length)
  const own =
    language === 'en' && name === undefined && fact.text.startsWith('The ') ? restBehindThe(fact) : rest
  const clauses = rule.isAdjacent ? clausesOf(own, language) : [own]
  return clauses.flatMap((words) => rule.read(words, language)).map((said) => ({ fact, said }))
}

/** “The Lantern Tower is …”: the article is no part of the name. */
function restBehindThe({ text, entry }: CardFact): string {
  const words = text.slice(4)
  return words.startsWith(entry.name) ? words.slice(entry.name.length) : words
}

/** A sentence about an entry has one subject for all its clauses. */
const clausesOf = (words: string, language: 'zh' | 'en'): string[] =>
  language === 'zh'
    ? words.split(/[，；、]/)
    : words.split(/(?:,|;)? and(?= )|[,;]/).map((each) => each.replace(/^(?! )/, ' '))

function isSame({ grows, rule }: ValueRule, now: Stated, before: Stated, { of }: CardFact): boolean {
  if (now.value === before.value) return true
  if (now.number === undefined || before.number === undefined || !grows) return false
  // A card without chapters is as of the beginning: time may have passed.
  return rule === 'duration' || of === 'change' || of === 'body' ? now.number > before.number : false
}

const kin = {
  zh: {
    parent: '父亲|爹|爸爸|母亲|娘|妈妈',
    child: '儿子|女儿|养女|养子',
    sibling: '哥哥|弟弟|姐姐|妹妹|兄长',
    spouse: '妻子|丈夫|老婆|夫人|未婚妻|未婚夫',
    teacher: '师父|师傅|老师|先生',
    pupil: '徒弟|弟子|学生',
  },
  en: {
    parent: 'father|mother',
    child: 'son|daughter|foster son|foster daughter',
    sibling: 'brother|sister',
    spouse: 'wife|husband|fiancée?',
    teacher: 'master|teacher|tutor',
    pupil: 'apprentice|pupil|student',
  },
} as const
/** Both ends of a tie are one tie: whose it is does not matter. */
const tieOf: Readonly<Record<keyof typeof kin.zh, string>> = {
  parent: 'blood',
  child: 'blood',
  sibling: 'sibling',
  spouse: 'spouse',
  teacher: 'teaching',
  pupil: 'teaching',
}

function tieNamed(word: string, language: 'zh' | 'en'): string | undefined {
  // The keys of the table.
  for (const [kind, words] of Object.entries(kin[language]))
    if (words.split('|').includes(word.trim().toLowerCase())) return tieOf[kind as keyof typeof tieOf]
  return undefined
}

const kinWords = { zh: Object.values(kin.zh).join('|'), en: Object.values(kin.en).join('|') }
const kinOf = {
  zh: new RegExp(`^的(?:亲生)?(${kinWords.zh})(?:，|是)?$`, 'u'),
  en: new RegExp(`^[’']s (?:own )?(${kinWords.en}),? $`, 'u'),
}

/** Two people whom the chapter ties in another way than their cards do. */
export const relation: ContinuityCheck = (book) =>
  book.chapter.sentences.flatMap((sentence) =>
    sentence.mentions.flatMap((whose, index): Contradiction[] => {
      const who = sentence.mentions[index + 1]
      const [first, second] = [book.byId.get(whose.entityId), book.byId.get(who?.entityId ?? '')]
      if (!who || !first || !second || first === second) return []
      const { language } = book.chapter
      const word = kinOf[language].exec(
        sentence.narration.slice(whose.to - sentence.from, who.from - sentence.from),
      )?.[1]
      const ties = [
        ...first.relations.filter(({ to }) => to === second.id),
        ...second.relations.filter(({ to }) => to === first.id),
      ].filter(({ from }) => from === undefined || (book.order.get(from) ?? Infinity) <= book.position)
      const listed = ties.map(({ kind, from }) => ({ kind, from, tie: tieNamed(kind, language) }))
      const said = word && tieNamed(word, language)
      if (!said || listed.length === 0 || listed.some(({ tie }) => tie === undefined || tie === said))
        return []
      if (unsure.test(sentence.text) || isUnreal(book.chapter, sentence)) return []
      const [tied] = listed
      const text = `${first.name} – ${second.name}: ${tied?.kind ?? ''}`
      return [against('relation', sentence, { entry: first, text, chapter: tied?.from })]
    }),
  )

const weekdays = '一二三四五六日'
const dateZh = new RegExp(
  `(?:(?<year>[〇零一二三四五六七八九\\d]{4})年)?(?<month>${hanNumber})月(?:初)?(?<day>${hanNumber})[日号]?[，、,（( ]{0,2}(?:星期|礼拜|周)(?<weekday>[一二三四五六日天])`,
  'gu',
)
const months = 'january february march april may june july august september october november december'.split(
  ' ',
)
const days = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')
const dateEn = new RegExp(
  `\\b(?<weekday>${days.join('|')}),? (?:the )?(?:(?<month>${months.join('|')}) (?<day>\\d{1,2})|(?<day2>\\d{1,2})(?:st|nd|rd|th)? (?:of )?(?<month2>${months.join('|')}))(?:,? (?<year>\\d{4}))?`,
  'gi',
)

/** Two dates of one month whose days of the week do not go together. No card is needed. */
export const weekday: ContinuityCheck = ({ chapter }) => {
  const { language } = chapter
  const dates = chapter.sentences.flatMap((sentence) =>
    [...sentence.text.matchAll(language === 'zh' ? dateZh : dateEn)].flatMap(({ groups = {} }) => {
      const name = (groups.weekday ?? '').toLowerCase().replace('天', '日')
      const at = language === 'zh' ? weekdays.indexOf(name) : days.indexOf(name)
      const month = (groups.month ?? groups.month2 ?? '').toLowerCase()
      const day = numberOf(groups.day ?? groups.day2 ?? '', language)
      return at < 0 || day === undefined ? [] : [{ sentence, at, month, day, year: groups.year }]
    }),
  )
  return dates.flatMap(({ sentence, at, month, day, year }, index): Contradiction[] => {
    const earlier = dates
      .slice(0, index)
      .findLast(
        (date) => date.month === month && date.year === year && (at - date.at - (day - date.day)) % 7 !== 0,
      )
    const { from, to, text } = sentence
    if (!earlier || isUnreal(chapter, sentence)) return []
    const other = { ref: 'chapter', text: earlier.sentence.text, title: '' }
    return [{ rule: 'weekday', sentence: { from, to, text }, other }]
  })
}
