import type { Finding, JudgeKind } from '#contract/judge.ts'
import type { FindingCoded } from '#contract/warnings.ts'
import { chineseNumberClass, parseChineseNumber, parseEnglishNumber } from '../../manuscript/index.ts'
import { checkMarks, conditional, markRules, partOf, type Where, whereOf } from './markRules.ts'
import { markAt, narrationOf, onePerSentence, sentencesOf, sentencesWith } from './narration.ts'
import { type PersonRule, personRule } from './personRule.ts'

export interface WordList {
  readonly terms: readonly { readonly use: string; readonly avoid: readonly string[] }[]
  readonly banned: readonly string[]
}

export interface Constraint {
  readonly id?: string | undefined
  readonly text: string
  readonly kind: JudgeKind
}

/** A name in the judged text that nobody knows before a later chapter; offset in UTF-16 units. */
export interface EarlyName {
  readonly name: string
  readonly from: number
  /** Title of the first chapter in which the name is in use. */
  readonly chapter: string
}

export interface JudgeInput {
  /** What the model wrote. */
  readonly text: string
  /** The text that it is to replace; empty for an insertion. */
  readonly original: string
  /** The constraints that were sent, in their own words. */
  readonly constraints: readonly Constraint[]
  readonly wordList: WordList
  readonly chapterNumber: number
  /** Undefined: the codex could not be read, or has no such name. */
  readonly earlyNames?: readonly EarlyName[] | undefined
  /** Names of the book inside which a word to avoid is not that word: 林远 in 林远山. */
  readonly longerNames?: readonly string[]
}

export interface Judged {
  /** In the order of the text. */
  readonly findings: readonly Finding[]
  readonly checked: readonly JudgeKind[]
  /** Constraints in whose words no rule can be recognised: only a reader can judge them. */
  readonly modelConstraints: readonly Constraint[]
}

/**
 * The part of the Judge that needs no model: narrative person, forbidden marks, word list and forbidden words, names
 * and words before their chapter. It uses only what the words of a constraint state plainly and prefers missing a
 * violation to a false one. Pure.
 */
export function judge({ text, original, constraints, wordList, ...book }: JudgeInput): Judged {
  const checked = new Set<JudgeKind>()
  const modelConstraints: Constraint[] = []
  const findings: Finding[] = []
  const note = (at: number, kind: JudgeKind, coded: FindingCoded, constraint?: Constraint) => {
    const { from, to } = markAt(text, at)
    const broken = constraint && {
      ...(constraint.id && { constraintId: constraint.id }),
      constraint: constraint.text,
    }
    findings.push({ kind, ...broken, from, to, quote: text.slice(from, to), ...coded })
  }
  const longerNames = (book.longerNames ?? []).filter((name) => !freeWords.has(name.at(-1) ?? ''))
  const allowed = [...wordList.terms.map(({ use }) => use), ...longerNames]

  for (const constraint of constraints) {
    const person = personRule(constraint.text)
    const marks = markRules(constraint.text)
    const bans = wordRules(constraint.text)
    if (!person && marks.length === 0 && bans.length === 0) modelConstraints.push(constraint)
    if (person) {
      checked.add('narrative')
      for (const at of checkPerson(text, person, original))
        note(at, 'narrative', { code: 'person', params: { asked: person.person } }, constraint)
    }
    for (const rule of marks) {
      checked.add('style')
      for (const { at, mark } of checkMarks(text, rule))
        note(at, 'style', { code: 'mark', params: { mark } }, constraint)
    }
    for (const { word, where, before } of bans) {
      const kind = before === undefined ? 'terminology' : 'plot'
      checked.add(kind)
      if (before !== undefined && book.chapterNumber >= before) continue
      const coded: FindingCoded =
        before === undefined
          ? { code: 'banned', params: { word } }
          : { code: 'word_early', params: { word, chapter: before } }
      for (const at of checkWord(partOf(text, where), word, allowed)) note(at, kind, coded, constraint)
    }
  }
  for (const { use, avoid } of wordList.terms) {
    for (const word of avoid)
      for (const at of checkWord(text, word, allowed))
        note(at, 'terminology', { code: 'term', params: { word, use } })
  }
  for (const word of wordList.banned)
    for (const at of checkWord(text, word, allowed))
      note(at, 'terminology', { code: 'banned', params: { word } })
  if (wordList.terms.length > 0 || wordList.banned.length > 0) checked.add('terminology')

  for (const { name, chapter, from } of book.earlyNames ?? [])
    note(from, 'plot', { code: 'name_early', params: { name, chapter } })
  if (book.earlyNames) checked.add('plot')

  return {
    findings: findings.toSorted((a, b) => a.from - b.from),
    checked: [...checked].toSorted(),
    modelConstraints,
  }
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/**
 * Offsets (UTF-16 units) of a forbidden word, letter case aside; at most one a sentence. Left out: inside one of
 * `allowed` (the right term contains the wrong one), and where an end is inside a longer word (不禁 in 不禁止), not
 * one of its own forms (悄悄 in 悄悄地).
 */
function checkWord(text: string, word: string, allowed: readonly string[]): number[] {
  const lower = text.toLowerCase()
  // Where small letters are of another length, offsets would move.
  const searched = lower.length === text.length ? lower : text
  const searchTerm = searched === lower ? word.toLowerCase() : word
  // Of an invented word, 黑潮, the segmenter does not know where it ends.
  const isDictionaryWord = [...segmenter.segment(word)].length === 1
  const offsets: number[] = []
  for (
    let at = searched.indexOf(searchTerm);
    at >= 0;
    at = searched.indexOf(searchTerm, at + searchTerm.length)
  ) {
    if (!isInside(text, at, word, allowed) && !(isDictionaryWord && splitsWords(text, at, word)))
      offsets.push(at)
  }
  return onePerSentence(text, offsets)
}

function isInside(text: string, at: number, word: string, allowed: readonly string[]): boolean {
  return allowed.some((longer) => {
    if (longer.length <= word.length) return false
    for (let part = longer.indexOf(word); part >= 0; part = longer.indexOf(word, part + 1)) {
      if (text.startsWith(longer, at - part)) return true
    }
    return false
  })
}

const segmentReach = 24

function splitsWords(text: string, at: number, word: string): boolean {
  const base = Math.max(0, at - segmentReach)
  const segments = segmenter.segment(text.slice(base, at + word.length + segmentReach))
  const cutAt = (offset: number) => {
    const segment = segments.containing(offset - base)
    return segment !== undefined && segment.index !== offset - base ? segment : undefined
  }
  const last = cutAt(at + word.length)
  // 黑潮来了: what is left of the other word is a word of its own.
  if (last && freeWords.has(text.slice(at + word.length, base + last.index + last.segment.length)))
    return false
  return cutAt(at) !== undefined || (last !== undefined && !isInflected(last.segment, word))
}

/** Verbs and particles that stand behind a noun. */
const freeWords = new Set(
  '来 去 了 过 在 有 从 把 被 向 往 到 就 也 都 又 还 没 起 退 落 涨 涌 流 走 响 亮 倒 散 停'.split(' '),
)

/** 淡淡的, 少爷们: the segmenter takes some words and what follows them for one word. */
const endings = /^.{2,}(?:的|们)$/u
/** 目的地, 所在地 are words of their own, 悄悄地 and 突然地 are not; nor is 好像是, where 要不是 is one. */
const adverbs = /^(?:(.)\1|.+然)地$|^.+[然像佛乎]是$/u

const isInflected = (segment: string, word: string) =>
  segment.slice(0, -1) === word && (endings.test(segment) || adverbs.test(segment))

/** Words that a constraint names in quotes and forbids, for good or before a chapter. Pure. */

interface WordRule {
  readonly word: string
  readonly where: Where
  /** The chapter from which on it is allowed. */
  readonly before?: number
}

/** Position of a quoted word in a clause. */
const hole = '□'
const quoted = /[“「『《"]([^”」』》"\r\n]{1,40})[”」』》"]/g
const beforeChapter = new RegExp(
  `(?:在|到)?第?([${chineseNumberClass}]{1,8})[章回节](?:之|以)?前|\\b(?:before|until)\\s+chapter\\s+([\\w-]{1,20})`,
  'iu',
)

// A clause with more than the ban itself, such as who may not use the word, is left to a reader.
const aside =
  '(?:全书|本书|全文|正文|书中|文中|行文|叙述|旁白|对话|对白|台词|中|里|内|一律|请|绝对|绝|任何|都|也|在|的|这个|这些|这类|这种|这样|类似|等|之类|词语|词汇|词|字样|字眼|字|短语|表达|说法|套话|话|口气|语气|腔调|回忆|成语|名字|名称|人名|术语|一词|二字|两字|和|与|或|及|以及|、|，|,|：|:|\\s|□)*'
const ban =
  '(?:避免|禁止|禁用|严禁|杜绝|勿|别|不|不要|不得|不许|不准|不能|不可|不该|不应)(?:使用|用|出现|写到|写|提到|提及|提|说出|说|叫|喊|称)?'
const chineseBan = new RegExp(`^${aside}${ban}${aside}$`)
const englishBan =
  /^(?:please )?(?:never|do not|don't|no|avoid)(?: (?:use|using|mention|mentioning|write|writing|say|saying|reveal))?(?: the)?(?: (?:words?|phrases?|names?|terms?))? ?□(?:(?:,? (?:and|or) |, ?)□)*(?: (?:in|anywhere in) (?:the )?(?:narration|dialogue|book|text))? ?$|^(?:the )?(?:(?:words?|phrases?|names?|terms?) )?□ (?:must|may|should|is|can)(?:not| not|n't)? (?:never |not )?(?:to )?(?:be )?(?:appear|used|mentioned|written|named) ?$/i

/** “禁用词：微微、淡淡”: a list without quotes. */
const listed =
  /^(?:禁用?词语?|禁用的词|不用的词|forbidden words?|banned words?|words to avoid)\s*[：:]\s*([^“「『《"。；;]+?)[.。]?$/i

/** The word in the place of another: “一律写作‘托’，不写‘米’”. */
const instead = /(?:写作|写成|写|用|叫作?|称(?:作|为)?|(?:always |only )?(?:write|use|say))\s*□\s*[，,]\s*/i

/** 「禁止使用“不禁”“仿佛”」, 「「黑潮」在第五章之前不得出现」. */
function wordRules(constraint: string): WordRule[] {
  if (conditional.test(constraint)) return []
  const list = listed.exec(constraint.trim())?.[1]
  if (list !== undefined)
    return list
      .split(/[、，,]/)
      .map((word) => ({ word: word.trim(), where: 'all' as const }))
      .filter(({ word }) => word !== '' && word.length <= 40)
  return clausesOf(constraint).flatMap(({ clause: whole, terms: all }): WordRule[] => {
    const right = instead.exec(whole)
    // Of one character nobody can tell whether it is that word.
    const clause = right ? whole.slice(right.index + right[0].length) : whole
    const terms = right ? all.slice(1).filter((word) => [...word].length > 1) : all
    const chapter = beforeChapter.exec(clause)
    const rest = clause
      .replace(beforeChapter, '')
      .replaceAll(/[.。!！]$/g, '')
      .trim()
    if (terms.length === 0 || !(chineseBan.test(rest) || englishBan.test(rest))) return []
    const before = chapter && (parseChineseNumber(chapter[1] ?? '') ?? parseEnglishNumber(chapter[2] ?? ''))
    if (chapter && !before) return []
    return terms.map((word) => ({ word, where: whereOf(clause), ...(before ? { before } : {}) }))
  })
}

/** Clauses, cut where no quoted word is cut, with the words that were in the holes. */
function clausesOf(constraint: string): { readonly clause: string; readonly terms: string[] }[] {
  const allTerms: string[] = []
  const holed = constraint.replaceAll(quoted, (_whole, word: string) => {
    allTerms.push(word)
    return hole
  })
  let consumed = 0
  return holed.split(/[。；;\r\n]|\.\s+/).map((clause) => {
    const count = clause.split(hole).length - 1
    const own = allTerms.slice(consumed, consumed + count).map((word) => word.trim())
    consumed += count
    return { clause: clause.trim(), terms: own.filter((word) => word !== '') }
  })
}

/**
 * Offsets (UTF-16) where a text is narrated in another person than it must be, at most one a sentence; speech does
 * not count. `original` is the text being replaced: what it did as well is no finding in the new one.
 */
function checkPerson(text: string, rule: PersonRule, original: string): number[] {
  return rule.person === 'first' ? checkFirstPerson(text, rule, original) : checkThirdPerson(text, original)
}

const firstPerson = /我|咱|俺|吾|\b(?:I|me|my|mine|myself|we|us|our)\b|\bI['’]/
const speaking =
  /^(?:[^，。！？!?….\uFFFC]{0,4})(?:说|道|问|答|喊|叫|嚷|骂|笑|哼|叹|应|念)|^\s+(?:\w+\s+)?(?:said|asked|replied|cried|answered|whispered|shouted|added)\b/
const inner =
  /^(?:就|便|又|也|只|才|却|忽然|突然|不由得|隐隐|仿佛)?(?:想起|想到|想(?!了想)|心想|心里|心中|觉得|感到|感觉|知道|明白|意识到|看见|看到|听见|听到|记得|以为|后悔|害怕)|^\s+(?:\w+ly\s+)?(?:thought|felt|knew|wondered|reali[sz]ed|remembered|believed|hoped|feared)\b/
/** A subject at the start of a clause, outside quotes. */
const thirdSubject =
  /(?<=^|[，。；：！？!?…\s\u3000\uFFFC])(?:他们|她们|他|她|你们|你)(?![的们人])|(?<=^|[.!?;:…]\s+|[\r\n])(?:He|She|They|You|he|she|they|you)(?=\s)/g

/**
 * Findings are: the narrator's own name as a subject; a narrated text without any "我" that describes another's
 * thoughts, or has a sentence about “他/她/你”: three where somebody speaks. Sentences that only introduce a speaker do not count.
 */
function checkFirstPerson(text: string, { narrator }: PersonRule, original: string): number[] {
  const narration = narrationOf(text)
  const named = narrator === undefined ? [] : narratorAsSubject(narration, narrator)
  const silent = original !== '' && !firstPerson.test(narrationOf(original))
  if (firstPerson.test(narration) || silent) return onePerSentence(text, named)
  const subjects = [...narration.matchAll(thirdSubject)].map((match) => ({
    at: match.index,
    afterSpeech: narration[match.index - 1] === '\uFFFC',
    rest: narration.slice(match.index + match[0].length, match.index + match[0].length + 24),
  }))
  const thirdPersonOffsets = onePerSentence(
    text,
    subjects.filter(({ rest, afterSpeech }) => !afterSpeech && !speaking.test(rest)).map(({ at }) => at),
  )
  const thoughtOffsets = subjects.filter(({ rest }) => inner.test(rest)).map(({ at }) => at)
  // Among speeches a narrator may watch in silence.
  const least = narration.includes('\uFFFC') ? 3 : 1
  const watched = thirdPersonOffsets.length >= least ? thirdPersonOffsets : []
  // What another thinks says most; of “你” nobody else is the subject.
  const [thought] = thoughtOffsets.filter((at) => !/^(?:你|you)/i.test(narration.slice(at, at + 3)))
  const first = thought ?? Math.min(...watched, ...thoughtOffsets, ...repeatedSubjects(narration))
  const violations = Number.isFinite(first) ? [nameBefore(narration, first) ?? first] : []
  return onePerSentence(text, [...named, ...violations])
}

/** Where two sentences begin with the same two or three characters, as with a name: “林远推开门。林远坐下来。” */
function repeatedSubjects(narration: string): number[] {
  const starts = sentencesOf(narration).flatMap(({ from, to }) => {
    const at = from + narration.slice(from, to).search(/[^\s\u3000]/)
    const start = /^\p{Script=Han}{3}/u.exec(narration.slice(at, to))?.[0]
    return start === undefined || notNames.test(start) ? [] : [{ at, start: start.slice(0, 2) }]
  })
  return starts
    .filter(({ at, start }) => starts.some((other) => other.at !== at && other.start === start))
    .map(({ at }) => at)
    .slice(0, 1)
}

/** Beginnings of sentences that are no names. */
const notNames =
  /^(?:这|那|有|没|不|又|再|也|就|才|都|只|一|两|几|每|今|昨|明|后来|然后|忽然|突然|已经|于是|可是|但是|因为|所以|如果|虽然|外面|里面|屋里|门外|窗外|远处|天上|海上|雾|灯|风|雨|雪)/

/** A name that begins the sentence in front of a pronoun's: “Lin opened the door. He walked in.” */
function nameBefore(narration: string, offset: number): number | undefined {
  const sentences = sentencesOf(narration)
  const at = sentences.findIndex(({ from, to }) => from <= offset && offset < to)
  const before = sentences[at - 1]
  if (!before || !/^(?:he|she)\b/i.test(narration.slice(offset, offset + 4))) return undefined
  const sentence = narration.slice(before.from, before.to)
  const start =
    /^\s*(?!(?:The|A|An|It|This|That|There|Then|When|Nobody|Everyone|Someone|Outside|Above|Below)\b)[A-Z][a-z]+ [a-z]+/.exec(
      sentence,
    )
  return start ? before.from + sentence.search(/\S/) : undefined
}

function narratorAsSubject(narration: string, narrator: string): number[] {
  const offsets: number[] = []
  for (const { from, to } of sentencesOf(narration)) {
    const sentence = narration.slice(from, to)
    const at = sentence.search(/[^\s\u3000\uFFFC]/)
    if (at < 0 || !sentence.startsWith(narrator, at) || firstPerson.test(sentence)) continue
    const next = sentence[at + narrator.length] ?? ''
    // 「林远的名字」「林远两个字」「林远——」 speak of the name, not of what he does; so does a longer word.
    if (/[的之这那两二三几，。：；、—…！？!?.,'’\uFFFC\w]|^$/.test(next)) continue
    offsets.push(from + at)
  }
  return offsets
}

const thinks =
  /想|觉得|[说說]|道|问|問|告[诉訴]|知道|明白|写|念|喊|答|自语|曰|云|叫|[骂罵]|叹|唱|[题題]|[诗詩]|祷|祝|誓|\b(?:th(?:ink|inks|ought)|sa(?:y|ys|id)|wondered?|wrote|writes|read|cried|prayed|swore)\b/
/** “I should not have come, Lin thought.” */
const thoughtAfter =
  /[,，]\s*(?:(?:\p{Lu}\p{L}+|he|she) (?:thought|wondered|told (?:him|her)self)|\p{Script=Han}{0,4}(?:心想|想道|暗想|想着|想))[^,，]*$/u
const firstSubject =
  /(?<=^|[，。；：！？!?…\s\u3000])(?:我们|我|咱们|咱|俺)(?![国國軍军方])|(?<=^|[,;:.!?…\r\n]\s*|\b\p{Ll}+ )(?:I['’](?:m|d|ve|ll)\b|(?:I|We) (?=\p{Ll}))/gu

/** "我" as a subject, unless the sentence or the line thinks, speaks or quotes before it, or marks it as a thought. */
function checkThirdPerson(text: string, original: string): number[] {
  const narration = narrationOf(text)
  const offsets = [...narration.matchAll(firstSubject)].map(({ index }) => index)
  if (offsets.length === 0 || hasFirst(original)) return []
  const sentences = sentencesWith(narration, offsets)
  const violations = offsets.filter((offset, index) => {
    const { from = 0, to = narration.length } = sentences[index] ?? {}
    const before = narration.slice(from, offset)
    const whole = narration.slice(from, to)
    return (
      !thinks.test(before) &&
      !before.includes('\uFFFC') &&
      !/[_*（(]/.test(whole) &&
      !thoughtAfter.test(whole)
    )
  })
  return onePerSentence(text, violations)
}

const hasFirst = (original: string) => narrationOf(original).search(firstSubject) >= 0
