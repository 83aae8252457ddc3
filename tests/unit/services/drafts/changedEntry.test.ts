import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CodexEntry } from '../../../../main/src/contract/codex.ts'
import { entryAsOf } from '../../../../main/src/services/codex/entryAsOf.ts'
import { changedEntry, type FieldChange } from '../../../../main/src/services/drafts/changedEntry.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const empty: CodexEntry = {
  ...{ id: 'lin', name: '石青瓷', aliases: [], type: 'character', aiContextLevel: 'when_detected' },
  ...{ tags: [], relations: [], constraints: [], exclude: [], caseSensitive: false },
  ...{ progressions: [], body: '作者写的。', extra: {} },
}
const chapterIds = Array.from({ length: 40 }, (_, n) => `c_${n}`)
const order = new Map(chapterIds.map((id, n) => [id, n]))
const changing = {
  language: 'zh' as const,
  fold: (name: string) => name,
  order: chapterIds,
  positionOf: (chapter: string) => order.get(chapter),
}
const change = (
  chapter: number,
  field: string,
  value: string,
  rest: Partial<FieldChange> = {},
): FieldChange => ({
  ...{ id: `h_${chapter}${field}${value}`, field, value, quote: `${value}。`, certainty: 'narrated' },
  documentId: `c_${chapter}`,
  ...rest,
})
const apply = (entry: CodexEntry, ...changes: readonly FieldChange[]) =>
  changes.reduce((card, each) => changedEntry(card, each, changing), entry)
const valuesAt = (entry: CodexEntry, chapter: number, field: string) =>
  entryAsOf(entry, { order, documentId: `c_${chapter}`, pointOfView: undefined })
    .progressions.filter((each) => each.field === field)
    .map(({ value, certainty }) => (certainty ? `${value}?` : value))

describe('an accepted change', () => {
  it('begins with its chapter, and the older value ends before it and stays in the card', () => {
    const entry = apply(empty, change(3, '位置', '雾港'), change(9, '位置', '北京'))
    expect(entry.progressions).toEqual([
      {
        ...{ id: 'p_3位置雾港', from: 'c_3', to: 'c_8', text: '位置：雾港', field: '位置', value: '雾港' },
        ...{ evidence: [{ quote: '雾港。', chapter: 'c_3' }], by: 'model' },
      },
      {
        ...{ id: 'p_9位置北京', from: 'c_9', text: '位置：北京', field: '位置', value: '北京' },
        ...{ evidence: [{ quote: '北京。', chapter: 'c_9' }], by: 'model' },
      },
    ])
    expect([2, 3, 8, 9, 39].map((chapter) => valuesAt(entry, chapter, '位置'))).toEqual([
      [],
      ['雾港'],
      ['雾港'],
      ['北京'],
      ['北京'],
    ])
  })

  it('that is accepted after a later one ends before that one', () => {
    const entry = apply(
      empty,
      change(3, '位置', '雾港'),
      change(9, '位置', '北京'),
      change(5, '位置', '海上'),
    )
    expect([4, 5, 8, 9].map((chapter) => valuesAt(entry, chapter, '位置'))).toEqual([
      ['雾港'],
      ['海上'],
      ['海上'],
      ['北京'],
    ])
  })

  it('of the same chapter as another one ends it with that chapter', () => {
    const entry = apply(empty, change(3, '位置', '雾港'), change(3, '位置', '北京'))
    expect([3, 4].map((chapter) => valuesAt(entry, chapter, '位置'))).toEqual([['雾港', '北京'], ['北京']])
  })

  it('that is only said or dreamt ends nothing and is ended by nothing', () => {
    const said = change(5, '生死', '死了', { certainty: 'said' })
    const dreamt = change(6, '生死', '死了', { certainty: 'dreamt', id: 'h_dream' })
    const entry = apply(empty, change(3, '生死', '活着'), said, dreamt, change(9, '生死', '死了'))
    expect(valuesAt(entry, 8, '生死')).toEqual(['活着', '死了?', '死了?'])
    expect(valuesAt(entry, 9, '生死')).toEqual(['死了?', '死了?', '死了'])
    expect(entry.progressions[1]?.text).toBe('生死：死了（有人这样说）')
  })

  it('of a field with several values ends none of them', () => {
    const entry = apply(empty, change(3, '知道', '甲'), change(5, '知道', '乙'), change(6, '关系', '友'))
    expect(valuesAt(entry, 6, '知道')).toEqual(['甲', '乙'])
  })

  it('leaves words of the author, ends that he has set and chapters that are gone as they are', () => {
    const own = [
      { from: 'c_1', text: '右手受伤' },
      { from: 'c_2', to: 'c_4', text: '在雾港', field: '位置', value: '雾港', by: 'author' as const },
      { from: 'c_gone', text: '位置：别处', field: '位置', value: '别处' },
    ]
    const entry = apply({ ...empty, progressions: own }, change(9, '位置', '北京'))
    expect(entry.progressions.slice(0, 3)).toEqual(own)
    expect(entry.body).toBe(empty.body)
  })

  it('that the card has already makes nothing twice', () => {
    const once = apply(empty, change(3, '位置', '雾港'))
    expect(apply(once, change(3, '位置', '雾港'))).toBe(once)
    expect(apply(once, change(3, '位置', '雾港', { id: 'h_other' }))).toBe(once)
  })
})

it('10,000 questions about a field in a chapter are answered with the last change up to it, in whatever order changes were accepted', () => {
  let questions = 0
  const counted = countedChecks()
  const single = ['生死', '位置', '持有者', 'location']
  const many = ['知道', '关系']
  const one = fc.record({
    chapter: fc.nat(39),
    field: fc.constantFrom(...single, ...many),
    certainty: fc.constantFrom(
      'narrated' as const,
      'narrated' as const,
      'narrated' as const,
      'said' as const,
      'dreamt' as const,
    ),
  })
  fc.assert(
    fc.property(
      fc.uniqueArray(one, {
        selector: ({ chapter, field, certainty }) => `${chapter} ${field} ${certainty}`,
        minLength: 30,
        maxLength: 60,
      }),
      fc.array(fc.tuple(fc.nat(39), fc.constantFrom(...single, ...many)), { minLength: 50, maxLength: 50 }),
      (planted, asked) => {
        const changes = planted.map(({ chapter, field, certainty }, n) =>
          change(chapter, field, `值${n}`, { id: `h_${n}`, certainty }),
        )
        const entry = apply(empty, ...changes)
        const placed = changes.map((each) => ({ ...each, at: order.get(each.documentId) ?? -1 }))
        for (const [chapter, field] of asked) {
          questions += 1
          const upToHere = placed.filter((each) => each.field === field && each.at <= chapter)
          const state = upToHere.filter(({ certainty }) => certainty === 'narrated')
          const last = Math.max(...state.map(({ at }) => at))
          const expected = upToHere
            .filter(({ certainty, at }) => certainty !== 'narrated' || many.includes(field) || at === last)
            .map(({ value, certainty }) => (certainty === 'narrated' ? value : `${value}?`))
          expect(valuesAt(entry, chapter, field).toSorted()).toEqual(expected.toSorted())
          counted.when(state.length > 1)
        }
      },
    ),
    { numRuns: 220 },
  )
  expect(questions).toBeGreaterThan(10_000)
  counted.expectShare(0.1)
})
