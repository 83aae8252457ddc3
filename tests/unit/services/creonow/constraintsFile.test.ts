import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeFault } from '../../../../main/src/contract/sentences/fileFault.ts'
import { sha256Hex } from '../../../../main/src/lib/hash.ts'
import { decode, encode } from '../../../../main/src/lib/versionedFile/format.ts'
import { constraintsFormat, inOrder } from '../../../../main/src/services/creonow/constraintsFile.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

function parse(source: string) {
  const decoded = decode(constraintsFormat, Buffer.from(source))
  if ('fault' in decoded) throw new Error(describeFault(decoded.fault.fault, 'zh'))
  return decoded.value
}

const idOf = (text: string) => sha256Hex(text).slice(0, 12)
const now = '2026-01-01T00:00:00.000Z'
const item = (text: string, more: object = {}) => ({ text, kind: 'narrative', priority: 100, ...more })

describe('constraints.json', () => {
  test('of version 1 gets its documented ids, kinds and priorities', () => {
    expect(parse('{"version": 1, "items": ["严格第一人称叙述", "林远左撇子"]}')).toEqual(
      ['严格第一人称叙述', '林远左撇子'].map((text) => ({
        item: { id: idOf(text), text, kind: 'narrative', priority: 100, updatedAt: '' },
        extra: {},
      })),
    )
  })

  test('preserves what a writer added by hand', () => {
    const source = JSON.stringify({
      version: 2,
      items: [
        { text: '甲', note: '给自己', scope: null },
        '甲',
        {
          id: 'x',
          text: '乙',
          kind: 'plot',
          priority: 0,
          scope: { from: 'manuscript/1.md' },
          updatedAt: now,
        },
        { id: 'x', text: '丙', scope: {} },
      ],
    })
    const parsed = parse(source)
    expect(parsed).toEqual([
      { item: item('甲', { id: idOf('甲'), updatedAt: '' }), extra: { note: '给自己' } },
      { item: item('甲', { id: `${idOf('甲')}-2`, updatedAt: '' }), extra: {} },
      {
        item: {
          id: 'x',
          text: '乙',
          kind: 'plot',
          priority: 0,
          scope: { from: 'manuscript/1.md' },
          updatedAt: now,
        },
        extra: {},
      },
      { item: item('丙', { id: 'x-2', updatedAt: '' }), extra: {} },
    ])
    expect(JSON.parse(encode(constraintsFormat, parsed).toString()).items[0]).toEqual({
      ...item('甲', { id: idOf('甲'), updatedAt: '' }),
      note: '给自己',
    })
  })

  test.each([
    ['{"version": 2,\n  "items": [\n    {"text": "甲"},\n    {"text": 3}\n  ]}', 4, 14, 'constraintField'],
    ['{"version": 2,\n  "items": [\n    {"text": "甲"}\n    {"text": "乙"}\n  ]}', 4, 5, 'json'],
    ['{"version": 2, "items": ["甲", ""]}', 1, 31, 'constraint'],
    ['{"version": 2, "items": [{"kind": "plot"}]}', 1, 26, 'constraintField'],
    ['{"version": 2,\r\n "items": [{"text": "甲", "priority": 1001}]}', 2, 38, 'constraintField'],
    ['{"version": 2,\n "items": [{"text": "甲", "kind": "mood"}]}', 2, 34, 'constraintField'],
    ['{"items": []}', 1, 1, 'version'],
    ['{"version": 2, "items": {}}', 1, 25, 'list'],
    ['[]', 1, 1, 'shape'],
    ['', 1, 1, 'json'],
    ['<<<<<<< HEAD\n{}', 1, 1, 'json'],
    [`{"version": 2, "items": ["${'长'.repeat(2001)}"]}`, 1, 26, 'constraint'],
  ])('that is broken is refused with the place of its fault: %j', (source, line, column, code) => {
    expect(decode(constraintsFormat, Buffer.from(source))).toEqual({
      fault: { line, column, fault: { code, params: expect.any(Object) } },
    })
  })

  test('of a newer version is read as far as it is understood, with the place of its version', () => {
    expect(decode(constraintsFormat, Buffer.from('{"version": 3, "items": []}'))).toEqual({
      fault: { line: 1, column: 13, fault: { code: 'newer', params: expect.any(Object) } },
      value: [],
    })
  })

  test('has every item unchanged after writing and reading', () => {
    const texts = fc.constantFrom(
      ...strangeTexts
        .map(({ text }) => text)
        .filter((text) => text.trim() && text.length <= 2000 && text.isWellFormed()),
    )
    const stored = fc.record({
      text: texts,
      kind: fc.constantFrom('narrative', 'character', 'world', 'style', 'plot'),
      priority: fc.nat(1000),
      updatedAt: fc.constant(now),
    })
    const checked = countedChecks()
    fc.assert(
      fc.property(fc.array(stored), (list) => {
        checked.when(list.length > 1)
        const numbered = list.map((one, index) => ({ id: `c${index}`, ...one }))
        const source = JSON.stringify({ version: 2, items: numbered })
        const parsed = parse(source)
        expect(parsed.map((one) => one.item)).toEqual(numbered)
        expect(parse(encode(constraintsFormat, parsed).toString())).toEqual(parsed)
        const order = inOrder(parsed)
        const position = (id: string) => numbered.findIndex((one) => one.id === id)
        for (const [index, next] of order.slice(1).entries()) {
          const before = order[index]
          if (!before) throw new Error('no item')
          const later = before.priority === next.priority && position(before.id) < position(next.id)
          expect(before.priority > next.priority || later).toBe(true)
        }
      }),
    )
    checked.expectShare(0.4)
  })
})
