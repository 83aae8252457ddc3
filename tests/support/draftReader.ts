import { createHash } from 'node:crypto'

/** A fact that a reader could find. */
export interface PlantedFact {
  /** Index of its person. */
  readonly person: number
  readonly field: string
  readonly value: string
  /** A sentence of exactly one chapter. */
  readonly quote: string
}

/** What a book states, as the scripted reader knows it. */
export interface Truth {
  /** Names of each person, the main one first. */
  readonly people: readonly (readonly string[])[]
  readonly facts: readonly PlantedFact[]
  /** Sentences of the book without any of the names. */
  readonly plain: readonly string[]
  /** A field for inventions. */
  readonly language: 'zh' | 'en'
}

/** A part of one request. */
interface Section {
  readonly number: number
  readonly text: string
}

/** What a reader has made up, by sort. */
export interface Inventions {
  /** Values whose quote is nowhere. */
  readonly nowhere: Set<string>
  /** Values whose quote is of another chapter. */
  readonly elsewhere: Set<string>
  /** Values whose quote is true, and has neither person nor value. */
  readonly neither: Set<string>
}

const sectionMark = /^(?:【第 (\d+) 份】|\[Chapter (\d+)\]).*$/gm

/** The chapters of a request by their marks. */
export function sectionsOf(prompt: string): readonly Section[] {
  const marks = [...prompt.matchAll(sectionMark)]
  return marks.map((mark, index) => ({
    number: Number(mark[1] ?? mark[2]),
    text: prompt.slice(mark.index + mark[0].length, marks[index + 1]?.index),
  }))
}

/** The same number from 0 to 1 for the same words. */
const chance = (...words: readonly (string | number)[]): number =>
  createHash('sha256').update(words.join('|')).digest().readUInt32BE(0) / 2 ** 32

interface Row {
  name: string
  kind: string
  aliases: { text: string; quote: string }[]
  facts: { field: string; value: string; quote: string; chapter: number }[]
}

/**
 * A reader that knows the truth and misses 40 % of it, misquotes 10 % of the rest, invents 30 % more in three sorts,
 * calls people by their other names in rows of their own, and now and then takes two people for one. Its JSON comes in
 * fences, with commas too many, and behind a sentence.
 */
export function createScriptedReader(truth: Truth) {
  /** By the name they were given under. */
  const delivered = new Map<string, Set<PlantedFact>>()
  const inventions: Inventions = { nowhere: new Set(), elsewhere: new Set(), neither: new Set() }
  function answer(prompt: string): string {
    // The same request is read the same way, in whatever order requests come.
    const seed = Math.floor(chance(prompt) * 1_000_000)
    const sections = sectionsOf(prompt)
    const rows = new Map<string, Row>()
    const rowOf = (name: string) => {
      const row = rows.get(name) ?? { name, kind: 'character', aliases: [], facts: [] }
      rows.set(name, row)
      return row
    }
    let given = 0
    const present = truth.facts
      .map((fact, index) => ({
        fact,
        index,
        section: sections.find(({ text }) => text.includes(fact.quote)),
      }))
      .filter(({ section }) => section !== undefined)
      .toSorted((x, y) => chance('miss', x.index, seed) - chance('miss', y.index, seed))
    const read = present.slice(Math.round(present.length * 0.4))
    const misquoted = new Set(read.slice(0, Math.round(read.length * 0.1)))
    for (const one of read) {
      const { fact, index, section } = one
      if (!section) continue
      const { person, field, value, quote } = fact
      const names = truth.people[person] ?? []
      const isSplit = names.length > 1 && chance('split', index, seed) < 0.15
      const name = (isSplit ? names[1] : names[0]) ?? ''
      const row = rowOf(name)
      const wrong = misquoted.has(one)
      if (!wrong) delivered.set(name, (delivered.get(name) ?? new Set()).add(fact))
      row.facts.push({
        ...{ field, value, chapter: section.number },
        quote: wrong ? `${quote.slice(0, 3)}也${quote.slice(4)}` : quote,
      })
      if (chance('merge', index, seed) < 0.02) {
        const other = truth.people[(person + 1) % truth.people.length]?.[0] ?? ''
        row.aliases.push({
          text: other,
          quote:
            truth.facts.find((fact) => fact.person === (person + 1) % truth.people.length)?.quote ?? quote,
        })
      }
      given += 1
    }
    for (let n = 0; n < Math.ceil(given * 0.3); n += 1) invent(sections, rowOf, seed, n)
    const json = JSON.stringify([...rows.values()], null, 1).replaceAll('}\n  ]', '},\n  ]')
    const before = truth.language === 'zh' ? '好的，下面是整理的结果：' : 'Here is what I have drawn up:'
    return seed % 3 === 0 ? json : `${before}\n\n\`\`\`json\n${json}\n\`\`\`\n`
  }

  function invent(sections: readonly Section[], rowOf: (name: string) => Row, seed: number, n: number): void {
    const person = Math.floor(chance('who', seed, n) * truth.people.length)
    const name = truth.people[person]?.[0] ?? ''
    const section = sections[Math.floor(chance('where', seed, n) * sections.length)]
    if (!section) return
    const field = truth.language === 'zh' ? `臆造${seed}` : `invented${seed}`
    const value = truth.language === 'zh' ? `凭空之物${seed}号${n}` : `nothing ${seed} of ${n}`
    const sort = Math.floor(chance('sort', seed, n) * 3)
    const add = (quote: string) => rowOf(name).facts.push({ field, value, quote, chapter: section.number })
    if (sort === 0) {
      inventions.nowhere.add(value)
      add(truth.language === 'zh' ? `${name}忽然拿出了${value}。` : `${name} took out ${value} at once.`)
    } else if (sort === 1) {
      const fact = truth.facts.find(
        ({ quote }, index) => !section.text.includes(quote) && chance('other', index, seed, n) < 0.2,
      )
      if (!fact) return
      inventions.elsewhere.add(value)
      add(fact.quote)
    } else {
      const quote = truth.plain.find(
        (sentence, index) => section.text.includes(sentence) && chance('plain', index, seed, n) < 0.5,
      )
      if (!quote) return
      inventions.neither.add(value)
      add(quote)
    }
  }

  return { read: answer, inventions, delivered }
}

interface ListedCard {
  readonly name: string
  readonly facts: readonly {
    readonly field?: string | undefined
    readonly value: string
    readonly evidence: readonly { readonly quote: string }[]
    readonly clash: boolean
    readonly reservation?: string | undefined
  }[]
}

/** Facts that a reader has given, with a true sentence, and that are in no draft; and contradictions that are not marked. */
export function lostFacts(
  delivered: ReadonlyMap<string, ReadonlySet<PlantedFact>>,
  drafts: readonly ListedCard[],
): { readonly lost: number; readonly clashes: number; readonly unmarked: number } {
  const listed = drafts.flatMap(({ facts }) => facts)
  let lost = 0
  let clashes = 0
  let unmarked = 0
  for (const facts of delivered.values()) {
    for (const { field, value, quote } of facts) {
      const isThere = listed.some(
        (each) =>
          each.field === field && each.value === value && each.evidence.some((own) => own.quote === quote),
      )
      if (!isThere) lost += 1
    }
    const ages = [...facts].filter(({ field }) => field === '年龄' || field === 'age')
    if (new Set(ages.map(({ value }) => value)).size < 2) continue
    clashes += 1
    for (const { value } of ages)
      if (!listed.some((each) => each.value === value && each.clash && each.reservation !== undefined))
        unmarked += 1
  }
  return { lost, clashes, unmarked }
}

/** How much of the truth is in the drafts, and what is in them that is not true. */
export function gradeDrafts(truth: Truth, inventions: Inventions, drafts: readonly ListedCard[]) {
  const cardOf = new Map<number, ListedCard[]>()
  truth.people.forEach((names, person) => {
    cardOf.set(
      person,
      drafts.filter(({ name }) => names.includes(name)),
    )
  })
  const isListed = ({ person, field, value, quote }: PlantedFact) =>
    (cardOf.get(person) ?? []).some(({ facts }) =>
      facts.some(
        (fact) =>
          fact.field === field && fact.value === value && fact.evidence.some((each) => each.quote === quote),
      ),
    )
  const all = drafts.flatMap(({ facts }) => facts)
  const names = drafts.map(({ name }) => name)
  return {
    recall: truth.facts.filter(isListed).length / truth.facts.length,
    admittedNowhere: all.filter(({ value }) => inventions.nowhere.has(value)).length,
    admittedElsewhere: all.filter(({ value }) => inventions.elsewhere.has(value)).length,
    neitherListed: all.filter(({ value }) => inventions.neither.has(value)).length,
    neitherTicked: all.filter(({ value, reservation }) => inventions.neither.has(value) && !reservation)
      .length,
    doubles: names.length - new Set(names).size,
  }
}
