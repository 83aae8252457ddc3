import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeOn, type WindowPlace } from '../../../main/src/hosts/electron/windowPlaces.ts'
import { countedChecks } from '../../support/countedChecks.ts'

const laptop = { x: 0, y: 25, width: 1440, height: 875 }
const beside = { x: 1440, y: 0, width: 2560, height: 1400 }
const at = (x: number, y: number, width = 1000, height = 700, isMaximized = false): WindowPlace => ({
  bounds: { x, y, width, height },
  isMaximized,
})

test('the first window lies in the middle of the primary display', () => {
  expect(placeOn([laptop, beside], undefined)).toEqual(at(40, 25, 1360, 875))
})

test('a window opens where it was, maximized when it was', () => {
  expect(placeOn([laptop, beside], at(2000, 300, 1200, 900, true))).toEqual(at(2000, 300, 1200, 900, true))
})

test('a window whose display is gone opens in the middle of the primary one, in its size', () => {
  expect(placeOn([laptop], at(2000, 300, 1200, 800))).toEqual(at(120, 63, 1200, 800))
})

test('a window whose title cannot be reached opens in the middle', () => {
  for (const [x, y] of [
    [-950, 100],
    [1400, 100],
    [100, -300],
    [100, 890],
  ] as const)
    expect(placeOn([laptop], at(x, y))).toEqual(at(220, 113))
})

test('a window is never larger than its display', () => {
  expect(placeOn([laptop], at(0, 25, 9000, 9000)).bounds).toEqual(laptop)
  expect(placeOn([{ x: 0, y: 0, width: 600, height: 400 }], undefined).bounds).toEqual({
    ...{ x: 0, y: 0, width: 600, height: 400 },
  })
})

test('a second window lies a little below the first, so that both can be seen', () => {
  const first = placeOn([laptop], at(100, 100))
  const second = placeOn([laptop], at(100, 100), [first.bounds])
  expect(placeOn([laptop], at(100, 100), [first.bounds, second.bounds])).toEqual(at(156, 156))
})

test('on any displays the title of a window can be reached', () => {
  const integer = (min: number, max: number) => fc.integer({ min, max })
  const display = fc.record({
    ...{ x: integer(-4000, 4000), y: integer(-3000, 3000) },
    ...{ width: integer(800, 4000), height: integer(560, 3000) },
  })
  const place = fc.record({
    bounds: fc.record({
      ...{ x: integer(-9000, 9000), y: integer(-9000, 9000) },
      ...{ width: integer(1, 9000), height: integer(1, 9000) },
    }),
    isMaximized: fc.boolean(),
  })
  const moved = countedChecks()
  fc.assert(
    fc.property(fc.array(display, { minLength: 1, maxLength: 3 }), place, (displays, stored) => {
      const { bounds } = placeOn(displays, stored)
      moved.when(bounds.x !== stored.bounds.x)
      const isReachable = displays.some(
        ({ x, y, width, height }) =>
          Math.min(bounds.x + bounds.width, x + width) - Math.max(bounds.x, x) >= 120 &&
          bounds.y >= y &&
          bounds.y <= y + height - 40,
      )
      expect(isReachable).toBe(true)
    }),
    { numRuns: 300 },
  )
  moved.expectShare(0.3)
})
