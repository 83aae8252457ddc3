import { aliasNames, type CodexEntry } from './entry.ts'
import { findMentions } from './mentions.ts'
import { buildNameIndex, type NamedEntry, type NameIndex } from './nameIndex.ts'
import { unknownNames } from './unknownNames.ts'

/** An occurrence of the letters of a name, in UTF-16 units. */
interface NamePlace {
  readonly from: number
  readonly to: number
}

interface UncertainPlace extends NamePlace {
  /** The name with what makes it uncertain. */
  readonly phrase: string
  /** `codex`: a longer name of an entry. `usage`: the book uses it like a longer one. `variant`: written otherwise. */
  readonly reason: 'codex' | 'usage' | 'variant'
}

/** Where a name is a whole name, and where it may be a part of something else. */
export type WholeName = (text: string) => {
  readonly matches: readonly NamePlace[]
  readonly uncertain: readonly UncertainPlace[]
}

const own = '\0own'
const used = '\0used'

/**
 * Finds a name as a whole one: by mention detection, the longest name at each place, over the codex, the name itself
 * and the longer names that `texts` use and the codex does not know. `index` is the codex's, taught by the book.
 */
export async function createWholeName(
  name: string,
  codex: { readonly entries: readonly { readonly entry: CodexEntry }[]; readonly index: NameIndex },
  texts: readonly string[],
): Promise<WholeName> {
  // Everywhere and nowhere: nobody is called so.
  if (name === '') return () => ({ matches: [], uncertain: [] })
  const entries = codex.entries.map(({ entry }) => entry)
  const isInCodex = entries.some((entry) => entry.name === name || aliasNames(entry).includes(name))
  const unknown = (await unknownNames(codex.index, texts))
    .map(({ text }) => text)
    .filter((text) => text !== name && text.includes(name))
  const longer = new Set([...unknown, ...longerNames(name, texts)])
  const index = {
    ...buildNameIndex(
      [
        ...entries,
        ...(isInCodex ? [] : [pseudo(own, name)]),
        ...[...longer].map((text) => pseudo(`${used}${text}`, text)),
      ],
      codex.index.fold,
    ),
    ...(codex.index.uses && { uses: codex.index.uses }),
  }
  const folded = index.fold(name).text

  return (text) => {
    const mentions = findMentions(text, index)
    const matches: NamePlace[] = []
    const uncertain: UncertainPlace[] = []
    const visited = new Set<number>()
    let next = 0
    for (let from = text.indexOf(name); from >= 0; from = text.indexOf(name, from + name.length)) {
      const to = from + name.length
      while ((mentions[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next += 1
      const mention = mentions[next]
      visited.add(from)
      if (mention && mention.from === from && mention.to === to) matches.push({ from, to })
      else if (mention && mention.from <= from && mention.to >= to) {
        const reason = mention.entry.id.startsWith(used) ? 'usage' : 'codex'
        uncertain.push({ from, to, phrase: text.slice(mention.from, mention.to), reason })
      } else uncertain.push({ from, to, phrase: around(text, from, to), reason: 'usage' })
    }
    for (const { from, to, key } of mentions) {
      if (visited.has(from) || index.fold(key).text !== folded || text.slice(from, to) === name) continue
      uncertain.push({ from, to, phrase: text.slice(from, to), reason: 'variant' })
      visited.add(from)
    }
    return { matches, uncertain: uncertain.sort((a, b) => a.from - b.from) }
  }
}

function pseudo(id: string, name: string): NamedEntry {
  return { id, name, aliases: [], exclude: [], caseSensitive: false }
}

const wordUnits = 40

/** The rest of a word in Latin letters, else one character more, on both sides, as far as the line goes. */
function around(text: string, from: number, to: number): string {
  const before = /(?:[\p{Script=Latin}\p{N}]+|\S)$/u.exec(text.slice(Math.max(0, from - wordUnits), from))
  const behind = /^(?:[\p{Script=Latin}\p{N}]+|\S)/u.exec(text.slice(to, to + wordUnits))
  return ((before?.[0] ?? '') + text.slice(from, to) + (behind?.[0] ?? '')).toWellFormed()
}

const leastCount = 3
/** Of the places of a longer name, those where a clause goes on behind it as behind a name. */
const leastShare = 0.3
const minEvidence = 2
/** A word with a pronoun before it one time in ten is something people do, and no part of a name. */
const mostAfterPronouns = 0.1

/** Nothing that a sentence goes on with behind a name: verbs, adverbs, particles, numbers. */
const noPart = new Set(
  [
    '的地得了着过们吗呢吧啊呀么是有在和与跟及或而但则因为以于对向从把被给让将由比同像如用到往朝当',
    '不没未别也又都就便才却还再只总更最很太已正刚先后仍竟曾终忽突猛忙急快慢连且自径直独轻微冷苦大高低怒',
    '说道问答喊叫骂笑哭叹想看听见望瞧盯闻嗅摸拿抓握推拉抱提举抬放丢扔接递送打敲拍踢踩站坐走跑跳跪立躺趴蹲靠倚伏',
    '睡醒住留停落进出上下来去回起开关转追逃离死活生杀救吃喝穿脱点摇闭睁张抿咬吞吐伸缩收写读念记忘知认觉感爱恨怕',
    '喜气惊愣怔呆沉默应承反询质盘逼诘探责发使要能会可敢肯该愿请叫做成变找等带领指示一二两三四五六七八九十百千万这那何谁',
  ].join(''),
)
/** With these a clause goes on behind whoever it is about. */
const goesOn = /^(?:[说站坐却也又便就都已正从把被和与跟对向、]|[道问答喊走][：:，,。“「])/u

/**
 * Names of one character more that the texts use and that have no codex entry: 林远山 in a book with 林远, not
 * 林远说. Counted from the texts: the character after the name recurs, a clause goes on behind it as behind a name,
 * it is no word of its own together with what follows (知道), and no pronoun precedes it (他推). Prefers none to a
 * wrong one.
 */
export function longerNames(name: string, texts: readonly string[]): readonly string[] {
  const candidates = new Map<string, { count: number; readonly next: Map<string, number> }>()
  for (const text of texts) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
      const behind = text.slice(at + name.length, at + name.length + 6)
      const [part = '', ...rest] = behind
      if (!/^\p{Script=Han}$/u.test(part) || noPart.has(part)) continue
      const candidate = candidates.get(part) ?? { count: 0, next: new Map<string, number>() }
      candidate.count += 1
      if (goesOn.test(rest.join(''))) {
        const word = part + (rest[0] ?? '')
        candidate.next.set(word, (candidate.next.get(word) ?? 0) + 1)
      }
      candidates.set(part, candidate)
    }
  }
  const occurrences = (phrase: string) =>
    texts.reduce((sum, text) => sum + (text.split(phrase).length - 1), 0)
  return [...candidates].flatMap(([part, { count, next }]) => {
    if (count < leastCount) return []
    const own = [...next].filter(([word, times]) => occurrences(word) < 2 * times)
    const evidence = own.reduce((sum, [, times]) => sum + times, 0)
    if (evidence < minEvidence || evidence < count * leastShare) return []
    const done = [...'他她我你它们'].reduce((sum, pronoun) => sum + occurrences(pronoun + part), 0)
    return done >= count * mostAfterPronouns ? [] : [name + part]
  })
}
