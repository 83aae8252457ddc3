import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Replacement } from '../../../../main/src/services/redaction/index.ts'
import { composeReplacements, toOriginalOffset } from '../../../../main/src/services/redaction/index.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

interface Step {
  readonly keep: number
  readonly cut: number
  readonly put: number
}
const steps = fc.array(
  fc.record({ keep: fc.nat(6), cut: fc.nat(5), put: fc.nat(5) }).filter(({ cut, put }) => cut + put > 0),
  { maxLength: 6 },
)

/** Maps a UTF-16 offset of the original text to the redacted one. Replacements are ordered and apart. */
function toRedactedOffset(
  offset: number,
  replacements: readonly Replacement[],
  edge: 'start' | 'end' = 'start',
): number {
  let shift = 0
  for (const { from, to, length } of replacements) {
    if (offset < from || (offset === from && (from < to || edge === 'start'))) break
    if (offset < to) return from + shift + (edge === 'start' ? 0 : length)
    shift += length - (to - from)
  }
  return offset + shift
}

function replacementsOf(list: readonly Step[], limit: number): Replacement[] {
  const result: Replacement[] = []
  let at = 0
  for (const { keep, cut, put } of list) {
    at += keep
    if (at + cut > limit) break
    result.push({ from: at, to: at + cut, length: put })
    at += cut
  }
  return result
}

/** Each unit of the result: the unit of the original it is, or null for one put in. */
function apply(units: readonly (number | null)[], replacements: readonly Replacement[]): (number | null)[] {
  const result: (number | null)[] = []
  let end = 0
  for (const { from, to, length } of replacements) {
    result.push(...units.slice(end, from), ...Array.from({ length }, () => null))
    end = to
  }
  return [...result, ...units.slice(end)]
}

const original = Array.from({ length: 40 }, (_, index) => index)

describe('offset mapping', () => {
  test('leads an offset to the same character', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(steps, (list) => {
        const replacements = replacementsOf(list, original.length)
        const redacted = apply(original, replacements)
        checked.when(replacements.length > 0 && redacted.includes(null))
        for (const [offset, unit] of redacted.entries()) {
          if (unit === null) continue
          expect(toOriginalOffset(offset, replacements, 'end')).toBe(unit)
          expect(toRedactedOffset(unit, replacements, 'end')).toBe(offset)
          expect(toOriginalOffset(offset + 1, replacements)).toBe(unit + 1)
          expect(toRedactedOffset(unit + 1, replacements)).toBe(offset + 1)
        }
        expect(toRedactedOffset(original.length, replacements, 'end')).toBe(redacted.length)
        expect(toOriginalOffset(redacted.length, replacements, 'end')).toBe(original.length)
      }),
    )
    checked.expectShare(0.5)
  })

  test('preserves the order of two offsets and stays inside the text', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(steps, fc.constantFrom('start', 'end'), (list, edge) => {
        const replacements = replacementsOf(list, original.length)
        const redactedLength = apply(original, replacements).length
        checked.when(replacements.length > 0)
        const back = Array.from({ length: redactedLength + 1 }, (_, at) =>
          toOriginalOffset(at, replacements, edge),
        )
        const forth = Array.from({ length: 41 }, (_, at) => toRedactedOffset(at, replacements, edge))
        expect(back).toEqual(back.toSorted((a, b) => a - b))
        expect(forth).toEqual(forth.toSorted((a, b) => a - b))
        expect(Math.max(...back, ...forth)).toBeLessThanOrEqual(Math.max(40, redactedLength))
        expect(Math.min(...back, ...forth)).toBeGreaterThanOrEqual(0)
      }),
    )
    checked.expectShare(0.5)
  })

  test('leads an offset inside a redacted key to an edge of its marker', () => {
    const replacements = [{ from: 4, to: 20, length: 14 }]
    expect({
      back: [4, 5, 17, 18].map((at) => toOriginalOffset(at, replacements)),
      backEnd: [4, 5, 17, 18].map((at) => toOriginalOffset(at, replacements, 'end')),
      forth: [4, 5, 19, 20].map((at) => toRedactedOffset(at, replacements)),
      forthEnd: [4, 5, 19, 20].map((at) => toRedactedOffset(at, replacements, 'end')),
    }).toEqual({
      back: [4, 4, 4, 20],
      backEnd: [4, 20, 20, 20],
      forth: [4, 4, 4, 18],
      forthEnd: [4, 18, 18, 18],
    })
  })

  test('puts the cursor at an escaped line before or behind the backslash, as its side demands', () => {
    const replacements = [{ from: 3, to: 3, length: 1 }]
    expect([toRedactedOffset(3, replacements), toRedactedOffset(3, replacements, 'end')]).toEqual([3, 4])
  })
})

test('composed steps map as the steps one after the other', () => {
  const checked = countedChecks()
  fc.assert(
    fc.property(steps, steps, (listA, listB) => {
      const first = replacementsOf(listA, original.length)
      const between = apply(original, first)
      const second = replacementsOf(listB, between.length)
      const final = apply(between, second)
      const composed = composeReplacements(first, second)
      // Spans of both steps that became one are what this is about.
      checked.when(first.length > 0 && second.length > 0 && composed.length < first.length + second.length)
      let end = 0
      for (const { from, to } of composed) {
        expect(from).toBeGreaterThanOrEqual(end)
        expect(to).toBeGreaterThanOrEqual(from)
        end = to
      }
      const direct = apply(original, composed)
      expect(direct.length).toBe(final.length)
      // A joined span may hide a unit that both steps kept; none may appear in another place.
      expect(direct.map((unit, at) => unit === null || unit === final[at])).not.toContain(false)
    }),
    { numRuns: 2000 },
  )
  checked.expectShare(0.3)
})

test('an insertion next to a marker is not joined with it', () => {
  const first = [{ from: 0, to: 20, length: 14 }]
  const second = [
    { from: 0, to: 0, length: 1 },
    { from: 15, to: 15, length: 1 },
  ]
  expect(composeReplacements(first, second)).toEqual([
    { from: 0, to: 0, length: 1 },
    { from: 0, to: 20, length: 14 },
    { from: 21, to: 21, length: 1 },
  ])
})
