import type { CodexMention } from '#contract/codex.ts'
import { against, type BookFacts, type ContinuityCheck, namesOf } from './bookFacts.ts'
import { type CardFact, newestOf } from './cardFacts.ts'
import { isUnreal, type Sentence, sentenceAt } from './chapterText.ts'
import type { Contradiction } from './finding.ts'

// States, places and owners that a card gives with their chapter, against what people do.

const isDead = {
  zh: /死|亡|殁|故去|去世|过世|逝世|遇害|牺牲|自尽|自缢|殒/,
  notZh:
    /[未没不假诈将垂濒半怕装必免]死|没有死|免于死|死[里中刑守战罪党囚]|九死|未亡|亡命|逃亡|流亡|生死|[父母爹娘爸妈夫妻子女兄弟姐妹师友祖爷奶]\p{Script=Han}{0,3}(?:死|亡|殁|故去|去世|过世|逝世|遇害|牺牲|自尽|自缢|殒)/u,
  en: /\b(?:dead|died|killed|deceased|murdered|executed|drowned)\b/i,
  notEn:
    /\b(?:not|nearly|almost|presumed|believed|feigned|un|left for dead|survived|(?:husband|wife|father|mother|parents|brother|sister|son|daughter|friend|master)s? (?:is|was|are|were|has|had)?\s*(?:dead|died|killed))\b/i,
}
const endFields = /^(?:结局|生死|状态|end|life|alive|status|fate|state)$/
const diedZh =
  /^(?:(?![父母爹娘爸妈夫妻子女兄弟姐妹师友祖爷奶]).){0,4}?(?:死于|死在|死了|身亡|阵亡|去世|病故|病死|战死|自尽|自缢|被杀|遇害)/u
const diedEn = /^\s+(?:died|was killed|was murdered|drowned|is dead)\b/i

const speaksOfDeath = (words: string) =>
  (isDead.zh.test(words) && !isDead.notZh.test(words)) || (isDead.en.test(words) && !isDead.notEn.test(words))

/** The newest state of an entry, set before this chapter; undefined: none. */
function stateBefore({ facts, position }: BookFacts, id: string): CardFact | undefined {
  return facts
    .get(id)
    ?.findLast(({ of, state, since }) => of === 'change' && state !== '' && since < position)
}

/** The change by which an entry is dead before this chapter begins. */
function deathOf(book: BookFacts, id: string): CardFact | undefined {
  const state = stateBefore(book, id)
  if (state) return speaksOfDeath(state.state) ? state : undefined
  const changes = (book.facts.get(id) ?? []).filter(
    ({ of, since }) => of === 'change' && since < book.position,
  )
  const end = changes.findLast(({ field, value }) => value !== '' && endFields.test(field))
  if (end) return speaksOfDeath(end.value) ? end : undefined
  return changes.findLast(({ entry, text }) => {
    const name = namesOf(entry).find((each) => text.startsWith(each))
    const rest = text.slice(name?.length ?? 0)
    return name !== undefined && (diedZh.test(rest) || diedEn.test(rest))
  })
}

/** The dead who speak. */
export const dead: ContinuityCheck = (book) => {
  const deaths = new Map<string, CardFact | undefined>()
  const contradictions: Contradiction[] = []
  for (const { speaker } of book.chapter.speeches) {
    const { entityId } = speaker
    if (book.byId.get(entityId)?.type !== 'character') continue
    if (!deaths.has(entityId)) deaths.set(entityId, deathOf(book, entityId))
    const death = deaths.get(entityId)
    const sentence = death && sentenceAt(book.chapter, speaker.from)
    if (!sentence || isUnreal(book.chapter, sentence)) continue
    // A name inside somebody's speech speaks in that person's story.
    if (sentence.narration.slice(speaker.from - sentence.from, speaker.to - sentence.from).includes('\uFFFC'))
      continue
    contradictions.push(against('dead', sentence, death))
  }
  return contradictions
}

const isDestroyed =
  /焚|烧|毁|碎|塌|沉没|夷为|拆|destroyed|burnt|burned|broken|shattered|sunk|razed|collapsed|torn down/i
const afterEnd =
  /废墟|残|旧址|遗址|原址|重建|重修|修复|灰烬|碎片|瓦砾|\b(?:ruins?|remains|ash(?:es)?|rebuilt|wreck|site|fragments?|pieces|where)\b/i
const entersZh = /^[\p{Script=Han}]{0,4}?(?:走进|进了|来到|住在|住进|坐在|推开|踏进|回到)了?$/u
const entersEn = /^ (?:\w+ly )?(?:entered|went into|walked into|stayed at|sat in|came to|lived in) (?:the )?$/
const hasZh =
  /^[\p{Script=Han}，]{0,6}?(?:握着|握住|拔出|抽出|佩着|挂着|取出|掏出|拿出|举起|挥着|提着|背着|戴着|攥着)了?(?:那|这|自己的)?[把枚块柄支件个]?$/u
const hasEn =
  /^ (?:\w+ly )?(?:drew|wore|carried|took out|raised|gripped|clutched|brandished|pulled out) (?:the |his |her |a )?$/

/** Who stands before a place or thing as the one who enters or has it; in the narration only. */
function subjectOf(
  book: BookFacts,
  sentence: Sentence,
  thing: CodexMention,
  [zh, en]: readonly [RegExp, RegExp],
) {
  const who = sentence.mentions.findLast(({ to }) => to <= thing.from)
  if (!who || book.byId.get(who.entityId)?.type !== 'character') return undefined
  const between = sentence.narration.slice(who.to - sentence.from, thing.from - sentence.from)
  return (book.chapter.language === 'zh' ? zh : en).test(between) ? who : undefined
}

/** Things that are used and places that are entered after they were destroyed. */
export const destroyed: ContinuityCheck = (book) =>
  eachMention(book, ['item', 'location'], (sentence, thing, type) => {
    const state = stateBefore(book, thing.entityId)
    if (!state || !isDestroyed.test(state.state) || afterEnd.test(sentence.text)) return undefined
    const patterns = type === 'item' ? ([hasZh, hasEn] as const) : ([entersZh, entersEn] as const)
    if (!subjectOf(book, sentence, thing, patterns) || isUnreal(book.chapter, sentence)) return undefined
    return against('destroyed', sentence, state)
  })

const ownerFields = /^(?:持有者|持有人|所有者|归属|owner|holder|bearer|possessed by)$/
const transfers =
  /给|交|递|送|赠|借|夺|抢|偷|拾|捡|丢|落|卖|还|传|赐|失|取|接|\b(?:gave|give|given|handed|lent|sold|stole|stolen|took|taken|passed|picked|found|won|left|lost|returned|entrusted|received|brought)\b/

/** A thing in the hands of somebody else, while nothing in the chapter passes it on. */
export const owner: ContinuityCheck = (book) => {
  const moved = new Set<string>()
  return eachMention(book, ['item'], (sentence, thing) => {
    const fact = newestOf(book.facts.get(thing.entityId) ?? [], ownerFields)
    if (!fact || moved.has(thing.entityId)) return undefined
    const who = subjectOf(book, sentence, thing, [hasZh, hasEn])
    const holder = who && book.byId.get(who.entityId)
    const before = who ? sentence.text.slice(0, who.from - sentence.from) : sentence.text
    if (transfers.test(before)) moved.add(thing.entityId)
    if (!holder || !book.entryCalled(fact.value) || moved.has(thing.entityId)) return undefined
    if (book.isCalled(holder, fact.value) || isUnreal(book.chapter, sentence)) return undefined
    return against('owner', sentence, fact)
  })
}

const placeFields = /^(?:位置|所在|所在地|地点|location|place|whereabouts)$/
const isAtZh = /^(?:正|还|就|仍|此时)?在$/
const isAtEn = /^ (?:was|is|stood|sat|waited) (?:at|in|on) (?:the )?$/
const insideZh = /^(?:里|中|内|上|外|前)?[\p{Script=Han}]{0,2}/u
const moves =
  /到|至|往|赴|回|来|去|入|进|离|抵|奔|逃|放|\b(?:went|came|arrived|left|reached|returned|escaped|freed|released|walked|rode|sailed|travelled|set out|moved)\b/

/** A person at one place whom the card has at another one up to this chapter, while nobody in the chapter moves them. */
export const place: ContinuityCheck = (book) => {
  const moved = new Set<string>()
  return eachMention(book, ['character'], (sentence, who) => {
    const fact = newestOf(book.facts.get(who.entityId) ?? [], placeFields)
    if (!fact || moved.has(who.entityId)) return undefined
    // Without an end, a place is where somebody was, not where they are.
    if (!fact.isSpanned && book.position - fact.since > 1) return undefined
    const next = sentence.mentions.find(({ from }) => from >= who.to)
    const between = next && sentence.narration.slice(who.to - sentence.from, next.from - sentence.from)
    const target = next && book.byId.get(next.entityId)
    const isAt = book.chapter.language === 'zh' ? isAtZh : isAtEn
    const behind = next ? (insideZh.exec(sentence.text.slice(next.to - sentence.from))?.[0] ?? '') : ''
    const isHere = between !== undefined && isAt.test(between) && target?.type === 'location'
    if (moves.test(sentence.text)) {
      moved.add(who.entityId)
      return undefined
    }
    const listed = book.entryCalled(fact.value)
    if (!isHere || behind.includes('的') || listed?.type !== 'location' || listed === target) return undefined
    if (isRelated(listed.name, target.name) || isTied(book, listed.id, target.id)) return undefined
    return isUnreal(book.chapter, sentence) ? undefined : against('place', sentence, fact)
  })
}

const isRelated = (a: string, b: string) => a.includes(b) || b.includes(a)
const isTied = ({ byId }: BookFacts, a: string, b: string) =>
  byId.get(a)?.relations.some(({ to }) => to === b) === true ||
  byId.get(b)?.relations.some(({ to }) => to === a) === true

interface Injury {
  readonly is: RegExp
  readonly zh: RegExp
  readonly en: RegExp
}

const injuries: readonly Injury[] = [
  {
    is: /(?:双目|自幼|从小|生来|已经?)失明|双目失明|^失明$|瞎了双眼|^(?:盲|瞎)$|盲人|\b(?:is|was|been|born|gone|went) blind\b(?! to)|^blind$/,
    zh: /^(?:一眼|抬头|忽然|远远|分明|亲眼)?(?:看见|望见|瞧见|瞥见|看到|看清)/,
    en: /^ (?:\w+ly )?(?:saw|stared at|watched|glanced at|gazed at|caught sight of)\b/,
  },
  {
    is: /双耳失聪|^失聪$|聋了双耳|^聋$|\b(?:is|was|been|born|gone) (?:stone )?deaf\b|^deaf$/,
    zh: /^(?:忽然|远远|分明|清楚)?(?:听见|听到)/,
    en: /^ (?:\w+ly )?heard\b/,
  },
  {
    is: /断了?(?:左|右|一条|一只)(?:臂|手|胳膊)|失去了?(?:左|右|一条|一只)(?:臂|手|胳膊)|独臂|one-armed|one-handed|lost (?:an|his|her|one|his left|his right|her left|her right) (?:arm|hand)/,
    zh: /^(?:用|伸出|张开|举起|搓着|捧起)?(?:双手|两手|双臂|两只手)/,
    en: /^ .{0,24}\bboth (?:his |her )?(?:hands|arms)\b/,
  },
  {
    is: /断了?双腿|双腿(?:残废|瘫痪|尽断)|下肢瘫痪|^瘫痪$|lost both legs|paraly[sz]ed|cannot walk/,
    zh: /^(?:拔腿|飞快地|飞一般地|转身|起身)?(?:跑|奔|飞奔|冲出|走出|站起身|站起来)/,
    en: /^ (?:\w+ly )?(?:ran|sprinted|walked|strode|stood up|leapt)\b/,
  },
]
const speechless =
  /^(?:哑|失声)$|自幼(?:就)?(?:是)?哑|不能说话(?!算)|(?<!装)哑巴|\b(?:is|was|been|born) mute\b|^mute$|cannot speak(?=[.;,]|$)/

/** The blind who see, the mute who speak, the one-armed with both hands. */
export const injury: ContinuityCheck = (book) => {
  const hurt = new Map<string, readonly { readonly fact: CardFact; readonly pattern: RegExp }[]>()
  const silent = new Map<string, CardFact>()
  const { language } = book.chapter
  for (const [id, facts] of book.facts) {
    if (book.byId.get(id)?.type !== 'character') continue
    const own = facts.filter(({ of, since }) => of !== 'later' && since < book.position)
    hurt.set(
      id,
      injuries.flatMap(({ is, [language]: pattern }) => {
        const fact = own.findLast((each) =>
          [each.state, each.value, each.text].some((words) => is.test(words)),
        )
        return fact && isOwn(book, fact) ? [{ fact, pattern }] : []
      }),
    )
    const mute = own.findLast(({ state, text }) => speechless.test(state) || speechless.test(text))
    if (mute && isOwn(book, mute)) silent.set(id, mute)
  }
  const acting = eachMention(book, ['character'], (sentence, { entityId, to }) => {
    const rest = sentence.narration.slice(to - sentence.from)
    const acted = hurt.get(entityId)?.find(({ pattern }) => pattern.test(rest))
    return acted && !isUnreal(book.chapter, sentence) ? against('injury', sentence, acted.fact) : undefined
  })
  const speaking = book.chapter.speeches.flatMap(({ speaker }) => {
    const fact = silent.get(speaker.entityId)
    const sentence = fact && sentenceAt(book.chapter, speaker.from)
    return sentence && !isUnreal(book.chapter, sentence) ? [against('injury', sentence, fact)] : []
  })
  return [...acting, ...speaking]
}

const kinBegins =
  /^(?:其|他的|她的|有[一个位]*)?(?:父|母|爹|娘|爸|妈|妻|夫|丈夫|师|徒|儿|女|兄|弟|姐|妹|哥|祖|爷|奶|叔|伯|舅|姑|姨|友)|^(?:(?:His|Her|Its|Their) )?(?:father|mother|wife|husband|son|daughter|brother|sister|uncle|aunt|master|friend)\b/i
/** A sentence of a card that begins with its own name, or without any name. */
export function isOwn({ entries }: BookFacts, { entry, text }: CardFact): boolean {
  if (namesOf(entry).some((name) => text.startsWith(name)) || /^(?:他|她|He |She |It )/.test(text))
    return true
  if (kinBegins.test(text)) return false
  return !entries.some((other) => other !== entry && text.includes(other.name))
}

const isShortHan = /^\p{Script=Han}{1,2}$/u
const isOpen = /(?:^|[^\p{Script=Han}]|[和与对向跟把被给让叫是见])$/u

/** Names that nobody has before a later chapter, and names that are over. */
export const early: ContinuityCheck = (book) => {
  const { order, position, byId } = book
  const listed = new Set<string>()
  return eachMention(book, undefined, (sentence, { entityId, key, from }) => {
    const entry = byId.get(entityId)
    const before = sentence.text.slice(0, from - sentence.from)
    // 一条白渡船 has the name 白渡 by chance.
    if (isShortHan.test(key) && !isOpen.test(before)) return undefined
    if (!entry || [...key].length < 2 || listed.has(`${entityId} ${key}`)) return undefined
    const alias = entry.aliases.find((each) => typeof each !== 'string' && each.name === key)
    const start = alias && typeof alias !== 'string' ? (alias.from ?? entry.from) : entry.from
    const isLater = start !== undefined && (order.get(start) ?? -1) > position
    if (!isLater) return undefined
    listed.add(`${entityId} ${key}`)
    const text = book.facts.get(entityId)?.[0]?.text ?? key
    return against('early', sentence, { entry, text, chapter: start })
  })
}

/** Asks for each mention of entries of some kinds, in order. */
function eachMention(
  { chapter, byId }: BookFacts,
  types: readonly string[] | undefined,
  check: (sentence: Sentence, mention: CodexMention, type: string) => Contradiction | undefined,
): Contradiction[] {
  const contradictions: Contradiction[] = []
  for (const sentence of chapter.sentences)
    for (const mention of sentence.mentions) {
      const type = byId.get(mention.entityId)?.type
      if (type === undefined || (types && !types.includes(type))) continue
      const contradiction = check(sentence, mention, type)
      if (contradiction) contradictions.push(contradiction)
    }
  return contradictions
}
