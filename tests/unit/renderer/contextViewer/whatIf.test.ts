import { describe, expect, it } from 'vitest'
import {
  findEntries,
  sharesOf,
  sumOf,
  withShares,
} from '../../../../renderer/src/features/contextViewer/whatIf.ts'

const layers = {
  rules: { ratio: 0.15, minimumTokens: 500 },
  settings: { ratio: 0.1, minimumTokens: 200 },
  retrieved: { ratio: 0.07, minimumTokens: 0 },
  immediate: { ratio: 0.68, minimumTokens: 2000 },
}

describe('shares of a budget', () => {
  it('neither gains nor loses a fraction in the form', () => {
    const shares = sharesOf(layers)
    expect([shares, sumOf(shares)]).toEqual([
      { rules: '15', settings: '10', retrieved: '7', immediate: '68' },
      100,
    ])
    const { rules, settings, retrieved, immediate } = withShares(layers, shares)
    expect(
      Math.abs(rules.ratio + settings.ratio + retrieved.ratio + immediate.ratio - 1),
    ).toBeLessThanOrEqual(1e-9)
    expect([rules.minimumTokens, immediate.minimumTokens]).toEqual([500, 2000])
    expect(sumOf({ rules: '33.33', settings: '33.33', retrieved: '33.34', immediate: '' })).toBe(100)
  })
})

describe('among the names of pinned entries,', () => {
  const rows = [
    { id: 'lin', name: '林远', aliases: ['阿远', '𠮷野'] },
    { id: 'xu', name: '许三娘', aliases: ['三娘', '林远'] },
    { id: 'zhou', name: '老周', aliases: ['三娘'] },
  ]
  it('an alias leaves out the entry of that name, a CRLF or an indent hides no name, an unknown name leaves out nothing', () => {
    expect(findEntries('林远\r\n　　𠮷野\r\n\r\n', rows)).toEqual({ ids: ['lin'], unknown: [] })
    expect(findEntries('三娘\n林\n 阿砚', rows)).toEqual({ ids: ['xu', 'zhou'], unknown: ['林', '阿砚'] })
    expect(findEntries(' \n', rows)).toEqual({ ids: [], unknown: [] })
  })
})
