import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxPlace } from '../../../../renderer/src/features/atTheText/boxPlace.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const view = { top: 100, bottom: 700, left: 300, right: 900 }
const box = { width: 400, height: 40 }

test('the box is above the selection, at its beginning, with a gap', () => {
  expect(boxPlace({ text: { top: 300, bottom: 370, left: 340 }, view, box })).toEqual({ top: 252, left: 340 })
})

test('the box is below a selection that has no room above it', () => {
  expect(boxPlace({ text: { top: 110, bottom: 180, left: 340 }, view, box })).toEqual({ top: 188, left: 340 })
})

test('the box does not leave the text to the right', () => {
  expect(boxPlace({ text: { top: 300, bottom: 335, left: 880 }, view, box })).toEqual({ top: 252, left: 500 })
})

test('a box that belongs below is above only where it has no room below', () => {
  const text = { top: 300, bottom: 370, left: 340 }
  expect(boxPlace({ text, view, box, side: 'below' })).toEqual({ top: 378, left: 340 })
  expect(boxPlace({ text: { ...text, bottom: 680 }, view, box, side: 'below' })).toEqual({
    top: 252,
    left: 340,
  })
})

test('there is no place beside a selection that fills the view, or is scrolled away', () => {
  expect(boxPlace({ text: { top: 0, bottom: 900, left: 340 }, view, box })).toBeNull()
  expect(boxPlace({ text: { top: -200, bottom: -100, left: 340 }, view, box })).toBeNull()
  expect(boxPlace({ text: { top: 900, bottom: 930, left: 340 }, view, box })).toBeNull()
})

test('a box never lies over a line of the selection, and is always inside of the view', () => {
  const checked = countedChecks()
  fc.assert(
    fc.property(
      fc.record({ top: fc.integer({ min: -500, max: 1200 }), height: fc.integer({ min: 1, max: 900 }) }),
      fc.integer({ min: 0, max: 1200 }),
      ({ top, height }, left) => {
        const text = { top, bottom: top + height, left }
        const place = boxPlace({ text, view, box })
        checked.when(place !== null)
        if (place === null) return
        expect(place.top + box.height <= text.top || place.top >= text.bottom).toBe(true)
        expect([place.top >= view.top, place.top + box.height <= view.bottom]).toEqual([true, true])
        expect([place.left >= view.left, place.left + box.width <= view.right]).toEqual([true, true])
      },
    ),
    { numRuns: 1000 },
  )
  checked.expectShare(0.2)
})
