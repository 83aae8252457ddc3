import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toSimplified } from '../../main/src/lib/simplified.ts'
import { type BookName, createBookNames, type NameKind } from '../../main/src/services/codex/suggest/index.ts'
import { print, stretched, timed } from '../measuring.ts'
import { readTruth, silentBook, type TrueEntry, tunedBooks, unseenBooks } from './truth.ts'

const mostOfKind = 200
/** As many of each kind are printed, to be judged by eye. */
const mostShown = 60
const chapterUnits = 10_000
const kinds: readonly NameKind[] = ['character', 'location', 'item', 'faction']

/**
 * Suggestions of codex entries made from the text of novels, against lists written beforehand: entries that are among
 * the first 200 of their kind, of all and of those that the book names three times at all; joins of names of which
 * one contains the other; time and memory at one and ten million characters. Two books and their lists had no part in
 * setting the rules. Without `json`, the first sixty of each kind are printed. Needs the novels in CREONOW_NOVELS.
 */
export async function run({ json }: { json: boolean }): Promise<void> {
  const folder = process.env.CREONOW_NOVELS
  const truth = readTruth()
  const result: Record<string, Record<string, number>> = {}
  for (const [group, books] of [
    ['five books', tunedBooks],
    ['two unseen books', unseenBooks],
  ] as const) {
    const sums: Record<string, number> = {}
    for (const book of books) {
      const text = textOf(folder, book)
      if (text === undefined) continue
      const names = namesOf(text)
      if (!json) show(book, names)
      const figures = compare(text, names, truth.get(book) ?? [])
      result[book] = { ...figures, ...sharesOf(figures) }
      for (const [key, value] of Object.entries(figures)) {
        sums[key] = (sums[key] ?? 0) + value
        const language = /\p{Script=Han}/u.test(book) ? 'Chinese' : 'English'
        if (key.startsWith('character'))
          sums[`${language} ${key}`] = (sums[`${language} ${key}`] ?? 0) + value
      }
    }
    result[group] = { ...sums, ...sharesOf(sums) }
  }
  const silent = textOf(folder, silentBook)
  if (silent !== undefined) result[silentBook] = { suggestions: namesOf(silent).length }
  Object.assign(result, measureSizes(folder))
  print(result, json)
}

function textOf(folder: string | undefined, book: string): string | undefined {
  const path = join(folder ?? '', `${book}.txt`)
  return folder !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

const chaptersOf = (text: string) =>
  Array.from({ length: Math.ceil(text.length / chapterUnits) }, (_, at) => ({
    documentId: `c${at}`,
    text: text.slice(at * chapterUnits, (at + 1) * chapterUnits),
  }))

function namesOf(text: string): readonly BookName[] {
  const book = createBookNames()
  book.update(chaptersOf(text))
  return book.find([])
}

const firstOf = (names: readonly BookName[], kind: NameKind) =>
  names.filter((name) => name.kind === kind).slice(0, mostOfKind)

function show(book: string, names: readonly BookName[]): void {
  for (const kind of kinds) {
    const rows = firstOf(names, kind).slice(0, mostShown)
    const line = rows.map(({ text, aliases, count }) => `${[text, ...aliases].join('/')} ${count}`).join(', ')
    process.stdout.write(`${book}, ${kind}, first ${rows.length}: ${line}\n\n`)
  }
}

/** Names are compared in Simplified characters and without a possessive ending. */
const plain = (name: string) => toSimplified(name).replace(/['’]s$/, '')
const occurrences = (text: string, name: string) => text.split(name).length - 1

function compare(original: string, names: readonly BookName[], truth: readonly TrueEntry[]) {
  const text = toSimplified(original)
  const figures: Record<string, number> = {}
  for (const kind of kinds) {
    const suggested = new Set(
      firstOf(names, kind).flatMap(({ text: name, aliases }) => [name, ...aliases].map(plain)),
    )
    const entries = truth.filter((entry) => entry.kind === kind)
    const named = entries.filter((entry) => entry.names.some((name) => occurrences(text, plain(name)) >= 3))
    const isSuggested = (entry: TrueEntry) => entry.names.some((name) => suggested.has(plain(name)))
    add(figures, `${kind} entries`, entries.length)
    add(figures, `${kind} suggested`, entries.filter(isSuggested).length)
    add(figures, `${kind} entries named thrice`, named.length)
    add(figures, `${kind} suggested of those`, named.filter(isSuggested).length)
  }
  return { ...figures, ...compareJoins(text, names, truth) }
}

const add = (figures: Record<string, number>, key: string, value: number) => {
  figures[key] = (figures[key] ?? 0) + value
}

/** Joined pairs of which both names are in the list; and pairs of the list of which one contains the other and stands by itself, too. */
function compareJoins(text: string, names: readonly BookName[], truth: readonly TrueEntry[]) {
  const owners = new Map<string, TrueEntry[]>()
  for (const entry of truth)
    for (const name of entry.names) owners.set(plain(name), [...(owners.get(plain(name)) ?? []), entry])
  const joined = new Set<string>()
  let right = 0
  let wrong = 0
  for (const group of names)
    for (const [a, b] of pairsOf([group.text, ...group.aliases].map(plain))) {
      joined.add(keyOf(a, b))
      const of = owners.get(a)
      const alsoOf = owners.get(b)
      if (!of || !alsoOf) continue
      if (of.some((entry) => alsoOf.includes(entry))) right += 1
      else wrong += 1
    }
  let pairs = 0
  let recalled = 0
  for (const { names: all } of truth) {
    const used = all.map(plain).filter((name) => occurrences(text, name) >= 3)
    for (const [a, b] of pairsOf(used)) {
      const [short, long] = a.length < b.length ? [a, b] : [b, a]
      if (!long.includes(short) || occurrences(text, short) - occurrences(text, long) < 3) continue
      pairs += 1
      if (joined.has(keyOf(a, b))) recalled += 1
    }
  }
  return {
    'joins right': right,
    'joins wrong': wrong,
    'pairs that contain one another': pairs,
    'pairs joined': recalled,
  }
}

const pairsOf = (names: readonly string[]) =>
  names.flatMap((a, at) => names.slice(at + 1).map((b): [string, string] => [a, b]))
const keyOf = (a: string, b: string) => [a, b].toSorted().join('=')

/** Shares of the counts, [0,1]. */
function sharesOf(figures: Record<string, number>): Record<string, number> {
  const of = (key: string) => figures[key] ?? 0
  const share = (part: number, whole: number) => (whole === 0 ? Number.NaN : part / whole)
  const rest = (what: string) => of(`location ${what}`) + of(`item ${what}`) + of(`faction ${what}`)
  const shares = {
    'share of people': share(of('character suggested'), of('character entries')),
    'share of Chinese people': share(of('Chinese character suggested'), of('Chinese character entries')),
    'share of English people': share(of('English character suggested'), of('English character entries')),
    'share of places, things, factions': share(rest('suggested'), rest('entries')),
    'the same, named thrice': share(rest('suggested of those'), rest('entries named thrice')),
    'precision of joins': share(of('joins right'), of('joins right') + of('joins wrong')),
    'recall of joins': share(of('pairs joined'), of('pairs that contain one another')),
  }
  return Object.fromEntries(Object.entries(shares).filter(([, value]) => !Number.isNaN(value)))
}

/** One text of all Chinese novels, over and over; then one chapter of it with another sentence. */
function measureSizes(folder: string | undefined): Record<string, Record<string, number>> {
  const all = [...tunedBooks, ...unseenBooks, '官場現形記', '綠野仙蹤']
    .flatMap((book) => (/\p{Script=Han}/u.test(book) ? (textOf(folder, book) ?? []) : []))
    .join('\n')
  if (all === '') return {}
  const sizes = [1_000_000, 10_000_000].map((units) => {
    const chapters = chaptersOf(stretched(all, units))
    const book = createBookNames()
    globalThis.gc?.()
    const before = process.memoryUsage().rss
    const first = timed(() => {
      book.update(chapters)
      return book.find([])
    })
    const megabytes = (process.memoryUsage().rss - before) / 1e6
    const changed = chapters.map(({ documentId, text }, at) =>
      at === 5 ? { documentId, text: `${text}他去了。` } : { documentId },
    )
    const again = timed(() => {
      book.update(changed)
      return book.find([])
    })
    const figures = { seconds: first.ms / 1000, megabytes, 'seconds after a change': again.ms / 1000 }
    return [`${units} characters`, figures] as const
  })
  return Object.fromEntries(sizes)
}
