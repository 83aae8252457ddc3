import { expect, it } from 'vitest'
import { placesFor } from '../../../../../main/src/services/retrieval/ranking/windowRanking.ts'

/** Eighty passages that are worth next to nothing but those given. */
const worthOf = (best: Readonly<Record<number, number>>) =>
  Float64Array.from({ length: 80 }, (_, at) => best[at] ?? (at + 1) / 10_000)

const worth = worthOf({ 10: 9, 11: 8, 12: 7, 13: 6, 14: 5, 15: 4 })
const placesOf = (rareTermScores: Float64Array, k: number) =>
  placesFor({ scores: worth, rareTermScores }, k, 9)
    .slice(0, k)
    .map(({ at }) => at)

it('the last two of six places are of the passages with the rarest terms of the last lines, the best first', () => {
  expect(placesOf(worthOf({ 30: 9, 31: 8, 32: 7 }), 6)).toEqual([10, 11, 12, 13, 30, 31])
})

it('rare terms have their places however near the others come', () => {
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [at + 25, 8 - at / 100]))
  expect(placesOf(worthOf(many), 6)).toEqual([10, 11, 12, 13, 25, 26])
})

it('rare terms have one place in three, two at most', () => {
  const rareTerms = worthOf({ 30: 9, 31: 8, 32: 7 })
  expect(placesOf(rareTerms, 2)).toEqual([10, 11])
  expect(placesOf(rareTerms, 3)).toEqual([10, 11, 30])
  expect(placesOf(rareTerms, 9).slice(-2)).toEqual([30, 31])
})

it('a passage that both rankings choose is there once, at its place among the needed ones', () => {
  expect(placesOf(worthOf({ 11: 9, 30: 8 }), 6)).toEqual([10, 11, 12, 13, 30, 14])
})

it('where no passage has a term of the last lines, all places are of what the story is likely to need', () => {
  expect(placesOf(new Float64Array(80), 6)).toEqual([10, 11, 12, 13, 14, 15])
})

it('a passage that both rankings choose is sent when one of them finds it enough', () => {
  const scores = Float64Array.from([1, 1])
  const places = placesFor({ scores, rareTermScores: Float64Array.from([0, 5]) }, 6, 9)
  expect(places.map(({ at, isEnough }) => [at, isEnough])).toEqual([
    [1, true],
    [0, false],
  ])
})
