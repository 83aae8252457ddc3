import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import {
  characterEnd,
  characterStart,
  compareCodePoints,
  detached,
  firstUnits,
} from '../../../main/src/lib/text.ts'

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

it('detached leaves equal text, and the book it was cut from to the garbage collector', () => {
  expect(['', '雾', '😀雾', '第一回　风起青蘋之末，雾满东礁'].map(detached)).toEqual([
    '',
    '雾',
    '😀雾',
    '第一回　风起青蘋之末，雾满东礁',
  ])
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // there since the line above
  setFlagsFromString('--no-expose-gc')
  collect()
  const before = process.memoryUsage().heapUsed
  const titles = Array.from({ length: 60 }, (_, at) =>
    detached(`第${at}回　灯塔下的信与石阶\n${'雾'.repeat(1_000_000)}`.replace('信', '书').slice(0, 14)),
  )
  collect()
  const retainedMb = (process.memoryUsage().heapUsed - before) / 1_048_576
  expect(titles.length).toBe(60)
  // The books take 120 MB together.
  expect(retainedMb).toBeLessThan(40)
})
