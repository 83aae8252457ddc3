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

it('those on stage come first, each passage once, then what the story is likely to need', () => {
  expect(placesOf(worthOf({}), 5)).toEqual([20, 21, 10, 11, 79])
})

it('a loud echo of a rare term stands behind those on stage, a quiet one in the last place', () => {
  expect(placesOf(worthOf({ 30: 9 }), 6)).toEqual([20, 21, 10, 30, 11, 12])
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [at + 25, 8 + at / 10]))
  expect(placesOf(worthOf(many), 6)).toEqual([20, 21, 10, 11, 12, 36])
})

it('a passage that two rankings choose keeps its first place', () => {
  expect(placesOf(worthOf({ 20: 9 }), 6)).toEqual([20, 21, 10, 11, 12, 13])
})
