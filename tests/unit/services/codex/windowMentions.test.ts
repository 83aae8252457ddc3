import { describe, expect, test } from 'vitest'
import { createFold } from '../../../../main/src/services/codex/fold.ts'
import { buildNameIndex } from '../../../../main/src/services/codex/nameIndex.ts'
import { earlierMentions, findingsFor } from '../../../../main/src/services/codex/windowMentions.ts'
import { entryOf } from '../../../fixtures/codex/entries.ts'

const entries = [
  entryOf({ id: 'lin', name: '林远', aliases: ['阿远'] }),
  entryOf({ id: 'xu', name: '许三娘' }),
  entryOf({ id: 'zhang', name: '张三' }),
  entryOf({ id: 'zhangfeng', name: '张三丰' }),
  entryOf({ id: 'a', name: '老周' }),
  entryOf({ id: 'b', name: '老周' }),
]
const index = buildNameIndex(entries, createFold())
const filler = (units: number) => '雾'.repeat(units)

interface Asked {
  readonly text: string
  readonly cursor?: number
  readonly selection?: { readonly from: number; readonly to: number }
  readonly instruction?: string
}

const query = ({ text, cursor = text.length, selection, instruction = '' }: Asked) => ({
  documentId: 'manuscript/001-第一回.md',
  text,
  cursorPosition: cursor,
  selection,
  instruction,
  pinned: [],
  reachUnits: 5000,
  latest: [],
  language: 'zh' as const,
})
const findings = (asked: Asked) => Object.fromEntries(findingsFor(query(asked), index))
const earlier = (asked: Asked) => Object.fromEntries(earlierMentions(query(asked), index))

describe('the reason of an entry', () => {
  test('is the strongest: called, selected, requested, near', () => {
    const text = '林远看了许三娘一眼，张三没有说话，老周也没有。'
    const selection = { from: text.indexOf('许三娘'), to: text.indexOf('，') }
    expect(findings({ text, selection, instruction: '写@林远和许三娘、张三，@许三' })).toEqual({
      lin: { by: 'called', key: '林远', confidence: 1 },
      xu: { by: 'selection', key: '许三娘', confidence: 1 },
      zhang: { by: 'instruction', key: '张三', confidence: 1 },
      a: { by: 'before', key: '老周', confidence: 0.5, distance: 4, window: 5000 },
      b: { by: 'before', key: '老周', confidence: 0.5, distance: 4, window: 5000 },
    })
  })

  test('is the mention nearest to the cursor, on whichever side', () => {
    const text = `阿远${filler(30)}|${filler(9)}林远${filler(5)}`
    expect(findings({ text, cursor: text.indexOf('|') })).toEqual({
      lin: { by: 'after', key: '林远', confidence: 1, distance: 10, window: 5000 },
    })
    expect(findings({ text, cursor: 5 })).toEqual({
      lin: { by: 'before', key: '阿远', confidence: 1, distance: 3, window: 5000 },
    })
  })

  test('has distance 0 for a name at the cursor or across it', () => {
    const before = { by: 'before', key: '许三娘', confidence: 1, distance: 0, window: 5000 }
    expect([3, 4, 5].map((cursor) => findings({ text: `雾港许三娘来了`, cursor }).xu)).toEqual([
      before,
      before,
      before,
    ])
    expect(findings({ text: '雾港许三娘来了', cursor: 2 }).xu).toEqual({ ...before, by: 'after' })
  })

  test('is absent without names', () => {
    expect(findingsFor(query({ text: '林远' }), buildNameIndex([], createFold()))).toEqual(new Map())
  })
})

describe('the window for mentions', () => {
  test.each([
    ['the first unit of the 5,000 before', `林远${filler(4998)}`, 0, true],
    ['one unit further', `林远${filler(4999)}`, 0, false],
    ['the last unit of the 500 after', `${filler(498)}林远`, 500, true],
    ['one unit further on', `${filler(499)}林远`, 501, false],
  ])('ends as documented: %s', (_, text, after, isFound) => {
    expect('lin' in findings({ text, cursor: text.length - after })).toBe(isFound)
  })

  test('does not take a longer name that its edge cuts for the shorter one inside it', () => {
    const text = `张三丰${filler(4998)}`
    expect(findings({ text })).toEqual({})
    const selected = { text: '他说张三丰来了', selection: { from: 2, to: 4 } }
    expect(findings(selected)).toEqual({
      zhangfeng: { by: 'before', key: '张三丰', confidence: 1, distance: 2, window: 5000 },
    })
  })

  test('finds selected names up to the edges of the selection', () => {
    const text = '雾林远雾'
    const by = (from: number, to: number) => findings({ text, selection: { from, to } }).lin?.by
    expect([by(1, 3), by(0, 4), by(2, 3), by(1, 2)]).toEqual(['selection', 'selection', 'before', 'before'])
  })
})

describe('a name above the window', () => {
  test('counts by its last mention, with its distance from the cursor', () => {
    const text = `阿远来了，林远又来了。${filler(5000)}`
    expect(earlier({ text })).toEqual({
      lin: { by: 'earlier', key: '林远', distance: text.length - 7, window: 5000 },
    })
  })

  test('does not count when it is in the window, or further up than 20,000 units', () => {
    expect(earlier({ text: `林远${filler(4999)}` })).toEqual({})
    expect(earlier({ text: `林远${filler(5000)}` })).toHaveProperty('lin')
    expect(earlier({ text: `林远${filler(24_998)}` })).toHaveProperty('lin')
    expect(earlier({ text: `林远${filler(24_999)}` })).toEqual({})
  })

  test('does not exist in a short chapter', () => {
    expect(earlier({ text: '林远' })).toEqual({})
  })
})
