import { describe, expect, it } from 'vitest'
import { createBlockCounter } from '../../../../../main/src/services/context/core/blockCounter.ts'
import type { FrozenForm } from '../../../../../main/src/services/context/core/frozenForms.ts'
import { selectRules } from '../../../../../main/src/services/context/core/rulesSelection.ts'
import type { Chunk, DetailLevel } from '../../../../../main/src/services/context/core/types.ts'
import { chunkOf, countCodePoints, kept } from '../../../../support/chunks.ts'
import type { Planted } from '../../../../support/planted.ts'

/** Counts material only, no markers and no numbers. */
const counter = createBlockCounter({
  count: (text) => countCodePoints(text.replace(/^(<<<.*>>>|\[.*\])\n|^\d+\. |\n/gm, '')),
  language: 'zh',
  additive: true,
})
const entry = (name: string, score: number, part: Partial<Planted> = {}) =>
  chunkOf({
    source: 'codexAlways',
    path: name,
    label: name,
    title: `${name}其人`,
    score,
    text: name.repeat(10),
    forms: { name },
    ...part,
  })
const own = chunkOf({ source: 'constraints', path: 'c', item: '1', text: '不写梦' })

function select(
  chunks: readonly Chunk[],
  lineTokens: number,
  {
    frozen,
    mostTokens = 1000,
    wholeTokens = lineTokens,
    isReused = false,
  }: {
    frozen?: readonly FrozenForm[]
    mostTokens?: number
    wholeTokens?: number
    isReused?: boolean
  } = {},
) {
  const { placed, overLine } = selectRules({
    placed: kept(chunks),
    lineTokens,
    wholeTokens,
    mostTokens,
    counter,
    isReused,
    ...(frozen ? { frozen } : {}),
  })
  const rules = placed.map(({ chunk, action, level = 'full', reason }) =>
    action === 'dropped' ? `${chunk.ref.path} ${reason}` : `${chunk.ref.path} ${level}`,
  )
  return { rules, overLine }
}
const held = (levels: Readonly<Record<string, DetailLevel | 'out'>>): FrozenForm[] =>
  Object.entries(levels).map(([key, level]) => ({ key, form: { level }, units: 10 }))

describe('selectRules', () => {
  it('changes nothing when everything fits', () => {
    expect(select([own, entry('甲', 0.1)], 13)).toEqual({ rules: ['c full', '甲 full'], overLine: false })
  })

  it('shortens the weakest entry, and no word of the author’s', () => {
    const chunks = [own, entry('甲', 0.9), entry('乙', 0.1, { forms: { line: '乙：一行', name: '乙' } })]
    expect(select(chunks, 17)).toEqual({ rules: ['c full', '甲 full', '乙 line'], overLine: true })
    expect(select(chunks, 14).rules).toEqual(['c full', '甲 full', '乙 name'])
  })

  it('leaves the author’s own rules whole beyond the limit, and reports it', () => {
    const other = { ...own, ref: { path: 'c', item: '2' } }
    expect(select([own, other], 3, { mostTokens: 3 })).toEqual({
      rules: ['c full', 'c full'],
      overLine: true,
    })
  })

  it('prints names beyond the limit, and leaves one out only where the window has no room for it', () => {
    const chunks = [own, entry('甲', 0.9), entry('乙', 0.1)]
    expect(select(chunks, 2).rules).toEqual(['c full', '甲 name', '乙 name'])
    expect(select(chunks, 2, { mostTokens: 4 }).rules).toEqual(['c full', '甲 name', '乙 not_selected'])
    expect(select(chunks, 2, { mostTokens: 3 }).rules).toEqual([
      'c full',
      '甲 not_selected',
      '乙 not_selected',
    ])
  })

  describe('an entry that the scene names', () => {
    const derived = (path: string) =>
      chunkOf({ source: 'codexConstraints', path, item: '1', text: `${path}不说谎`, priority: 50 })
    const chunks = [own, derived('甲'), derived('乙'), entry('甲', 0.9), entry('乙', 0.1)]

    it('is whole with its own constraint, though the line has room for neither', () => {
      expect(select(chunks, 5, { wholeTokens: 17 }).rules).toEqual([
        'c full',
        '甲 full',
        '乙 not_selected',
        '甲 full',
        '乙 name',
      ])
      expect(select(chunks, 5, { wholeTokens: 16 }).rules).toEqual([
        'c full',
        '甲 not_selected',
        '乙 not_selected',
        '甲 name',
        '乙 name',
      ])
    })

    it('gives way to a nearer one, and not to the names of those who are absent', () => {
      const nearer = [own, entry('甲', 0.8), entry('乙', 0.95), entry('丙', 0.1)]
      expect(select(nearer, 3, { wholeTokens: 13 }).rules).toEqual([
        'c full',
        '甲 name',
        '乙 full',
        '丙 name',
      ])
      expect(select(nearer, 3, { wholeTokens: 23 }).rules).toEqual([
        'c full',
        '甲 full',
        '乙 full',
        '丙 name',
      ])
      expect(select(nearer, 3, { wholeTokens: 13, mostTokens: 14 }).rules).toEqual([
        'c full',
        '甲 name',
        '乙 full',
        '丙 not_selected',
      ])
    })

    it('waits for the next rebuild where the prefix is reused', () => {
      const frozen = held({ 甲: 'name', 乙: 'full' })
      const named = [own, entry('甲', 0.9), entry('乙', 0.1)]
      expect(select(named, 14, { frozen, isReused: true }).rules).toEqual(['c full', '甲 name', '乙 full'])
      expect(select(named, 14, { frozen }).rules).toEqual(['c full', '甲 full', '乙 name'])
      expect(select(named, 10, { frozen, isReused: true, mostTokens: 12 }).rules).toEqual([
        'c full',
        '甲 name',
        '乙 name',
      ])
    })
  })

  it('leaves derived constraints out before it shortens an entry', () => {
    const derived = chunkOf({ source: 'codexConstraints', path: 'kg', item: '1', text: '不说谎话' })
    expect(select([own, derived, entry('甲', 0.1)], 13).rules).toEqual([
      'c full',
      'kg not_selected',
      '甲 full',
    ])
  })

  it('preserves the prefix whatever happens to entries that nobody mentions', () => {
    const chunks = [own, entry('甲', 0.3), entry('乙', 0.2), entry('丙', 0.1)]
    expect(select(chunks, 25).rules).toEqual(['c full', '甲 full', '乙 full', '丙 name'])
    const frozen = held({ 甲: 'name', 乙: 'full', 丙: 'full' })
    expect(select(chunks, 25, { frozen }).rules).toEqual(['c full', '甲 name', '乙 full', '丙 full'])
  })

  it('preserves the last choice while every mentioned entry is as complete as it would be now', () => {
    const chunks = [own, entry('甲', 0.9), entry('乙', 0.2), entry('丙', 0.1)]
    const frozen = held({ 甲: 'full', 乙: 'name', 丙: 'full' })
    expect(select(chunks, 25, { frozen }).rules).toEqual(['c full', '甲 full', '乙 name', '丙 full'])
  })

  describe('an entry of several paragraphs', () => {
    const paragraph = (sign: string, units: number) => `${sign.repeat(units - 1)}\n`
    const long = entry('甲', 0.5, {
      text: paragraph('甲', 200) + paragraph('乙', 150) + paragraph('丙', 100),
      forms: { short: '甲：短', name: '甲' },
    })
    const shown = (chunks: readonly Chunk[], lineTokens: number, frozen?: readonly FrozenForm[]) =>
      selectRules({
        placed: kept(chunks),
        lineTokens,
        wholeTokens: lineTokens,
        mostTokens: 1000,
        counter,
        isReused: false,
        ...(frozen ? { frozen } : {}),
      }).placed.map(({ text, action, level = 'full' }) => [action, level, text.length])

    it('ends at a paragraph before it becomes short, and never below 300 units', () => {
      expect(shown([long], 450)).toEqual([['kept', 'full', 450]])
      expect(shown([long], 440)).toEqual([['trimmed', 'full', 350]])
      expect(shown([long], 350)).toEqual([['trimmed', 'full', 350]])
      expect(shown([long], 340)).toEqual([['trimmed', 'full', 341]])
      expect(shown([long], 290)).toEqual([['trimmed', 'short', 3]])
    })

    it('is cut as last time while that fits, and anew where that splits a character or shows too little', () => {
      const other = entry('丁', 0.1, { forms: { name: '丁' } })
      const cutAt = (units: number): FrozenForm[] => [
        { key: '甲', form: { level: 'full', units }, units: 450 },
        { key: '丁', form: { level: 'full' }, units: 10 },
      ]
      expect(shown([long, other], 455, cutAt(350))).toEqual([
        ['trimmed', 'full', 350],
        ['kept', 'full', 10],
      ])
      expect(shown([long, other], 455, cutAt(900))).toEqual(shown([long, other], 455))
      const mentioned = { ...long, score: 0.9 }
      expect(shown([mentioned, other], 455, cutAt(350))).toEqual(shown([mentioned, other], 455))
    })
  })

  it('chooses anew where the remembered length would cut a surrogate pair in two', () => {
    const text = `${'甲'.repeat(349)}𠮷${'乙'.repeat(149)}`
    const cutAt = (units: number) =>
      selectRules({
        placed: kept([entry('甲', 0.5, { text }), entry('丁', 0.1, { forms: { name: '丁' } })]),
        lineTokens: 455,
        wholeTokens: 455,
        mostTokens: 1000,
        counter,
        isReused: false,
        frozen: [
          { key: '甲', form: { level: 'full', units }, units: text.length },
          { key: '丁', form: { level: 'full' }, units: 10 },
        ],
      }).placed[0]?.text
    expect(cutAt(349)).toBe('甲'.repeat(349))
    expect(cutAt(350)?.isWellFormed()).toBe(true)
    expect(cutAt(351)).toBe(`${'甲'.repeat(349)}𠮷`)
  })

  it('removes no entry because of the limit, whatever its source declares for the second step', () => {
    const shrinkSteps = [{ step: 'out', cutOrder: 2 }] as const
    const stubborn = { ...entry('甲', 0.1), source: { ...entry('甲', 0.1).source, shrinkSteps } }
    expect(select([own, stubborn], 5).rules).toEqual(['c full', '甲 full'])
  })

  it('chooses anew when a mentioned entry is too short', () => {
    const chunks = [own, entry('甲', 0.9), entry('乙', 0.2), entry('丙', 0.1)]
    const frozen = held({ 甲: 'name', 乙: 'full', 丙: 'full' })
    expect(select(chunks, 25, { frozen }).rules).toEqual(['c full', '甲 full', '乙 full', '丙 name'])
  })

  it('chooses anew when the last choice no longer fits or its entries are gone', () => {
    const chunks = [own, entry('甲', 0.2), entry('乙', 0.1)]
    const best = ['c full', '甲 full', '乙 name']
    expect(select(chunks, 14, { frozen: held({ 甲: 'full', 乙: 'full' }) }).rules).toEqual(best)
    expect(select(chunks, 14, { frozen: held({ 丁: 'full' }) }).rules).toEqual(best)
  })

  it('stays within its limit with the heading that the first derived constraint brings along', () => {
    const derived = (item: string, priority = 50) =>
      chunkOf({ source: 'codexConstraints', path: 'kg', item, text: item, priority })
    const chunks = [derived('甲'.repeat(30), 10), derived('乙乙'), derived('丙丙')]
    const all = createBlockCounter({ count: countCodePoints, language: 'zh', additive: true })
    const lineTokens = all.layer('rules', kept(chunks.slice(1))) - 1
    const { placed } = selectRules({
      placed: kept(chunks),
      lineTokens,
      wholeTokens: lineTokens,
      mostTokens: 1000,
      counter: all,
      isReused: false,
    })
    expect(all.layer('rules', placed)).toBeLessThanOrEqual(lineTokens)
    expect(placed.filter(({ action }) => action === 'kept').length).toBe(1)
  })
})
