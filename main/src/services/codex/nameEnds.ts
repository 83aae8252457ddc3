import { setImmediate as otherWork } from 'node:timers/promises'
import { findMentions } from './mentions.ts'
import type { NameIndex } from './nameIndex.ts'

/**
 * Whether a name ends at an offset behind its letters, in UTF-16 units. False where a longer name goes on there, or
 * where nobody can tell.
 */
export type NameEnds = (text: string, to: number) => boolean

/** The edge of a clause: punctuation, space, the end of the text. */
const edge = ''

/** Verbs, particles, adverbs and numbers, which hardly any given name ends with. */
const continuing = new Set(
  [
    '的地得了着过们吗呢吧啊呀么在有和与跟及或而但则因为以于对向从把被给让将由比同像用到往朝当',
    '不没未别也又都就便却还再只总更最很太已刚后仍竟终忽突猛忙急慢且径苦怒',
    '说道问答喊叫骂笑哭叹看听见瞧盯闻嗅摸拿抓握推拉抱提抬丢扔接递送打敲拍踢踩站坐走跑跳跪躺趴蹲靠倚伏',
    '睡住留停出上下去回关转追逃离死杀救吃喝穿脱摇闭睁张抿咬吞吐伸缩收写读记忘认恨怕',
    '气愣怔呆默反询盘逼诘探责使要会敢肯该请做变找等带指示一二四六七八十这那何谁',
    '曰亦遂乃即皆',
  ].join(''),
)

/** What given names and names of places often end with. */
const endings = new Set(
  [
    '山川海河江湖洋波涛浪泉溪云雨雪霜露风雷月星辰日晨光明辉晖耀亮春夏秋冬花草木林森松柏杨柳桃李杏梅兰竹菊荷莲',
    '蓉芳芬香茹萍薇蕊蕾禾苗叶枝根桂棠梓桐枫槐樱石岩峰岳岭峻岚玉珠珍宝琴瑶琳琪璇瑾瑜珊珮琼金银铁钢锋剑刚强勇武',
    '文斌彬博学书诗墨章哲思慧智敏聪颖灵秀英俊杰豪雄才良贤德仁义礼信忠孝诚善和平安宁康健福禄寿禧喜庆祥瑞吉利贵富',
    '荣华昌盛兴旺发达财生长成立正清静雅淑娴婉柔美丽妍艳红青蓝紫白丹彤虹霞晴朗然若如是之子儿郎娘姑爷哥姐妹弟叔',
    '伯公婆妈童奴奎魁元亨贞初始新国邦民军兵建伟宏广远高升腾飞龙凤虎豹鹏鹤鸿燕莺鹃雁鸾麟骏驹马牛来士甫卿',
    '镇村庄城县州府省乡里坊街巷路桥头口关门坡岗洲岛屿港湾滩浦渡堤沟塘池潭井寺庙观庵宫殿楼阁台塔亭园院堂馆店铺集',
    '屯堡寨营坝原野洞谷崖峡外内前中东西南北小',
    '力泰恒毅凯浩宇轩涵怡群渊宗祖钧钦锦鑫磊晶莹洁欣悦颜倩妮娜婷霖润泽沛澜鸣谦逸尘凡坚定彦儒帆航舟衿',
  ].join(''),
)

/** Behind these a sentence goes on as it does behind a name. */
const pronouns = new Set('他她我你彼汝')

/** Share of names that another name of the book begins with and goes on with one given character, by its kind. */
const longerShares = { ending: 1e-2, other: 5e-5, continuing: 5e-6 }
const longerShareOf = (character: string) =>
  longerShares[continuing.has(character) ? 'continuing' : endings.has(character) ? 'ending' : 'other']
/** Shares that are assumed where the book is too short to tell. */
const assumed = {
  afterName: { continuing: 2e-3, other: 2e-5, edge: 0.2 },
  afterCharacter: { continuing: 3e-3, other: 3e-4, edge: 0.1 },
}
/** What is assumed is never wrong by more than this: a long book need not have every verb behind a name. */
const leastShareOfAssumed = 0.25
/** So many places does what is assumed count as. */
const assumedPlaces = 20

/** One reading has to be so many times as likely as the other. */
const leastOdds = Math.log(20)
/** In a book that has the longer name, or where the sentence fits it as well. */
const mostOdds = Math.log(200)

/** Enough at a place like most of its kind. */
const fairOdds = Math.log(5)

/** How often each character stands behind something. */
class NextCharacters {
  readonly #counts = new Map<string, number>()
  readonly #assumed: { readonly continuing: number; readonly other: number; readonly edge: number }
  readonly #leastOfAssumed: number
  #total = 0

  constructor(
    shares: { readonly continuing: number; readonly other: number; readonly edge: number },
    leastOfAssumed = 0,
  ) {
    this.#assumed = shares
    this.#leastOfAssumed = leastOfAssumed
  }

  add(character: string): void {
    this.#counts.set(character, (this.#counts.get(character) ?? 0) + 1)
    this.#total += 1
  }

  /** Between what was counted and what is assumed. */
  share(character: string): number {
    const { continuing: often, other, edge: atEdge } = this.#assumed
    const share = character === edge ? atEdge : continuing.has(character) ? often : other
    const counted =
      ((this.#counts.get(character) ?? 0) + assumedPlaces * share) / (this.#total + assumedPlaces)
    return Math.max(counted, share * this.#leastOfAssumed)
  }
}

export interface NameEndsInput {
  readonly name: string
  /** Other names, of which the text behind them is counted: without those that contain `name`, or are part of it. */
  readonly otherNames: NameIndex
  readonly texts: readonly string[]
}

/**
 * Judges whether a longer name stands at a place of a name: 林远山, not 林远说. Two readings of each place are compared:
 * the name and what follows names and pronouns in this book, and a longer name of one character more and what follows
 * names. The next character decides how likely it is behind a name, the one after it how likely it is behind that
 * character. Own algorithm, naive Bayes over these two; what is said of a character at most of its places is said of
 * the unclear ones. Linear in the texts, letting other work run between them.
 */
export async function createNameEnds({ name, otherNames, texts }: NameEndsInput): Promise<NameEnds> {
  const characterAt = createReader((character) => otherNames.fold(character).text)
  const behind = new Set(texts.flatMap((text) => placesOf(name, text).map((to) => characterAt(text, to))))
  behind.delete(edge)
  // A name in Latin letters needs no counts, of one that the book does not have nothing can be counted.
  const counted = behind.size === 0 ? [] : texts
  const afterName = new NextCharacters(assumed.afterName, leastShareOfAssumed)
  const afterCharacter = new Map([...behind].map((it) => [it, new NextCharacters(assumed.afterCharacter)]))
  for (const text of counted) {
    await otherWork()
    for (const { to } of findMentions(text, otherNames)) afterName.add(characterAt(text, to))
    countCharacters(text)
  }

  /** Behind pronouns, and behind characters where they begin a word: 明 of 孔明 does not. */
  function countCharacters(text: string): void {
    let before = edge
    for (let at = 0; at < text.length; ) {
      const character = characterAt(text, at)
      const next = at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
      if (pronouns.has(character)) afterName.add(characterAt(text, next))
      const isOpen = before === edge || pronouns.has(before) || continuing.has(before)
      const counts = isOpen ? afterCharacter.get(character) : undefined
      // What stands behind the name itself is the question.
      if (counts && !text.startsWith(name, at - name.length)) counts.add(characterAt(text, next))
      before = character
      at = next
    }
  }

  /** Logarithm of how many times as likely the name alone is as the longer one. */
  function oddsAt(text: string, to: number): number {
    const next = characterAt(text, to)
    const then = characterAt(text, to + ((text.codePointAt(to) ?? 0) > 0xffff ? 2 : 1))
    const follows = afterCharacter.get(next)?.share(then) ?? assumed.afterCharacter.other
    return Math.log((afterName.share(next) * follows) / (longerShareOf(next) * afterName.share(then)))
  }

  const verdicts = new Map<string, { own: number; longer: number; places: number }>()
  for (const text of texts)
    for (const to of placesOf(name, text)) {
      const next = characterAt(text, to)
      if (next === edge) continue
      const verdict = verdicts.get(next) ?? { own: 0, longer: 0, places: 0 }
      verdicts.set(next, verdict)
      const odds = oddsAt(text, to)
      verdict.places += 1
      if (odds > leastOdds) verdict.own += 1
      if (odds < -leastOdds) verdict.longer += 1
    }

  return (text, to) => {
    const next = characterAt(text, to)
    if (next === edge) return endsWord(text, to)
    const { own, longer, places } = verdicts.get(next) ?? { own: 0, longer: 0, places: 0 }
    const odds = oddsAt(text, to)
    const isLongerHere = longer >= 2 && longer >= own
    if (odds > (isLongerHere ? mostOdds : leastOdds)) return true
    return continuing.has(next) && odds > fairOdds && longer === 0 && own >= 3 && 2 * own >= places
  }
}

function placesOf(name: string, text: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length))
    places.push(at + name.length)
  return places
}

/** Reads the Han character at an offset, folded; `edge` for anything else. */
type Reader = (text: string, at: number) => string

function createReader(fold: (character: string) => string): Reader {
  const read = new Map<number, string>()
  return (text, at) => {
    const code = text.codePointAt(at)
    if (code === undefined) return edge
    const cached = read.get(code)
    if (cached !== undefined) return cached
    const character = String.fromCodePoint(code)
    const result = /^\p{Script=Han}$/u.test(character) ? fold(character) : edge
    read.set(code, result)
    return result
  }
}

/** A name in Latin letters goes on behind a hyphen: Carver-Hale. */
const endsWord = (text: string, to: number): boolean =>
  !/^[-\u2010\u2011\u00B7\u30FB]\p{L}/u.test(text.slice(to, to + 3))
