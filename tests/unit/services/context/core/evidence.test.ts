import { describe, expect, it } from 'vitest'
import { placedRange, trimRow } from '../../../../../main/src/services/context/core/evidence.ts'
import { toInspected, toPart } from '../../../../../main/src/services/context/core/explain.ts'
import { drop, include, shorten } from '../../../../../main/src/services/context/core/types.ts'
import { chunkOf } from '../../../../support/chunks.ts'
import { passage } from '../../../../support/engine.ts'

const same = (offset: number) => offset

describe('the range that a piece shows', () => {
  const chunk = chunkOf(passage(3, '林远𠮷推开了门。', 0.5, { from: 100, to: 109 }))

  it('is none for what is no part of a file', () => {
    const entry = chunkOf({ source: 'codexEntries', path: 'a.md', text: 'Lin Yuan', score: 1 })
    expect(placedRange(include(entry), same)).toBeUndefined()
    expect(trimRow(include(entry), same).sourceRef).toBe('a.md')
  })

  it('begins where the part begins that was sent', () => {
    const part = { ...include(chunk), text: '推开了门。', start: 4, action: 'trimmed' as const }
    expect(placedRange(part, same)).toEqual({ from: 104, to: 109 })
  })

  it('is that of the whole for a shorter form and for what was left out, moved by no redaction', () => {
    const moved = () => 7
    expect(placedRange(shorten(chunk, 'line', '林远'), moved)).toEqual({ from: 100, to: 109 })
    expect(placedRange(drop(chunk), moved)).toEqual({ from: 100, to: 109 })
  })

  it('ends at its start where a chunk names no end', () => {
    const open = { ...chunk, ref: { path: 'a.md', from: 40 } }
    expect(placedRange(drop(open), same)).toEqual({ from: 40, to: 40 })
  })
})

describe('an inspected piece', () => {
  it('has score, confidence and priority where its source gave them, and no such field elsewhere', () => {
    const given = chunkOf({
      source: 'constraints',
      path: 'c.json',
      priority: 80,
      confidence: 0.5,
      score: 0.25,
      text: '不写梦。',
    })
    const bare = chunkOf({ source: 'constraints', path: 'c.json', text: '不写梦。' })
    const shown = [given, bare].map((chunk) =>
      toInspected(
        include(chunk),
        (text) => text,
        (text) => text,
      ),
    )
    expect(shown.map(({ score, confidence, priority }) => [score, confidence, priority])).toEqual([
      [0.25, 0.5, 80],
      [undefined, undefined, undefined],
    ])
    expect(shown.map((one) => ['score', 'confidence', 'priority'].filter((name) => name in one))).toEqual([
      ['score', 'confidence', 'priority'],
      [],
    ])
  })

  it('is in a receipt without its text: level and item where it has them, the length where a beginning was sent', () => {
    const hash = (text: string) => `#${text}`
    const entry = chunkOf({
      source: 'codexEntries',
      path: 'a.md',
      item: 'c1',
      text: '林远，守灯人。',
      score: 1,
    })
    const plain = chunkOf({ source: 'codexEntries', path: 'a.md', text: '林远，守灯人。', score: 1 })
    const shown = (placed: Parameters<typeof toPart>[0]) => {
      const { level, item, units, textHash, action, trimReason } = toPart(placed, hash)
      return { level, item, units, textHash, action, trimReason }
    }
    const part = {
      ...include(plain),
      text: '林远',
      action: 'trimmed' as const,
      reason: 'over_budget' as const,
    }
    expect([include(entry), shorten(plain, 'name', '林远'), part, drop(plain)].map(shown)).toEqual([
      {
        level: undefined,
        item: 'c1',
        units: undefined,
        textHash: '#林远，守灯人。',
        action: 'kept',
        trimReason: 'within_budget',
      },
      {
        level: 'name',
        item: undefined,
        units: 2,
        textHash: '#林远',
        action: 'trimmed',
        trimReason: 'over_budget',
      },
      {
        level: undefined,
        item: undefined,
        units: 2,
        textHash: '#林远',
        action: 'trimmed',
        trimReason: 'over_budget',
      },
      {
        level: undefined,
        item: undefined,
        units: undefined,
        textHash: '#林远，守灯人。',
        action: 'dropped',
        trimReason: 'over_budget',
      },
    ])
    expect(['level' in toPart(part, hash), 'item' in toPart(part, hash)]).toEqual([false, false])
  })

  it('in a shorter form is that form from its beginning', () => {
    const chunk = chunkOf({ source: 'codexEntries', path: 'a.md', text: '林远，守灯人。', score: 1 })
    expect(shorten(chunk, 'name', '林远')).toEqual({
      ...{ chunk, text: '林远', start: 0, action: 'trimmed', level: 'name', reason: 'over_budget' },
    })
    expect(include(chunk)).toEqual({
      ...{ chunk, text: '林远，守灯人。', start: 0, action: 'kept', reason: 'within_budget' },
    })
  })

  it('that was left out is nothing of its text, from its beginning', () => {
    expect(drop(chunkOf({ source: 'constraints', path: 'c.json', text: '不写梦。' }))).toMatchObject({
      ...{ text: '', start: 0, action: 'dropped', reason: 'over_budget' },
    })
  })
})
