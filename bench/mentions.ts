import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFold } from '../main/src/services/codex/fold.ts'
import { findMentions } from '../main/src/services/codex/mentions.ts'
import { buildNameIndex } from '../main/src/services/codex/nameIndex.ts'
import { createRandom, percentile, print, readCorpus, stretched, timed } from './measuring.ts'
import { countsOf, findMarks, markedBooks } from './mentionMarks.ts'

const windowUnits = 5500
const windows = 40
const surnames = '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜'
/** In the novels, so that there is something to find. */
const people = '曹操 玄德 孔明 关公 张飞 吕布 孙权 周瑜 赵云 袁绍 司马懿 宝玉 黛玉 贾母 凤姐 王夫人 宝钗 袭人'

const fold = createFold()

/**
 * The codex's scan of 5,500 characters for 6,000 names beside what lorebooks do: a loop of `includes`, and one
 * regular expression of all names. Ours folds width, case and Traditional
 * forms in its time; the expression folds nothing, or case alone. The answers are compared: the expression must
 * find the same places, the loop at least the same names. Then growth in names and in text as exponents (1 is linear), also for names that all
 * begin alike. Times in ms. Texts come from `novel`, else from the folder in CREONOW_NOVELS, else they are
 * generated; they are folded beforehand, because the peers do not fold. One-character names are judged by windows
 * that a person has marked.
 */
export async function run(options: { json: boolean; novel?: string }): Promise<void> {
  const corpus = readCorpus(options.novel, windowUnits * windows)
  const text = fold(corpus.text).text
  const samples = Array.from({ length: windows }, (_, at) => {
    const from = Math.floor((at * (text.length - windowUnits)) / windows)
    return text.slice(from, from + windowUnits)
  })
  const few = samples.slice(0, 4)
  const names = namesOf(6000)
  const index = indexOf(names)
  const scan = (sample: string) => findMentions(sample, index)
  const loop = (sample: string) => names.filter((name) => sample.includes(name))
  const expression = new RegExp(names.toSorted((a, b) => b.length - a.length).join('|'), 'g')
  const anyCase = new RegExp(expression.source, 'giu')
  const regExp = (sample: string) => [...sample.matchAll(expression)]

  const own = timesOf(scan, samples, 20)
  const ownP50Ms = percentile(own, 0.5)
  const includesLoopP50Ms = percentile(timesOf(loop, samples, 1), 0.5)
  const regExpP50Ms = percentile(timesOf(regExp, samples, 20), 0.5)
  const regExpAnyCase = timesOf((sample) => [...sample.matchAll(anyCase)], few.slice(0, 2), 1)
  const missed = samples.map((sample) => compare(scan(sample), loop(sample)))
  for (const sample of samples) compareWithRegExp(scan(sample), regExp(sample))
  print(
    {
      corpus: corpus.name,
      ...oneCharacterNames(),
      'scan of 5,500 units': {
        names: names.length,
        mentionsPerWindow: samples.reduce((sum, sample) => sum + scan(sample).length, 0) / windows,
        ownP50Ms,
        ownP95Ms: percentile(own, 0.95),
        foldingAloneP50Ms: percentile(timesOf(fold, samples, 20), 0.5),
        includesLoopP50Ms,
        regExpP50Ms,
        regExpAnyCaseP50Ms: percentile(regExpAnyCase, 0.5),
        timesFasterThanIncludesLoop: includesLoopP50Ms / ownP50Ms,
        timesFasterThanRegExp: regExpP50Ms / ownP50Ms,
        namesOnlyTheLoopReports: missed.reduce((sum, count) => sum + count, 0),
      },
      'growth (exponent)': {
        names: exponent([3000, 30_000], (count) => least(namesOf(count), samples)),
        text: exponent([55_000, 550_000], (units) => least(names, [stretched(text, units)])),
        namesOfOnePrefix: exponent([3000, 30_000], (count) =>
          least(alike(count), ['张三张三天下'.repeat(2000)]),
        ),
      },
    },
    options.json,
  )
}

/** Against windows marked by hand, with the whole book to learn from; without the novels nothing is measured. */
function oneCharacterNames(): Record<string, object> {
  const folder = process.env.CREONOW_NOVELS
  return Object.fromEntries(
    Object.entries(markedBooks).flatMap(([title, book]) => {
      const path = join(folder ?? '', `${title}.txt`)
      if (folder === undefined || !existsSync(path)) return []
      const counts = countsOf(book, readFileSync(path, 'utf8'), fold)
      const { wrong, missed, ...figures } = findMarks(book, counts, fold)
      return [
        [
          `one-character names, ${title}`,
          { windows: book.marks.length, ...figures, wrong: wrong.length, missed: missed.length },
        ],
      ]
    }),
  )
}

function indexOf(names: readonly string[]) {
  const entries = names.map((name) => ({ id: name, name, aliases: [], exclude: [], caseSensitive: false }))
  return buildNameIndex(entries, fold)
}

function namesOf(count: number): string[] {
  const random = createRandom(11)
  const ideograph = () => fold(String.fromCharCode(0x4e00 + Math.floor(3000 * random()))).text
  const names = new Set(people.split(' '))
  while (names.size < count) {
    const surname = surnames[Math.floor(random() * surnames.length)] ?? ''
    names.add(surname + ideograph() + (random() < 0.5 ? ideograph() : ''))
  }
  return [...names]
}

const alike = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `张三${String.fromCharCode(0x4e00 + (at % 9000))}${'丰'.repeat(at % 7)}${at}`,
  )

type Mentions = ReturnType<typeof findMentions>

/** How many names the loop reports that stand only inside longer ones. */
function compare(own: Mentions, looped: readonly string[]): number {
  const found = new Set(own.map(({ key }) => key))
  if ([...found].some((key) => !looped.includes(key))) throw new Error('the loop misses a name')
  return looped.length - found.size
}

function compareWithRegExp(own: Mentions, matches: readonly RegExpExecArray[]) {
  const places = own.map(({ from, to }) => `${from}-${to}`).join(' ')
  if (places !== matches.map(({ index, 0: name }) => `${index}-${index + name.length}`).join(' '))
    throw new Error('the expression finds other places')
}

function timesOf(work: (sample: string) => unknown, samples: readonly string[], rounds: number): number[] {
  for (const sample of samples) work(sample)
  return Array.from({ length: rounds }, () => samples.map((sample) => timed(() => work(sample)).ms)).flat()
}

/** The least of many runs, summed over the samples. */
function least(names: readonly string[], samples: readonly string[]): number {
  const index = indexOf(names)
  return samples.reduce(
    (sum, sample) => sum + Math.min(...timesOf((it) => findMentions(it, index), [sample], 15)),
    0,
  )
}

function exponent([small, large]: readonly [number, number], timeOf: (size: number) => number): number {
  return Math.log(timeOf(large) / timeOf(small)) / Math.log(large / small)
}
