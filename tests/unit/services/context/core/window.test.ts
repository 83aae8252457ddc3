import { expect, it } from 'vitest'
import { chooseStart, type WindowInput } from '../../../../../main/src/services/context/core/window.ts'

/** A token is a UTF-16 unit. */
const start = (text: string, part: Partial<WindowInput>) =>
  chooseStart({ text, space: 0, count: (from) => text.length - from, minimumTokens: 0, fresh: true, ...part })

it('an end of a paragraph may come 64 tokens short of the floor, and no more', () => {
  const reaching = (units: number) => `${'雾'.repeat(500)}\n${'灯'.repeat(units)}`
  expect(start(reaching(236), { space: 300, minimumTokens: 300 })).toBe(501)
  expect(start(reaching(235), { space: 300, minimumTokens: 300 })).toBe(436)
})

it('a window of another request has half its space free for what is written next', () => {
  const text = '雾来了。'.repeat(100)
  expect(start(text, { space: 200 })).toBe(200)
  expect(start(text, { space: 200, fresh: false })).toBe(300)
  expect(start(text, { space: 200, fresh: false, anchor: 210 })).toBe(210)
  expect(start(text, { space: 200, fresh: false, anchor: 199 })).toBe(300)
  expect(start(text, { space: 400 })).toBe(0)
  expect(start(text, {})).toBe(400)
})

it('a window made anew leaves the start of a chapter that would fill it, except on a first request', () => {
  const text = '雾来了。'.repeat(100)
  const anew = { leavesRoom: true, fresh: false }
  expect(start(text, { ...anew, space: 616 })).toBe(0)
  expect(start(text, { ...anew, space: 500 })).toBe(152)
  expect(start(text, { ...anew, space: 500, leavesRoom: false })).toBe(0)
  expect(start(text, { ...anew, space: 500, fresh: true })).toBe(0)
})
