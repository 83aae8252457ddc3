import type { JudgedName } from './hanJudge.ts'
import { doubleSurnames, isOffice, isSurname } from './hanWords.ts'
import { titleOf } from './latinJudge.ts'
import { otherTitles, titlesOfMen, titlesOfWomen } from './latinWords.ts'

/** Names of one person, place or thing. */
export interface NameGroup {
  /** The most frequent one. */
  readonly main: JudgedName
  /** The others, the most frequent first. */
  readonly aliases: readonly { readonly text: string; readonly count: number }[]
}

/** What a book has beside its names. */
export interface Forms {
  /** How often each surname of one or two characters stands before a Chinese name. */
  surnamesBefore(text: string): ReadonlyMap<string, number>
  /** How often a Chinese word occurs, of those that are searched for. */
  countOf(text: string): number
  /** How often a phrase in Latin letters occurs, also one that is too rare for a name by itself. */
  readonly latin: ReadonlyMap<string, number>
}

/**
 * Joins names that contain one another and can only be of one: 公明 and 宋公明, Jarndyce and Mr. Jarndyce. A name that
 * two longer ones share stays by itself.
 */
export function joinNames(names: readonly JudgedName[], forms: Forms): NameGroup[] {
  const byText = new Map(names.map((name) => [name.text, name]))
  const parents = new Map<string, string>()
  const rootOf = (text: string): string => {
    const parent = parents.get(text)
    return parent === undefined ? text : rootOf(parent)
  }
  const join = (a: string, b: string) => {
    const [first, second] = [rootOf(a), rootOf(b)]
    if (first !== second) parents.set(second, first)
  }
  const extra = new Map<string, number>()
  for (const [short, long, count] of hanPairs(byText, forms)) {
    for (const text of [short, long]) if (!byText.has(text)) extra.set(text, count)
    join(short, long)
  }
  for (const [short, long] of latinPairs(byText, forms.latin)) {
    if (!byText.has(long)) extra.set(long, forms.latin.get(long) ?? 0)
    join(short, long)
  }
  const members = new Map<string, { text: string; count: number }[]>()
  for (const { text, count } of [...names, ...[...extra].map(([text, count]) => ({ text, count }))]) {
    const root = rootOf(text)
    members.set(root, [...(members.get(root) ?? []), { text, count }])
  }
  return [...members.values()].flatMap((group): NameGroup[] => {
    const sorted = group.toSorted((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
    const main = sorted.map(({ text }) => byText.get(text)).find((name) => name !== undefined)
    if (main === undefined) return []
    return [{ main, aliases: sorted.filter(({ text }) => text !== main.text) }]
  })
}

const isHanText = (text: string) => /^\p{Script=Han}+$/u.test(text)
/** What may follow a name of a kind in a longer form of it. */
const kindEnds: Readonly<Record<JudgedName['kind'], string>> = {
  character: '儿',
  location: '城',
  item: '马剑刀',
  faction: '',
}
/** Of all surnames before a name, those that are one and the same. */
const leastSame = 0.8

function* hanPairs(
  names: ReadonlyMap<string, JudgedName>,
  forms: Forms,
): Generator<readonly [string, string, number]> {
  for (const [text, { kind, count }] of names) {
    if (!isHanText(text)) continue
    for (const end of kindEnds[kind]) {
      const longer = names.get(text + end)
      if (longer?.kind === kind) yield [text, longer.text, longer.count]
    }
    if (kind !== 'character') continue
    const given = givenNameOf(text)
    const separate =
      given === undefined || names.has(given) || isOffice(given) ? 0 : separateUses(forms, text, given)
    if (given !== undefined && separate >= leastSeparate) yield [given, text, forms.countOf(given)]
    if (text.length > 2) continue
    const [surname, times, all] = mostBefore(forms, text)
    const least = surname.length > 1 ? 0 : isSurname(text.charAt(0)) ? 0.12 : 0.004
    if (times < 2 || times < leastSame * all || times > 0.95 * count || times < least * count) continue
    const longer = names.get(surname + text)
    if (longer === undefined || longer.kind === kind) yield [text, surname + text, times]
  }
}

const leastSeparate = 3

/** 少卿 of 杜少卿. */
export function givenNameOf(text: string): string | undefined {
  if (!isHanText(text)) return undefined
  if (doubleSurnames.has(text.slice(0, 2))) return text.length === 4 ? text.slice(2) : undefined
  return text.length === 3 && isSurname(text.charAt(0)) ? text.slice(1) : undefined
}

/** How often a given name stands without a surname; 0 when others have it too. */
function separateUses(forms: Forms, full: string, given: string): number {
  const before = forms.surnamesBefore(given)
  const own = before.get(full.slice(0, full.length - given.length)) ?? 0
  let all = 0
  for (const times of before.values()) all += times
  return own >= leastSame * all ? forms.countOf(given) - all : 0
}

/** The surname that is most often before a name, how often, and how often any is. */
function mostBefore(forms: Forms, text: string): readonly [string, number, number] {
  let most: readonly [string, number] = ['', 0]
  let all = 0
  for (const entry of forms.surnamesBefore(text)) {
    all += entry[1]
    if (entry[1] > most[1]) most = entry
  }
  return [...most, all]
}

/** `man`, `woman`, or nothing when a title can be of both. */
function genderOf(title: string | undefined): 'man' | 'woman' | undefined {
  if (title === undefined || otherTitles.has(title)) return undefined
  if (titlesOfMen.has(title)) return 'man'
  return titlesOfWomen.has(title) ? 'woman' : undefined
}

/** Two words with small letters, the first of them no title. */
const isFullName = (text: string) =>
  /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u.test(text) && titleOf(text) === undefined

/** So much more frequent than any other with the surname: it is his alone. */
const clearly = 5

function* latinPairs(
  names: ReadonlyMap<string, JudgedName>,
  forms: ReadonlyMap<string, number>,
): Generator<readonly [string, string]> {
  const people = [...names.values()].filter(({ kind, text }) => kind === 'character' && !isHanText(text))
  const known = new Set(people.map(({ text }) => text))
  const phrases = [...forms.keys()].filter(
    (text) =>
      text.includes(' ') &&
      (known.has(text) || (!names.has(text) && isFullName(text) && (forms.get(text) ?? 0) > 1)),
  )
  const byLast = Map.groupBy(phrases, (text) => text.slice(text.lastIndexOf(' ') + 1))
  const untitled = phrases.filter((text) => titleOf(text) === undefined)
  const byFirst = Map.groupBy(untitled, (text) => text.slice(0, text.indexOf(' ')))
  const countOf = (text: string) => forms.get(text) ?? 0
  const isClear = (text: string, rivals: readonly string[]) =>
    rivals.every((other) => other === text || countOf(text) >= clearly * countOf(other))

  for (const { text, count } of people) {
    const words = text.split(' ')
    if (words.length === 1) {
      const fulls = (byFirst.get(text) ?? []).toSorted((a, b) => countOf(b) - countOf(a))
      const bearers = byLast.get(text) ?? []
      const asLast = bearers.reduce((sum, bearer) => sum + countOf(bearer), 0)
      if (fulls[0] !== undefined && isClear(fulls[0], fulls) && asLast * clearly < count)
        yield [text, fulls[0]]
      else if (fulls.length === 0) {
        const men = bearers.filter(
          (bearer) => genderOf(titleOf(bearer)) === 'man' && bearer.split(' ').length === 2,
        )
        const fullNames = bearers.filter((bearer) => titleOf(bearer) === undefined)
        const only =
          men.length === 0 && bearers.length === 1 ? bearers[0] : men.length === 1 ? men[0] : undefined
        // Mr. and Mrs. Bagnet: the surname alone is his.
        if (only !== undefined && isClear(only, fullNames)) yield [text, only]
      }
    } else if (titleOf(text) !== undefined && words.length === 2) {
      // Sir Leicester and Sir Leicester Dedlock: the same title, then a longer name that begins alike.
      const longer = people.filter(({ text: long }) => long.startsWith(`${text} `))
      if (longer.length === 1 && longer[0] && words[0] !== 'Mr.') yield [text, longer[0].text]
      const same = (byLast.get(words[1] ?? '') ?? []).filter((other) => other !== text)
      const [full] = same
      // Ada Clare and Miss Clare, when nobody else has the surname.
      if (full !== undefined && same.length === 1 && titleOf(full) === undefined && known.has(full))
        yield [text, full]
    }
  }
}
