import { describe, expect, it } from 'vitest'
import { type StickyRule, selectRules } from '../../../../../main/src/services/context/core/rulesSelection.ts'
import type { Chunk } from '../../../../../main/src/services/context/core/types.ts'
import { chunkOf } from '../../../../support/chunks.ts'
import type { Planted } from '../../../../support/planted.ts'

const entry = (name: string, score: number, part: Partial<Planted> = {}) =>
  chunkOf({
    source: 'codexAlways',
    path: name,
    label: name,
    score,
    text: name.repeat(10),
    ...part,
  })
const own = chunkOf({ source: 'constraints', path: 'c', item: '1', text: '不写梦' })

const select = (chunks: readonly Chunk[], lineTokens: number, sticky?: readonly StickyRule[]) => {
  const { chosen, left, overLine } = selectRules({
    chunks,
    lineTokens,
    headingTokens: 5,
    tokensOf: (_chunk, text) => text.length,
    ...(sticky ? { sticky } : {}),
  })
  return {
    chosen: chosen.map(({ chunk, level }) => `${chunk.ref.path} ${level}`),
    left: left.map(({ ref }) => ref.path),
    overLine,
  }
}
const kept = (...sources: string[]): StickyRule[] => sources.map((key) => ({ key, level: 'full' }))

describe('selectRules', () => {
  it('leaves everything alone when everything fits', () => {
    expect(select([own, entry('甲', 0.1)], 18)).toEqual({
      chosen: ['c full', '甲 full'],
      left: [],
      overLine: false,
    })
  })

  it('drops no word of the author’s, and no entry that has a shorter form which fits', () => {
    const chunks = [own, entry('甲', 0.9), entry('乙', 0.1, { forms: { line: '乙：一行', name: '乙' } })]
    expect(select(chunks, 2)).toEqual({ chosen: ['c full'], left: ['甲', '乙'], overLine: true })
    expect(select(chunks, 22).chosen).toEqual(['c full', '甲 full', '乙 line'])
  })

  it('keeps the prefix whatever happens to entries that nobody mentions', () => {
    const chunks = [own, entry('甲', 0.3), entry('乙', 0.2), entry('丙', 0.1)]
    expect(select(chunks, 30).chosen).toEqual(['c full', '甲 full', '乙 full'])
    expect(select(chunks, 30, kept('乙', '丙')).chosen).toEqual(['c full', '乙 full', '丙 full'])
  })

  it('chooses anew when a mentioned entry is missing or too short', () => {
    const short = { forms: { name: '甲' } }
    const chunks = [own, entry('甲', 0.9, short), entry('乙', 0.2), entry('丙', 0.1)]
    expect(select(chunks, 30, kept('乙', '丙')).chosen).toEqual(['c full', '甲 full', '乙 full'])
    const asName: StickyRule[] = [{ key: '甲', level: 'name' }, ...kept('乙')]
    expect(select(chunks, 30, asName).chosen).toEqual(['c full', '甲 full', '乙 full'])
  })

  it('chooses anew when the last choice no longer fits or its entries are gone', () => {
    const chunks = [own, entry('甲', 0.2), entry('乙', 0.1)]
    expect(select(chunks, 20, kept('甲', '乙')).chosen).toEqual(['c full', '甲 full'])
    expect(select(chunks, 20, kept('丁')).chosen).toEqual(['c full', '甲 full'])
  })

  it('pays for the heading that the first derived constraint brings along', () => {
    const derived = (item: string) => chunkOf({ source: 'codexConstraints', path: 'kg', item, text: item })
    const chunks = [derived('甲'.repeat(30)), derived('乙乙'), derived('丙丙')]
    const tokensOf = (_chunk: Chunk, text: string, position: number) =>
      text.length + (position === 1 ? 10 : 0)
    const { chosen } = selectRules({ chunks, lineTokens: 18, headingTokens: 5, tokensOf })
    // Heading of the section 5, heading of the constraints 10, and room for one of two.
    expect(chosen.map(({ text }) => text)).toEqual(['乙乙'])
  })
})
