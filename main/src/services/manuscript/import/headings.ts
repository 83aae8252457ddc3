import { chineseNumberClass, parseChineseNumber, parseEnglishNumber } from './numbers.ts'

/** One way to read one line as a heading. Whether it is one, the whole file decides (`reading.ts`). */
export interface Heading {
  /** How people call its kind: `第N章`, `Chapter N`, `一`, `1`, `I`, `☆`; empty for 楔子, 番外 and the like. */
  readonly family: string
  /** 0 contains 1 contains 2 …: volumes are below `chapterRank`, what may be part of a chapter above it. */
  readonly rank: number
  readonly kind: 'chapter' | 'volume' | 'special'
  /** The line without white space around it and without Markdown's `#`. */
  readonly title: string
  /** The text after the number. */
  readonly name: string
  /** Undefined where the family has no numbers, and where the number cannot be read. */
  readonly number: number | undefined
  /** The volume that a chapter heading names in the same line. */
  readonly volume: { readonly number: number | undefined; readonly title: string } | undefined
  /** White space or punctuation is between number and name, or there is no name. */
  readonly separated: boolean
  /** 第三章完: the end of a chapter, and not its beginning. */
  readonly isEnd: boolean
}

export const chapterRank = 3
/** Plain numbers and set-off lines: read as headings only where no heading has a chapter word. */
export const plainRank = 5

/** The longest heading, in code points of the trimmed line: 120 for the title, and its prefix. */
const maxHeadingLength = 140

const number = `[${chineseNumberClass}几數数]{1,12}`
const spacedNumber = `[ \\u3000]*(${number})[ \\u3000]*`
const separator = '[\\s:：·•.．、,，\\-–—_|】\\])）]'
const ranks: Readonly<Record<string, number>> = {
  ...{ 部: 0, 卷: 1, 集: 1, 册: 1, 篇: 2, 幕: 2, 章: 3, 回: 3, 折: 3, 话: 3, 节: 4 },
  ...{ book: 0, volume: 0, part: 1, act: 2, chapter: 3, letter: 3, canto: 3, stave: 3, scene: 4 },
  ...{ chapitre: 3, kapitel: 3, capítulo: 3, capitolo: 3, глава: 3, partie: 1, teil: 1 },
  ...{ 부: 0, 권: 1, 장: 3, 화: 3 },
}
const traditional: Readonly<Record<string, string>> = { 節: '节', 話: '话', 冊: '册', 巻: '卷' }
const unit = '[章回节節卷巻部集册冊篇幕话話折]'
const numbered = new RegExp(`^第${spacedNumber}(${unit})(.*)$`)
const plainVolume = new RegExp(`^卷(?:之)?[ \\u3000]*(${number})(?=$|${separator})(.*)$`)
const volumeThenChapter = new RegExp(
  `^((?:第${spacedNumber}[卷巻部集册冊篇幕]|卷[ \\u3000]*(${number})).{0,30}?)(第.*)$`,
)
const korean = /^제\s*([0-9]{1,5}|[一二三四五六七八九十百]{1,6})\s*([장화부권])(.*)$/
const english =
  /^(chapter|book|part|volume|letter|scene|act|canto|stave|chapitre|kapitel|capítulo|capitolo|глава|partie|teil)\s+(?:the\s+)?(\d{1,6}|[ivxlcdm]{1,9}|[a-z]{3,11}(?:[\s-](?:one|two|three|four|five|six|seven|eight|nine))?)(?=$|[^\p{L}\d])(.*)$/iu
const special = new RegExp(
  `^(?:楔子|引子|引言|序[章言幕曲]?|自序|前言|尾声|终章|后记|番外篇?)(?:$|(?:之?${number})?(?:$|[\\s:：·•\\-–—】\\])）(（]))`,
)
const englishSpecial = /^(?:prologue|epilogue|preface|foreword|afterword|introduction|interlude)(?:[.:]|$)/i
const plainChinese =
  /^([（(]?)([〇零一二三四五六七八九十百千廿卅]{1,8})([）)]?)(?<=[）)]|(?=$|[\s、.．:：]))(.{0,80})$/
const plainDigits = /^([（(]?)([0-9０-９]{1,4})([）)]?)(?<=[）)]|(?=$|[\s、.．:：]))(.{0,80})$/
const plainRoman = /^()([IVXLCDM]{1,9})()(?=$|[.:])(.{0,80})$/
const setOff = /^(?:([☆★◆◇●○■□▲△▼▽※＊§◎⊙♦♥♡✦✧♢＝])[、\s]*|([【〖《]))(?=.*[\p{L}\d])(.{1,60})$/u
/** Signs with which a heading may start before its number. */
const ornament = /^(?:正文[\s:：]*)?[☆★◆◇●○■□▲△▼▽※＊§◎⊙♦♥♡✦✧♢＝、\s]*[【〖[(（「『]?\s*/u
const ending = /^[\s·、:：—-]*(?:完结?|终了?|结束|完毕|終了?|the end|ends?)[\s）)】\]〗。.!！~～—]*$/i

/** After these the unit is part of another word: 第三回合, 第一节课, 第二部分, 第三集团. */
const otherWords: Readonly<Record<string, RegExp>> = {
  回: /^[合目]/,
  节: /^[课課目拍奏日省]/,
  章: /^[程鱼]/,
  话: /^[题題剧劇筒语語]/,
  部: /^[分队隊门門件手族落]/,
  集: /^[团團合体體中结結会會市邮]/,
  篇: /^[幅章]/,
  幕: /^[后後僚]/,
  折: /^[扣叠腾]/,
  卷: /^[子轴纸]/,
}
const startsSeparated = new RegExp(`^${separator}`)
const leadingSeparators = new RegExp(`^${separator}+`)
/** `[^1]`; at the start of a line it is the note. */
export const noteSigns = /(?<!^)\[\^[^\]\s]+\]/g
/** A cheap check of the first sign: most lines are paragraphs. */
const possibleStart =
  /^[第제卷楔引序自前尾终后番正〇零一二三四五六七八九十百千廿卅0-9０-９A-Za-zГг（(【〖《[「『☆★◆◇●○■□▲△▼▽※＊§◎⊙♦♥♡✦✧♢＝]/u

/** A heading's words without the signs of its notes: a title is shown where there are none. */
export const withoutNoteSigns = (title: string): string => title.replace(noteSigns, '').trim()

/** Every way to read a line as a heading: one for each family it may belong to. Empty for nearly all lines. */
export function readingsOf(line: string): Heading[] {
  if (line.length > 400) return []
  const title = withoutNoteSigns(line.replace(/^\s*(?:#{1,6}\s+)?/, '').trimEnd())
  if (
    !possibleStart.test(title) ||
    title.length > 2 * maxHeadingLength ||
    [...title].length > maxHeadingLength
  )
    return []
  const wording = title.replace(ornament, '')
  const readings = [explicit(title, wording), parsePlainNumber(title), marked(title)]
  return readings.filter((reading) => reading !== undefined)
}

/**
 * A line on its own, as in a chapter's file: a heading with a chapter word, and no sentence. Undefined for anything
 * else.
 */
export function parseHeading(line: string): Heading | undefined {
  const heading = readingsOf(line)[0]
  if (!heading || heading.rank >= plainRank || heading.isEnd || [...heading.title].length > 120)
    return undefined
  if (isProse(heading) || heading.title.includes('。')) return undefined
  return endsSentence(heading) && /\p{Script=Han}/u.test(heading.title) ? undefined : heading
}

function explicit(title: string, wording: string): Heading | undefined {
  const both = volumeThenChapter.exec(wording)
  const inner = both && numbered.exec(both[4] ?? '')
  if (both && inner) {
    const chapter = withUnit(title, inner[1] ?? '', inner[2] ?? '', inner[3] ?? '')
    const of = { number: parseChineseNumber(both[2] ?? both[3] ?? ''), title: (both[1] ?? '').trim() }
    if (chapter && chapter.rank >= chapterRank) return { ...chapter, volume: of }
  }
  const match = numbered.exec(wording) ?? korean.exec(wording)
  if (match) return withUnit(title, match[1] ?? '', match[2] ?? '', match[3] ?? '')
  const volume = plainVolume.exec(wording)
  if (volume) return withUnit(title, volume[1] ?? '', '卷', volume[2] ?? '')
  if (special.test(wording) || englishSpecial.test(wording))
    return { ...plain(title, wording), kind: 'special', rank: chapterRank }
  return inEnglish(title, wording)
}

function withUnit(title: string, written: string, sign: string, rest: string): Heading | undefined {
  const of = traditional[sign] ?? sign
  if (otherWords[of]?.test(rest)) return undefined
  const rank = ranks[of] ?? chapterRank
  return {
    ...plain(title, rest.replace(leadingSeparators, '')),
    family: /[장화부권]/.test(of) ? `제N${of}` : `第N${of}`,
    rank,
    kind: rank < chapterRank ? 'volume' : 'chapter',
    number: parseChineseNumber(written),
    separated: rest === '' || startsSeparated.test(rest),
    isEnd: ending.test(rest),
  }
}

function inEnglish(title: string, wording: string): Heading | undefined {
  const [, word = '', written = '', rest = ''] = english.exec(wording) ?? []
  const value = parseEnglishNumber(written)
  if (value === undefined) return undefined
  const lower = word.toLowerCase()
  const rank = ranks[lower] ?? chapterRank
  return {
    ...plain(title, rest.replace(leadingSeparators, '')),
    family: `${lower[0]?.toUpperCase()}${lower.slice(1)} N`,
    rank,
    kind: rank < chapterRank ? 'volume' : 'chapter',
    number: value,
    // A wrapped line of prose goes on in lower case: “Chapter 3 was where he …”.
    separated: !/^[\s,]+\p{Ll}/u.test(rest),
    isEnd: ending.test(rest),
  }
}

function parsePlainNumber(title: string): Heading | undefined {
  const chinese = plainChinese.exec(title)
  const match = chinese ?? plainDigits.exec(title) ?? plainRoman.exec(title)
  if (!match) return undefined
  const [, open = '', written = '', close = '', rest = ''] = match
  if ((open === '') !== (close === '')) return undefined
  const sign = chinese ? '一' : /^\d/.test(written.normalize('NFKC')) ? '1' : 'I'
  return {
    ...plain(title, rest.replace(leadingSeparators, '')),
    family: open === '' ? sign : `（${sign}）`,
    number: sign === 'I' ? parseEnglishNumber(written) : parseChineseNumber(written),
  }
}

function marked(title: string): Heading | undefined {
  const [, sign, bracket, rest = ''] = setOff.exec(title) ?? []
  if (sign === undefined && bracket === undefined) return undefined
  if (bracket !== undefined && !/[】〗》]$/.test(rest)) return undefined
  return { ...plain(title, rest), family: sign ?? bracket ?? '' }
}

function plain(title: string, name: string): Heading {
  const none = { number: undefined, volume: undefined, isEnd: false }
  return { family: '', rank: plainRank, kind: 'chapter', title, name, separated: true, ...none }
}

/** Ends like a sentence: a title may, but most do not. */
export function endsSentence({ title }: Pick<Heading, 'title'>): boolean {
  return /[。．.；;，,、：:][”’"'」』）)】]*$/.test(title) && !/^[^.]{0,24}\b[\dIVXLCDM]+\.$/i.test(title)
}

/**
 * Goes on as prose does: glued to its number with a comma or at length, or in English in lower case. `glued`: in this
 * book all names are, so that only a sentence decides.
 */
export function isProse(heading: Heading, glued = false): boolean {
  const { title, name, family, separated } = heading
  if (separated) return false
  if (/[a-zа-я] N$/.test(family)) return !glued
  const long = /[。，；,;]/.test(title) || [...name].length > 20 || /^[里中的说讲是就把被和与这那]/.test(name)
  return long && (!glued || endsSentence(heading))
}

/** Two headings with the same name, whatever their spaces, punctuation, widths and page numbers. */
export function headingKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?:[.·_-]{2,}\s*|\s{2,}|\.\s)\d{1,5}\s*$/u, '')
    .replaceAll(/[\s\p{P}\p{S}]/gu, '')
}
