import { expect, it } from 'vitest'
import { placesFor } from '../../../../../main/src/services/retrieval/ranking/places.ts'

/** Eighty passages that are worth next to nothing but those given. */
const worthOf = (best: Readonly<Record<number, number>>) =>
  Float64Array.from({ length: 80 }, (_, at) => best[at] ?? (at + 1) / 10_000)

const ahead = worthOf({ 10: 9, 11: 8, 12: 7, 13: 6, 14: 5 })
const stage = worthOf({ 10: 5, 20: 9, 21: 8 })
const placesOf = (echo: Float64Array, k: number) =>
  placesFor({ worth: ahead, stage, echo }, k, 9)
    .slice(0, k)
    .map(({ at }) => at)

it('what the story is likely to need comes first, those on stage and a quiet echo last', () => {
  expect(placesOf(worthOf({}), 5)).toEqual([10, 11, 12, 20, 79])
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [at + 25, 8 + at / 10]))
  expect(placesOf(worthOf(many), 6)).toEqual([10, 11, 12, 13, 20, 36])
})

it('a loud echo of a rare term comes before all', () => {
  expect(placesOf(worthOf({ 30: 9 }), 6)).toEqual([30, 10, 11, 12, 13, 20])
})

it('a passage that two rankings choose keeps its first place and costs none', () => {
  expect(placesOf(worthOf({ 20: 9 }), 6)).toEqual([20, 10, 11, 12, 13, 14])
  expect(placesOf(worthOf({ 11: 9 }), 4)).toEqual([11, 10, 12, 20])
})
