import { describe, expect, it } from 'vitest'
import { entryAsOf } from '../../../../main/src/services/codex/entryAsOf.ts'
import { entryOf } from '../../../fixtures/codex/entries.ts'

const order = new Map(['front', 'c1', 'c2', 'c3'].map((id, index) => [id, index]))
const at = (documentId: string, pointOfView?: string[]) => ({
  order,
  documentId,
  pointOfView: pointOfView && new Set(pointOfView),
})

describe('an entry as of a chapter', () => {
  const entry = entryOf({
    id: 'a',
    progressions: [
      { from: 'c3', text: '三' },
      { from: 'c1', to: 'c2', text: '一到二' },
      { from: 'c1', text: '一' },
      { from: 'gone', text: '无处' },
      { from: 'c1', to: 'gone', text: '无尽' },
      { from: 'c2', text: '只有乙知道', knownBy: ['b'] },
    ],
  })

  it('has what started and has not ended, in reading order, and nothing without a place', () => {
    const texts = (documentId: string, pov?: string[]) =>
      entryAsOf(entry, at(documentId, pov)).progressions.map(({ text }) => text)
    expect(['front', 'c1', 'c2', 'c3', 'unknown'].map((id) => texts(id))).toEqual([
      [],
      ['一到二', '一'],
      ['一到二', '一', '只有乙知道'],
      ['一', '只有乙知道', '三'],
      [],
    ])
    expect(texts('c2', ['a'])).toEqual(['一到二', '一'])
    expect(texts('c2', ['b'])).toEqual(['一到二', '一', '只有乙知道'])
    expect(entryAsOf(entry, at('c1')).dangling).toEqual(['gone', 'gone'])
  })

  it('shows a chapter outside the book nothing that begins in the first document', () => {
    const fromTheFirst = entryOf({
      id: 'b',
      aliases: ['雾娘', { name: 'the Fog Lady', from: 'front' }],
      progressions: [{ from: 'front', text: '从第一页起' }],
    })
    const shown = (documentId: string) => {
      const { aliases, progressions } = entryAsOf(fromTheFirst, at(documentId))
      return [...aliases, ...progressions.map(({ text }) => text)]
    }
    expect([shown('front'), shown('unknown')]).toEqual([['雾娘', 'the Fog Lady', '从第一页起'], ['雾娘']])
  })

  it('is hidden from a point of view that does not know it (an empty list means nobody)', () => {
    const secret = entryOf({ id: 's', knownBy: [] })
    expect(entryAsOf(secret, at('c1', ['a'])).isVisible).toBe(false)
    expect(entryAsOf(secret, at('c1')).isVisible).toBe(true)
  })

  it('has the aliases and relations of that chapter, and is absent before its own', () => {
    const late = entryOf({
      id: 'shen',
      name: '沈砚',
      from: 'c1',
      aliases: [
        '沈先生',
        { name: '沈知府', from: 'c2' },
        { name: '沈公子', to: 'c1' },
        { name: '甲', from: 'gone' },
      ],
      relations: [
        { to: 'xu', kind: '旧识' },
        { to: 'xu', kind: '凶手', from: 'c3' },
      ],
    })
    const seen = (documentId: string) => {
      const { isVisible, aliases, relations, dangling } = entryAsOf(late, at(documentId))
      return { isVisible, aliases, kinds: relations.map(({ kind }) => kind), dangling }
    }
    expect(['front', 'c1', 'c2', 'c3'].map(seen)).toEqual([
      { isVisible: false, aliases: ['沈先生', '沈公子'], kinds: ['旧识'], dangling: ['gone'] },
      { isVisible: true, aliases: ['沈先生', '沈公子'], kinds: ['旧识'], dangling: ['gone'] },
      { isVisible: true, aliases: ['沈先生', '沈知府'], kinds: ['旧识'], dangling: ['gone'] },
      { isVisible: true, aliases: ['沈先生', '沈知府'], kinds: ['旧识', '凶手'], dangling: ['gone'] },
    ])
    expect(entryAsOf(entryOf({ id: 'x', from: 'gone' }), at('c3'))).toMatchObject({
      isVisible: false,
      dangling: ['gone'],
    })
  })

  it('applies a range that a move of chapters has reversed from its beginning on, and counts it', () => {
    const turned = entryOf({
      id: 't',
      aliases: [{ name: '阿九', from: 'c2', to: 'c1' }],
      progressions: [{ from: 'c2', to: 'front', text: '断了腿' }],
    })
    const seen = ['front', 'c1', 'c2', 'c3'].map((id) => entryAsOf(turned, at(id)))
    expect(seen.map(({ progressions, aliases }) => [progressions.length, aliases.length])).toEqual([
      [0, 0],
      [0, 0],
      [1, 1],
      [1, 1],
    ])
    expect(seen.map((asOf) => asOf.turned)).toEqual([2, 2, 2, 2])
  })
})
