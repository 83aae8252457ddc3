import { chineseNumberClass, parseChineseNumber, parseEnglishNumber } from './numbers.ts'

/** What a line says about itself; whether it is accepted depends on its neighbours (`sequence.ts`). */
export interface Heading {
  /** `special`: 楔子, 番外 and the like, which carry no number of their own. */
  readonly kind: 'chapter' | 'volume' | 'special'
  /** The line without white space around it and without Markdown's `#`. */
  readonly title: string
  /** What stands after the number. */
  readonly name: string
  /** 章, 回, 节 …; empty for special headings. */
  readonly unit: string
  /** Undefined for special headings and for a number that cannot be read. */
  readonly number: number | undefined
  /** The volume a chapter heading names in the same line. */
  readonly volume: number | undefined
  /** White space or punctuation stands between number and name, or there is no name. */
  readonly separated: boolean
  /** Ends like a sentence that may also be a title: ！ ？ … —. */
  readonly soft: boolean
}

/** The longest heading, in code points of the trimmed line. */
const maxHeadingLength = 60

const number = `[${chineseNumberClass}几數数]{1,12}`
const spacedNumber = `[ \\u3000]*(${number})[ \\u3000]*`
const separator = '[\\s:：·•.．、,，\\-–—_|】\\])）]'
const chapter = new RegExp(`^(?:正文[\\s:：]*)?[【\\[(（]?第${spacedNumber}([章回节節话話])(.*)$`)
const volume = new RegExp(`^(?:正文[\\s:：]*)?[【\\[(（]?第${spacedNumber}([卷部])(.*)$`)
const bareVolume = new RegExp(`^卷(?:之)?[ \\u3000]*(${number})(?=$|${separator})(.*)$`)
const volumeThenChapter = new RegExp(`^(?:第${spacedNumber}[卷部]|卷[ \\u3000]*(${number}))(.{0,30}?)(第.*)$`)
const english =
  /^(chapter|book|part|volume)\s+(\d{1,6}|[ivxlcdm]{1,9}|[a-z]{3,9}(?:[\s-][a-z]{3,5})?)(?=$|[\s.:：,\-–—])(.*)$/i
const special = new RegExp(
  `^(?:楔子|引子|序[章言幕曲]?|自序|前言|尾声|终章|后记|番外篇?)(?:$|(?:之?${number})?(?:$|[\\s:：·•\\-–—】\\])）(（]))`,
)
const englishSpecial = /^(?:prologue|epilogue|preface|foreword|introduction|interlude)$/i
/** After these the unit is part of another word: 第三回合, 第一节课, 第二部分. */
const otherWords: Readonly<Record<string, RegExp>> = {
  回: /^[合目]/,
  节: /^[课課目拍奏日省]/,
  章: /^[程鱼]/,
  话: /^[题題剧劇筒语語]/,
  部: /^[分队隊门門件手族落]/,
}
const startsSeparated = new RegExp(`^${separator}`)
const leadingSeparators = new RegExp(`^${separator}+`)
const sentenceEnd = /[。．.；;，,、：:][”’"'」』）)】]*$/
const softEnd = /[！？!?…—~～][”’"'」』）)】]*$/

/** Reads one line as a heading; undefined when it cannot be one. */
export function parseHeading(line: string): Heading | undefined {
  // Most lines are long paragraphs: a cheap look before anything is trimmed.
  if (line.length > 400) return undefined
  const title = line.replace(/^\s*#{1,6}\s*/, '').trim()
  if (title === '' || title.length > 2 * maxHeadingLength || [...title].length > maxHeadingLength)
    return undefined
  const heading = /^[a-z]/i.test(title) ? parseEnglish(title) : parseChinese(title)
  if (!heading || title.includes('。')) return undefined
  const bareEnglish = heading.unit === 'chapter' && heading.name === ''
  return sentenceEnd.test(title) && !bareEnglish ? undefined : heading
}

function parseChinese(title: string): Heading | undefined {
  const both = volumeThenChapter.exec(title)
  const inner = both && chapter.exec(both[4] ?? '')
  if (both && inner) {
    const read = chapterHeading(title, inner)
    return read && { ...read, volume: parseChineseNumber(both[1] ?? both[2] ?? '') }
  }
  const asChapter = chapter.exec(title)
  if (asChapter) return chapterHeading(title, asChapter)
  const asVolume = volume.exec(title)
  if (asVolume) return chapterHeading(title, asVolume, 'volume')
  const bare = bareVolume.exec(title)
  if (bare) return chapterHeading(title, ['', bare[1] ?? '', '卷', bare[2] ?? ''], 'volume')
  if (!special.test(title)) return undefined
  return specialHeading(title)
}

function chapterHeading(
  title: string,
  [, written = '', unit = '', rest = '']: readonly string[],
  kind: 'chapter' | 'volume' = 'chapter',
): Heading | undefined {
  const simplified = unit.replace('節', '节').replace('話', '话')
  if (otherWords[simplified]?.test(rest)) return undefined
  return {
    kind,
    title,
    name: rest.replace(leadingSeparators, ''),
    unit: simplified,
    number: parseChineseNumber(written),
    volume: undefined,
    separated: rest === '' || startsSeparated.test(rest),
    soft: softEnd.test(title),
  }
}

function specialHeading(title: string): Heading {
  const soft = softEnd.test(title)
  const none = { number: undefined, volume: undefined }
  return { kind: 'special', title, name: title, unit: '', ...none, separated: true, soft }
}

function parseEnglish(title: string): Heading | undefined {
  if (englishSpecial.test(title)) return specialHeading(title)
  const match = english.exec(title)
  if (!match) return undefined
  const [, word = '', written = '', rest = ''] = match
  const value = parseEnglishNumber(written)
  // A wrapped line of prose goes on in lower case: “Chapter 3 was where he …”.
  if (value === undefined || /^[\s,]+[\p{Ll}\d]/u.test(rest)) return undefined
  return {
    kind: /^chapter$/i.test(word) ? 'chapter' : 'volume',
    title,
    name: rest.replace(/^[\s.:：,\-–—]+/, ''),
    unit: word.toLowerCase(),
    number: value,
    volume: undefined,
    separated: true,
    soft: softEnd.test(title),
  }
}

/** Two headings with the same name, whatever their spaces, punctuation and widths. */
export function headingKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}]/gu, '')
}
