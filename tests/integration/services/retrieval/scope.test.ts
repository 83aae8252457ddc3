import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countedChecks } from '../../../support/countedChecks.ts'
import { createFixture, type Fixture, paragraph } from './fixture.ts'

const names = ['林远', '沈砚', '老周', '阿沅', '程七', '公明', '雾娘', '石生']
const places = ['码头', '旧仓库', '石桥', '灯塔', '药铺', '井边']
const deeds = ['把信折好', '系紧红绳', '数着铜钱', '听见哑钟', '放下铜匣', '擦了擦刀']

/** A book of a few names in many combinations, so that every chapter has likely hits in every other. */
function chapter(seed: number): string {
  const pick = (from: readonly string[], step: number) =>
    from[(seed * 31 + step * 17 + step * seed) % from.length]
  return Array.from(
    { length: 24 },
    (_, at) =>
      `\u3000\u3000${pick(names, at)}在${pick(places, at + 3)}${pick(deeds, at + 5)}，${pick(names, at + 1)}没有作声，只看着${pick(places, at * 2)}那边的雾，第${seed}次想起从前。\n`,
  ).join('')
}

const chapters = Array.from({ length: 12 }, (_, at) => chapter(at + 1))
const idOf = (at: number) => `manuscript/${String(at + 1).padStart(3, '0')}.md`

let fixture: Fixture
beforeAll(async () => {
  fixture = createFixture({ aliases: async () => [['林远', '老周', '石生']] })
  for (const [at, text] of chapters.entries()) {
    fixture.book('雾港').set(idOf(at), text)
    fixture.book('山城').set(idOf(at), text.replaceAll('雾', '云'))
  }
  await fixture.service.ensureIndexed('雾港')
  await fixture.service.ensureIndexed('山城')
})
afterAll(() => fixture.dispose())

const position = fc.record({
  at: fc.integer({ min: 0, max: chapters.length - 1 }),
  share: fc.double({ min: 0.05, max: 1, noNaN: true }),
})

describe('from any position in a book,', () => {
  it('the window brings back no later chapter, not its own, and nothing of another project', async () => {
    const checked = countedChecks()
    await fc.assert(
      fc.asyncProperty(position, async ({ at, share }) => {
        const text = chapters[at] ?? ''
        const windowText = text.slice(0, Math.ceil(text.length * share)).slice(-1500)
        const query = { windowText, before: idOf(at), k: 24 }
        const { hits } = await fixture.service.forWindow('雾港', query, new AbortController().signal)
        for (const { documentId, from, to, text: found } of hits) {
          const place = chapters.findIndex((_, other) => idOf(other) === documentId)
          expect(place).toBeLessThan(at)
          expect(found).toBe(chapters[place]?.slice(from, to))
        }
        checked.when(hits.length > 0)
      }),
      { numRuns: 60 },
    )
    checked.expectShare(0.5)
  })

  it('a search brings back nothing of the excluded window and nothing from behind it, aliases included', async () => {
    const checked = countedChecks()
    await fc.assert(
      fc.asyncProperty(
        position,
        fc.constantFrom(...names, '林远', '林远在石桥听见了什么', '红绳系在谁的手上'),
        async ({ at, share }, query) => {
          const end = Math.ceil((chapters[at]?.length ?? 0) * share)
          const window = { documentId: idOf(at), from: Math.max(0, end - 600), to: end }
          const next = at + 1 < chapters.length ? { before: idOf(at + 1) } : {}
          const asked = { queries: [query], k: 200, exclude: [window], ...next }
          const [hits] = await fixture.service.search('雾港', asked)
          for (const { documentId, from, to, text } of hits ?? []) {
            expect(documentId <= idOf(at)).toBe(true)
            if (documentId === window.documentId) expect(to <= window.from || from >= window.to).toBe(true)
            expect(text).not.toContain('云')
          }
          checked.when(hits !== undefined && hits.length > 0)
        },
      ),
      { numRuns: 60 },
    )
    checked.expectShare(0.7)
  })
})

describe('other names', () => {
  const book = '及时雨'
  const withNames = (aliases: () => Promise<string[][]>) => {
    const made = createFixture({ aliases })
    const sentences = ['公明来了。', '宋江走了。', '宋江又来了。', '没有别人。']
    const text = sentences.map((sentence, at) => paragraph(sentence, at + 1)).join('')
    made.book(book).set(idOf(0), text)
    return made
  }
  const found = async (made: Fixture, query: string) => {
    await made.service.ensureIndexed(book)
    const [hits] = await made.service.search(book, { queries: [query], k: 10 })
    await made.dispose()
    return hits?.map(({ text }) => text.match(/宋江|公明/)?.[0])
  }

  it('find the passages that use them, behind those with the name itself', async () => {
    const aliases = async () => [['宋江', '公明', '及时雨']]
    expect(await found(withNames(aliases), '宋江')).toEqual(['宋江', '宋江', '公明'])
    expect(await found(withNames(aliases), '宋江究竟去过什么地方见过谁')).toContain('公明')
  })

  it('cost nothing but themselves when they cannot be had', async () => {
    const broken = withNames(() => Promise.reject(new Error('codex is broken')))
    expect(await found(broken, '宋江')).toEqual(['宋江', '宋江'])
  })
})
