import { expect, it } from 'vitest'
import { placesFor } from '../../../../../main/src/services/retrieval/ranking/windowRanking.ts'

/** Eighty passages that are worth next to nothing but those given. */
const worthOf = (best: Readonly<Record<number, number>>) =>
  Float64Array.from({ length: 80 }, (_, at) => best[at] ?? (at + 1) / 10_000)

const worth = worthOf({ 10: 9, 11: 8, 12: 7, 13: 6, 14: 5 })
const placesOf = (echo: Float64Array, k: number) =>
  placesFor({ scores: worth, rareTermScores: echo }, k, 9)
    .slice(0, k)
    .map(({ at }) => at)

it('what the story is likely to need comes first, a strong recurrence of a rare term in the last place', () => {
  expect(placesOf(worthOf({ 30: 9 }), 4)).toEqual([10, 11, 12, 30])
  expect(placesOf(worthOf({ 30: 9 }), 1)).toEqual([30])
})

it('a recurrence in many passages has no place', () => {
  expect(placesOf(worthOf({}), 4)).toEqual([10, 11, 12, 13])
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [at + 25, 8 + at / 10]))
  expect(placesOf(worthOf(many), 4)).toEqual([10, 11, 12, 13])
})

it('a recurrence is strong when it is more than twice as strong as the tenth', () => {
  const others = (loudness: number) =>
    Object.fromEntries(Array.from({ length: 12 }, (_, at) => [at + 40, loudness]))
  expect(placesOf(worthOf({ ...others(3), 30: 9 }), 4)).toEqual([10, 11, 12, 30])
  expect(placesOf(worthOf({ ...others(4.5), 30: 9 }), 4)).toEqual([10, 11, 12, 13])
})

it('a passage that two rankings choose is there once and costs no other its place', () => {
  expect(placesOf(worthOf({ 11: 9 }), 4)).toEqual([10, 12, 13, 11])
})
