import { describe, expect, it } from 'vitest'
import { documentKeyOf, idsPerDocument } from '../../../../main/src/db/tables/passages.ts'
import { takeApart } from '../../../../main/src/services/retrieval/question.ts'
import { bm25, createMovingBm25 } from '../../../../main/src/services/retrieval/ranking/bm25.ts'
import { type BookTerms, createBookTerms } from '../../../../main/src/services/retrieval/ranking/bookTerms.ts'
import { bestOf, rankContinuing } from '../../../../main/src/services/retrieval/ranking/continuing.ts'
import {
  activationSteps,
  firstPassages,
  isWord,
  type PrecedingChapters,
  precedingSteps,
} from '../../../../main/src/services/retrieval/ranking/precedingChapters.ts'
import {
  type QueryTerm,
  rankByQuery,
} from '../../../../main/src/services/retrieval/ranking/queryLikelihood.ts'
import { largest, nthLargest } from '../../../../main/src/services/retrieval/ranking/quickselect.ts'
import { extractQueryTerms, termsOfLast } from '../../../../main/src/services/retrieval/ranking/textTerms.ts'
import { baselineOf } from '../../../../main/src/services/retrieval/ranking/windowRanking.ts'
import { fold, pairsOf, runsOf } from '../../../../main/src/services/retrieval/terms.ts'

const people = ['林远', '阿沅', '沈砚', '老周', '𠮷田', 'Ａｎｎａ', '石桥', '铜匣', '红绳', '哑钟', '渡口']
const filler = [...'的了一是不在有人这中大来上国个到说们为子和你地出道也时年得就那要下以生会']

/** Chapters with people of their own among words that stand everywhere. */
function makeBook(seed: number, chapters: number, perChapter: number) {
  let state = seed
  const below = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
  const pick = (from: readonly string[]) => from[below(from.length)] ?? ''
  const sentence = (cast: readonly string[]) =>
    Array.from({ length: 3 + below(20) }, () => (below(5) === 0 ? pick(cast) : pick(filler))).join('')
  const page = (cast: readonly string[]) =>
    Array.from({ length: 1 + below(6) }, () => sentence(cast)).join(pick(['。', '，\r\n\u3000\u3000', ' \n']))
  const book = createBookTerms(documentKeyOf)
  const texts = new Map<number, string>()
  for (let chapter = 0; chapter < chapters; chapter++) {
    const cast = [pick(people), pick(people), pick(people)]
    for (let at = 0; at < 1 + below(perChapter); at++) {
      const id = chapter * idsPerDocument + at
      texts.set(id, page(cast))
      book.apply({ id, text: texts.get(id) ?? '' })
    }
  }
  // Terms that have left the book, and some that stand behind the past.
  book.apply({ id: 90 * idsPerDocument, text: '山阴道上' })
  book.apply({ id: 90 * idsPerDocument })
  book.apply({ id: 91 * idsPerDocument, text: page(people) })
  return { book, texts, window: page(people) + page(people), below }
}

function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The terms of a passage, straight from its text. */
function countsOf(book: BookTerms, text: string) {
  const singles = new Map<number, number>()
  const telling = new Map<number, number>()
  let length = 0
  const add = (to: Map<number, number>, term: string) =>
    to.set(book.idOf(term), (to.get(book.idOf(term)) ?? 0) + 1)
  for (const { kind, text: run } of runsOf(fold(text))) {
    length += kind === 'word' ? 1 : [...run].length
    if (kind === 'word') add(telling, run)
    else {
      for (const character of run) add(singles, character)
      for (const pair of pairsOf(run)) add(telling, pair)
    }
  }
  const [line = '', rest] = text.split(/\r?\n/, 2)
  const heading = rest === undefined || line.length > 60 ? '' : line
  return { telling, all: new Map([...singles, ...telling]), length, heading }
}

type Counted = ReturnType<typeof countsOf>

function plainBm25(pages: readonly Counted[], weights: ReadonlyMap<number, number>) {
  const mean = pages.reduce((sum, { length }) => sum + length, 0) / pages.length
  return pages.map(({ all, length }) => {
    const norm = 1.2 * (0.25 + (0.75 * length) / mean)
    return [...all].reduce(
      (sum, [id, times]) => sum + ((weights.get(id) ?? 0) * times * 2.2) / (times + norm),
      0,
    )
  })
}

/** What `rankContinuing` says of itself, passage by passage and without any list kept. */
function plainContinuing(
  book: BookTerms,
  past: PrecedingChapters,
  pages: readonly Counted[],
  window: string,
) {
  const total = pages.length
  const termsOf = (text: string) => new Set(termsOfLast(book, text, [])(text.length))
  const heldBy = (id: number) => pages.filter(({ all }) => all.has(id)).length
  const rarities = (parts: readonly string[], power: number) => {
    const weights = new Map<number, number>()
    for (const id of parts.flatMap((part) => [...termsOf(part)])) {
      const held = heldBy(id)
      if (held > 0)
        weights.set(id, (weights.get(id) ?? 0) + Math.log(1 + (total - held + 0.5) / (held + 0.5)) ** power)
    }
    return weights
  }
  const levelled = (scores: readonly number[]) => {
    const best = scores.toSorted((a, b) => b - a).slice(0, 50)
    const mean = best.reduce((sum, it) => sum + it, 0) / best.length || 1
    return scores.map((it) => it / mean)
  }
  const clumpingOf = (id: number, at: readonly number[]) => {
    if (at.length < 2 || !book.isDistinctive(id)) return 0
    const times = at.reduce((sum, place) => sum + (pages[place]?.all.get(id) ?? 0), 0)
    const chapters = new Set(at.map((place) => past.chapterOf[place])).size
    const expected = past.chapters * (1 - (1 - 1 / Math.max(2, past.chapters)) ** times)
    return past.chapters < 4 ? 1 : Math.max(0, 1 - chapters / expected)
  }
  const placesWith = (id: number) => pages.flatMap(({ all }, place) => (all.has(id) ? [place] : []))
  const people = new Map<number, number>()
  for (const id of termsOf(window.slice(-300))) {
    const clumps = clumpingOf(id, placesWith(id))
    const rarity = Math.log(1 + (total - heldBy(id) + 0.5) / (heldBy(id) + 0.5))
    if (clumps > 0 && isWord(book, id)) people.set(id, clumps * rarity)
  }
  const stage = levelled(plainBm25(pages, people))
  const like = levelled(plainBm25(pages, rarities([window.slice(-1000)], 1)))
  const nearness = like.map((it, at) => it + (stage[at] ?? 0))
  const echo = plainBm25(pages, rarities([window.slice(-50), window.slice(-100)], 4))
  const values = new Map<number, number>()
  for (const id of new Set(pages.flatMap(({ telling }) => [...telling.keys()]))) {
    const at = placesWith(id)
    if (at.length < 2 || at.length > Math.max(3, 0.05 * total) || !isWord(book, id)) continue
    const telling = Math.log(total / at.length) * clumpingOf(id, at) - 1
    const age = at.reduce((sum, place) => sum + (total - place) ** -0.4, 0)
    if (telling > 0) values.set(id, age * telling)
  }
  const nearest = plainBest(nearness).slice(0, 100)
  const shown = termsOf(window)
  const ahead = new Map<number, number>()
  for (const [id, value] of values) {
    const near = nearest.reduce(
      (sum, at) =>
        sum + (pages[at]?.telling.has(id) ? (nearness[at] ?? 0) / (nearness[nearest[0] ?? 0] || 1) / 100 : 0),
      0,
    )
    if (!shown.has(id)) ahead.set(id, value * Math.sqrt(near + 0.002))
  }
  const active = pages.map(({ telling }) =>
    [...telling.keys()].reduce((sum, id) => sum + (ahead.get(id) ?? 0), 0),
  )
  const needed = levelled(active)
  const about = plainBest(nearness.map((it, at) => it * (total - at) ** -0.3))
  const worth = needed.map(
    (it, at) =>
      Math.min(1, Math.max(0, 2 - about.indexOf(at) / 60)) *
      (0.85 * it + 0.1 * (stage[at] ?? 0) + 0.05 * (like[at] ?? 0)),
  )
  return { echo, worth, ahead }
}

const plainBest = (scores: readonly number[]) =>
  [...scores.keys()].sort((x, y) => (scores[y] ?? 0) - (scores[x] ?? 0) || y - x)

function plainAsked(
  book: BookTerms,
  past: PrecedingChapters,
  pages: readonly Counted[],
  terms: readonly QueryTerm[],
) {
  const rarest = (form: readonly number[], of: (id: number) => number) => Math.min(...form.map(of))
  return pages.map((page, at) => {
    let holds = false
    const inChapter = pages.filter((_, other) => past.chapterOf[other] === past.chapterOf[at])
    const own = inChapter.indexOf(page)
    const title = countsOf(book, inChapter[0]?.heading ?? '').all
    const score = terms.reduce((sum, { kind, forms, weight, similar }) => {
      const timesIn = (one: Counted | undefined) =>
        (similar?.own ?? 1) *
          forms.reduce((times, form) => times + rarest(form, (id) => one?.all.get(id) ?? 0), 0) +
        (similar?.substitutes ?? []).reduce(
          (times, { id, counts }) => times + counts * (one?.all.get(id) ?? 0),
          0,
        )
      const p = (of: readonly (Counted | undefined)[]) => {
        const known = of.filter((it) => it !== undefined)
        const length = known.reduce((all, it) => all + Math.max(1, it.length), 0)
        return known.reduce((all, it) => all + timesIn(it), 0) / Math.max(1, length)
      }
      if (timesIn(page) > 0) holds = true
      const [l1, l2, l3, l4, l0] =
        kind === 'name' ? [0.3, 0.2, 0.1, 0.2, 0.2] : [0.32, 0.06, 0.03, 0.13, 0.46]
      const inBook =
        Math.max(
          1,
          forms.reduce((all, form) => all + rarest(form, book.occurrences), 0),
        ) / book.length
      const mixed =
        l1 * p([page]) +
        l2 * p([inChapter[own - 1], inChapter[own + 1]]) +
        l3 * p([inChapter[own - 2], inChapter[own + 2]]) +
        l4 * p(inChapter) +
        (forms.some((form) => form.every((id) => title.has(id))) ? inBook : 0)
      return sum + weight * Math.log(1 + mixed / (l0 * inBook))
    }, 0)
    return holds ? score : 0
  })
}

function expectSame(found: ArrayLike<number>, plain: readonly number[]) {
  expect(found.length).toBe(plain.length)
  const worst = Math.max(0, ...plain.map((it, at) => Math.abs(it - (found[at] ?? Number.NaN))))
  expect(worst).toBeLessThan(1e-9)
}

const books = [
  [1, 1, 3],
  [2, 3, 4],
  [3, 12, 8],
  [4, 40, 9],
  [5, 25, 12],
] as const

describe('a window that moves on', () => {
  it.each(books)('ranks to the last bit as one without a cache (book %i)', (seed, chapters, perChapter) => {
    const { book, texts, below } = makeBook(seed, chapters, perChapter)
    const [past, other] = [[...texts.keys()], [...texts.keys()].slice(0, -1)].map((ids) =>
      finish(precedingSteps(book, ids)),
    )
    if (!past || !other) throw new Error('no past')
    const moving = createMovingBm25()
    const weights = new Map<number, number>()
    for (let step = 0; step < 60; step++) {
      // Terms come, go, and weigh otherwise; now and then nearly all of them at once, or those of another past.
      for (let changes = below(8) === 0 ? 200 : below(6); changes > 0; changes--) {
        const id = below(book.size + 3)
        if (below(2) === 0) weights.delete(id)
        else weights.set(id, below(1000) / 7)
      }
      const of = below(5) === 0 ? other : past
      const found = moving(of, new Map(weights))
      expect(found).toEqual(createMovingBm25()(of, new Map(weights)))
      expectSame(found, [...bm25(of, weights)])
    }
  })
})

describe('the ranking with inverted lists', () => {
  it.each(books)(
    'gives what the formulas give passage by passage (book %i)',
    (seed, chapters, perChapter) => {
      const { book, texts, window, below } = makeBook(seed, chapters, perChapter)
      const past = finish(precedingSteps(book, [...texts.keys()]))
      const pages = [...texts.values()].map((text) => countsOf(book, text))
      const activation = finish(activationSteps(book, past))
      const found = rankContinuing(book, past, activation, termsOfLast(book, window, []))
      const plain = plainContinuing(book, past, pages, window)
      expectSame(found.rareTermScores, plain.echo)
      expectSame(found.scores, plain.worth)
      expectSame(
        Array.from({ length: book.size }, (_, id) => found.ahead(id)),
        Array.from({ length: book.size }, (_, id) => plain.ahead.get(id) ?? 0),
      )
      expectSame(
        Array.from({ length: book.size + 2 }, (_, id) => activation.holders(id)),
        Array.from({ length: book.size + 2 }, (_, id) => pages.filter(({ all }) => all.has(id)).length),
      )
      const ids = () => Array.from({ length: 1 + below(3) }, () => below(book.size))
      const forms = [[book.idOf('林远')], [book.idOf('渡口'), book.idOf('口')], ids()]
      const asked: QueryTerm[] = [
        { kind: 'name', forms: forms.filter((form) => form.every((id) => id >= 0)), weight: 2 },
        ...Array.from(
          { length: 12 },
          () => ({ kind: 'pair', forms: [[below(book.size)]], weight: 0.5 }) as const,
        ),
        {
          kind: 'single',
          forms: [[book.idOf('林')]],
          weight: 1,
          similar: { own: 0.75, substitutes: [{ id: book.idOf('石'), counts: 0.2 }] },
        },
      ]
      expectSame(rankByQuery(book, past, asked), plainAsked(book, past, pages, asked))
    },
  )

  it.each(books)(
    'ranks the beginning of a shared book to the last bit as if nothing came behind it (book %i)',
    (seed, chapters, perChapter) => {
      const { book, texts, window, below } = makeBook(seed, chapters, perChapter)
      const ids = [...texts.keys()]
      const all = finish(precedingSteps(book, ids))
      for (const total of [0, 1, 2, below(ids.length), ids.length - 1, ids.length]) {
        const past = firstPassages(all, total)
        const alone = finish(precedingSteps(book, ids.slice(0, total)))
        const ownOf = ({ postings, repeated, ...own }: PrecedingChapters) => own
        expect(ownOf(past)).toEqual(ownOf(alone))
        const activations = [past, alone].map((it) => finish(activationSteps(book, it)))
        const [shared, own] = activations.map((activation, at) => {
          const it = at === 0 ? past : alone
          const { scores, rareTermScores, ahead } = rankContinuing(
            book,
            it,
            activation,
            termsOfLast(book, window, []),
          )
          const byId = (of: (id: number) => number) =>
            Array.from({ length: book.size + 2 }, (_, id) => of(id))
          const names = ['林远', '渡口'].map((name) => [book.idOf(name)])
          return {
            ...{ scores, rareTermScores, ahead: byId(ahead) },
            ...{ holders: byId(activation.holders), clumping: byId(activation.clumping) },
            asked: rankByQuery(book, it, [
              { kind: 'name', forms: names.filter(([id = -1]) => id >= 0), weight: 2 },
            ]),
          }
        })
        expect(shared).toEqual(own)
      }
    },
  )

  it('reads the last units of a window as it reads them alone, wherever they begin', () => {
    const { book, window } = makeBook(4, 8, 6)
    const text = `　　${window}\r\n“他走了。”𠮷野说：\n\n林远`
    const groups = [['林远', '公明'], ['石桥']]
    const termsOf = termsOfLast(book, text, groups)
    let checked = 0
    for (let units = 0; units <= text.length + 1; units++) {
      const alone = termsOfLast(book, units === 0 ? '' : text.slice(-units), groups)(text.length)
      expect([...termsOf(units)]).toEqual([...alone])
      checked += alone.length
    }
    expect(checked).toBeGreaterThan(1000)
  })

  it('lets a similar character of the book replace the one searched, and a frequent one with less weight', () => {
    const book = createBookTerms(documentKeyOf)
    book.apply({ id: 1, text: '席上摆着一双象牙箸，一壶酒。' })
    book.apply({ id: 2, text: '他放下筷子，半晌没有说话。' })
    const ask = () =>
      extractQueryTerms(book, takeApart('筷', []), true).flatMap(({ similar }) => similar ?? [])
    const chopsticks = book.idOf('箸')
    expect(ask()).toEqual([{ own: 0.75, substitutes: [{ id: chopsticks, counts: 0.25 * 0.95 }] }])
    book.apply({ id: 3, text: '银箸、玉箸、竹箸。' })
    const [rarer] = ask()
    expect(rarer?.substitutes[0]?.counts).toBeCloseTo((0.25 * 0.95) / (4 * 0.95), 12)
  })

  it('leaves the preceding chapters as they were when the book goes on', () => {
    const { book, texts, window } = makeBook(6, 8, 6)
    const past = finish(precedingSteps(book, [...texts.keys()]))
    const activation = finish(activationSteps(book, past))
    const rank = () => rankContinuing(book, past, activation, termsOfLast(book, window, []))
    const before = rank()
    const [first = -1] = texts.keys()
    book.apply({ id: first })
    book.apply({ id: 95 * idsPerDocument, text: `${window}这里有从没写过的词` })
    const after = rank()
    expect([...after.scores]).toEqual([...before.scores])
    expect([...after.rareTermScores]).toEqual([...before.rareTermScores])
  })
})

it('what a word is, the book of now decides, though the chapters in front of the cursor stay as they were', () => {
  const { book, texts } = makeBook(5, 8, 6)
  const ids = [...texts.keys()]
  const past = finish(precedingSteps(book, ids))
  const termsNow = (of: PrecedingChapters) => finish(activationSteps(book, of)).distinctive.ids
  const before = termsNow(past)
  // Behind the cursor the characters of the words come in so many other pairs that they meet no more often than by chance.
  const characters = [...new Set([...texts.values()].join(''))]
  for (let at = 0; at < 40; at++)
    book.apply({
      id: 90 * idsPerDocument + at,
      text: characters.map((it, place) => it + characters[(place + at) % characters.length]).join('，'),
    })
  const after = termsNow(past)
  expect(after.length).toBeLessThan(before.length)
  expect(after).toEqual(termsNow(finish(precedingSteps(book, ids))))
})

describe('the best of many numbers', () => {
  const { below } = makeBook(7, 1, 1)
  const lists = [0, 1, 2, 19, 20, 21, 200, 201, 700].flatMap((length) => [
    Array.from({ length }, () => below(10)),
    Array.from({ length }, () => below(1e9) / 7),
    Array.from({ length }, (_, at) => at),
    Array.from({ length }, (_, at) => -at),
    Array.from({ length }, () => 0),
  ])

  it('is what sorting all of them gives, of equals the later', () => {
    for (const list of lists) {
      const sorted = list.toSorted((a, b) => b - a)
      for (const k of [0, 1, 2, 10, 100, list.length, list.length + 5]) {
        expect(bestOf(list, k)).toEqual(plainBest(list).slice(0, k))
        expect([...largest(list, k)].sort((a, b) => b - a)).toEqual(sorted.slice(0, k))
        if (k > 0 && k <= list.length) expect(nthLargest(list, k)).toBe(sorted[k - 1])
      }
    }
  })

  it('gives the floor and the full value of a ranking', () => {
    for (const list of lists) {
      const sorted = list.toSorted((a, b) => a - b)
      const { floor, full } = baselineOf(list)
      expect(full).toBe(sorted[Math.floor((sorted.length - 1) * 0.99)] ?? 0)
      if (list.length <= 20) expect(floor).toBe(sorted[sorted.length - 2] ?? 0)
      else if (list.length <= 200) expect(floor).toBe(sorted[Math.floor((sorted.length - 1) * 0.95)])
      else expect(list).toContain(floor)
    }
  })
})
