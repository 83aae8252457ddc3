import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Beat,
  beatLines,
  movedBeat,
  newBeat,
  nextBeat,
  shortBeats,
  splitBeat,
  withoutBeat,
} from '../../../../renderer/src/features/plan/beats.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const beat = (id: string, text: string, at?: string): Beat => ({ id, text, ...(at && { written: { at } }) })
const at = '2026-11-24T10:00:00.000Z'
const beats = [
  beat('b_1', '三下灯，沈照撑船去接人', at),
  beat('b_2', '认出闻笙𠮷'),
  beat('b_3', 'The bell rings'),
]

test('a new beat has an id of the form that the book uses, and each another one', () => {
  const made = Array.from({ length: 200 }, () => newBeat('灯'))
  for (const { id, text } of made) {
    expect(id).toMatch(/^b_[a-z2-7]{10}$/)
    expect(text).toBe('灯')
  }
  expect(new Set(made.map(({ id }) => id)).size).toBe(200)
})

test('Enter at the end of a beat makes an empty one behind it, and the caret goes there', () => {
  const { beats: next, focus } = splitBeat(beats, 'b_2', 6, 6)
  expect(next.map(({ text }) => text)).toEqual(['三下灯，沈照撑船去接人', '认出闻笙𠮷', '', 'The bell rings'])
  expect(focus).toBe(next[2]?.id)
})

test('Enter within a beat divides it, without what was selected; a written one stays written on both sides', () => {
  const { beats: next, focus } = splitBeat(beats, 'b_1', 3, 4)
  expect(next.map(({ text, written }) => [text, written?.at])).toEqual([
    ['三下灯', at],
    ['沈照撑船去接人', at],
    ['认出闻笙𠮷', undefined],
    ['The bell rings', undefined],
  ])
  expect([next[0]?.id, focus]).toEqual(['b_1', next[1]?.id])
})

test('Enter before the first letter makes an empty beat in front, and the beat is the same one', () => {
  const { beats: next, focus } = splitBeat(beats, 'b_3', 0, 0)
  expect(next.map(({ text }) => text)).toEqual(['三下灯，沈照撑船去接人', '认出闻笙𠮷', '', 'The bell rings'])
  expect([next[3]?.id, focus]).toEqual(['b_3', 'b_3'])
})

test('no beat comes or goes when beats change places, and one at the edge stays', () => {
  const checked = countedChecks()
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 9 }),
      fc.nat(),
      fc.constantFrom(-1, 1),
      (ids, at, by) => {
        const list = ids.map((id) => beat(id, id))
        const id = ids[at % ids.length] ?? ''
        const before = ids.indexOf(id)
        const moved = movedBeat(list, id, by).map((each) => each.id)
        expect([...moved].sort()).toEqual([...ids].sort())
        expect(moved.indexOf(id)).toBe(Math.min(ids.length - 1, Math.max(0, before + by)))
        expect(moved.filter((each) => each !== id)).toEqual(ids.filter((each) => each !== id))
        checked.when(moved.indexOf(id) !== before)
      },
    ),
  )
  checked.expectShare(0.4)
})

test('a beat that is deleted comes back at its place', () => {
  const { beats: rest, removed } = withoutBeat(beats, 'b_2')
  expect(rest).toEqual([beats[0], beats[2]])
  expect(removed?.restore(rest)).toEqual(beats)
  // The others may have changed meanwhile.
  expect(removed?.restore([])).toEqual([beats[1]])
  expect(withoutBeat(beats, 'b_9')).toEqual({ beats, removed: null })
})

test('the next beat is the first that has words and is not written', () => {
  expect(nextBeat(beats)).toEqual({ beat: beats[1], number: 2 })
  expect(nextBeat([beat('b_0', ' '), ...beats])).toEqual({ beat: beats[1], number: 3 })
  expect(nextBeat(beats.slice(0, 1))).toBeNull()
  expect(nextBeat([])).toBeNull()
})

test('pasted lines are beats without the numbers and dots of a list; a number that says something stays', () => {
  const pasted =
    '1. 三下灯\r\n2、药味\n\n（3）断指\n- The token first\n• 钟响\n一、巡夜司\n3.5 斗米\n2026年冬\n　　认出闻笙'
  expect(beatLines(pasted)).toEqual([
    ...['三下灯', '药味', '断指', 'The token first', '钟响', '巡夜司', '3.5 斗米', '2026年冬', '认出闻笙'],
  ])
  expect(beatLines(' \n')).toEqual([])
})

test('a card shows three beats at most, from the one before the next, and how many there are besides', () => {
  const ids = (list: readonly Beat[]) => list.map(({ id }) => id).join(' ')
  const many = Array.from({ length: 6 }, (_, n) => beat(`b_${n}`, `第 ${n} 步`, n < 4 ? at : undefined))
  const short = (list: readonly Beat[]) => {
    const { beats: shown, more } = shortBeats(list)
    return [ids(shown), more]
  }
  expect([short(beats), short(many)]).toEqual([
    ['b_1 b_2 b_3', 0],
    ['b_3 b_4 b_5', 3],
  ])
  expect(short(many.slice(0, 4))).toEqual(['b_1 b_2 b_3', 1])
  expect(short([beat('b_0', '灯'), ...many.slice(3)])).toEqual(['b_0 b_3 b_4', 1])
  expect(short([])).toEqual(['', 0])
})
