import { expect, it } from 'vitest'
import { characterEnd, characterStart, compareCodePoints, firstUnits } from '../../../main/src/lib/text.ts'

it('firstUnits drops half a pair at its end and nothing else', () => {
  expect([1, 2, 3, 9].map((units) => firstUnits('雾😀fog', units))).toEqual(['雾', '雾', '雾😀', '雾😀fog'])
})

it('characterStart and characterEnd step over both halves of a pair', () => {
  const text = '雾😀。'
  expect([0, 1, 2, 3, 4].map((at) => characterStart(text, at))).toEqual([0, 1, 1, 3, 4])
  expect([0, 1, 3].map((at) => characterEnd(text, at))).toEqual([1, 3, 4])
})

it('compareCodePoints puts full-width marks before emoji, and a beginning before what goes on', () => {
  expect(['😀', '（', '雾港', 'fog', '雾', 'fo'].sort(compareCodePoints)).toEqual([
    'fo',
    'fog',
    '雾',
    '雾港',
    '（',
    '😀',
  ])
})
