import { countTerms } from '../retrievalBaseline.ts'
import { type Book, type Cursor, randomFrom, settings } from './book.ts'
import type { Chosen } from './judge.ts'

export type System = (cursor: Cursor, earlier: number) => readonly Chosen[]

/** The systems that the product is compared with, over the reference passages. `earlier`: how many may be chosen. */
export function createBaselines(book: Book): Readonly<Record<string, System>> {
  const { text, passages } = book
  const counts = passages.map(({ from, to }) => countTerms(text.slice(from, to)))
  const lengths = counts.map((it) => [...it.values()].reduce((sum, count) => sum + count, 0))
  const isTellingKind = (term: string) => (book.isChinese ? [...term].length === 2 : term.length > 2)
  const best = (scores: readonly number[]) =>
    [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || b - a)
  const chosen = (order: readonly number[]) =>
    order.slice(0, settings.top).flatMap((at) => passages[at] ?? [])

  function statistics(n: number) {
    const df = new Map<string, number>()
    const cf = new Map<string, number>()
    const chapters = new Map<string, number>()
    const last = new Map<string, number>()
    for (let p = 0; p < n; p++)
      for (const [term, count] of counts[p] ?? []) {
        df.set(term, (df.get(term) ?? 0) + 1)
        cf.set(term, (cf.get(term) ?? 0) + count)
        const chapter = passages[p]?.chapter ?? 0
        if (last.get(term) !== chapter) chapters.set(term, (chapters.get(term) ?? 0) + 1)
        last.set(term, chapter)
      }
    return { df, cf, chapters, many: new Set(passages.slice(0, n).map(({ chapter }) => chapter)).size }
  }

  function bm25({ offset }: Cursor, n: number, df: ReadonlyMap<string, number>): number[] {
    const mean = lengths.slice(0, n).reduce((sum, it) => sum + it, 0) / n
    const asked = [...countTerms(text.slice(Math.max(0, offset - 1000), offset)).keys()].flatMap((term) => {
      const holders = df.get(term) ?? 0
      return holders > 0 ? [[term, Math.log(1 + (n - holders + 0.5) / (holders + 0.5))] as const] : []
    })
    return Array.from({ length: n }, (_, p) => {
      const norm = 1.2 * (0.25 + (0.75 * (lengths[p] ?? 0)) / mean)
      return asked.reduce((sum, [term, idf]) => {
        const times = counts[p]?.get(term) ?? 0
        return times === 0 ? sum : sum + (idf * times * 2.2) / (times + norm)
      }, 0)
    })
  }

  /** Activation of what the book is about just now (base-level activation of ACT-R), see docs/retrieval.md. */
  function lookAhead({ offset }: Cursor, n: number, stats: ReturnType<typeof statistics>, like: number[]) {
    const shown = countTerms(text.slice(Math.max(0, offset - settings.window), offset))
    const order = best(like)
    const top = like[order[0] ?? 0] || 1
    const near = new Map<string, number>()
    for (const p of order.slice(0, 50))
      for (const term of counts[p]?.keys() ?? [])
        near.set(term, (near.get(term) ?? 0) + (like[p] ?? 0) / top / 50)
    const recent = new Map<string, number>()
    for (let p = 0; p < n; p++)
      for (const term of counts[p]?.keys() ?? []) recent.set(term, (recent.get(term) ?? 0) + (n - p) ** -0.5)
    const value = new Map<string, number>()
    for (const [term, df] of stats.df) {
      if (!isTellingKind(term) || df < 2 || df > 0.05 * n || shown.has(term)) continue
      const expected = stats.many * (1 - (1 - 1 / stats.many) ** (stats.cf.get(term) ?? 0))
      const clumps = Math.max(0, 1 - (stats.chapters.get(term) ?? 0) / expected)
      const weight = Math.log(n / df) * clumps - 1
      if (weight > 0)
        value.set(term, weight * (recent.get(term) ?? 0) * Math.sqrt((near.get(term) ?? 0) + 0.002))
    }
    return Array.from({ length: n }, (_, p) =>
      [...(counts[p]?.keys() ?? [])].reduce((sum, term) => sum + (value.get(term) ?? 0), 0),
    )
  }

  const levelled = (scores: readonly number[]) => {
    const level = [...scores].sort((a, b) => b - a).slice(0, 50)
    const mean = level.reduce((sum, it) => sum + it, 0) / 50 || 1
    return scores.map((it) => it / mean)
  }
  const ahead = (cursor: Cursor, n: number) => {
    const stats = statistics(n)
    const like = bm25(cursor, n, stats.df)
    return { like, ahead: lookAhead(cursor, n, stats, like) }
  }
  return {
    random: ({ id }, n) => {
      const random = randomFrom(`random:${id}`)
      return chosen(Array.from({ length: settings.top }, () => Math.floor(random() * n)))
    },
    'last 8 before the window': (_, n) => passages.slice(Math.max(0, n - settings.top), n).toReversed(),
    'BM25, last 1,000': (cursor, n) => chosen(best(bm25(cursor, n, statistics(n).df))),
    'look-ahead': (cursor, n) => chosen(best(ahead(cursor, n).ahead)),
    '0.3 look-ahead + 0.7 BM25': (cursor, n) => {
      const both = ahead(cursor, n)
      const [a, b] = [levelled(both.ahead), levelled(both.like)]
      return chosen(best(a.map((it, p) => 0.3 * it + 0.7 * (b[p] ?? 0))))
    },
  }
}
