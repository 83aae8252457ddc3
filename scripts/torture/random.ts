import { seededRandom } from '../mutate/random.ts'

/** Choices that are the same for the same seed. */
export interface Dice {
  /** From 0 to 1, without 1. */
  next(): number
  /** A whole number from 0 to sides - 1. */
  roll(sides: number): number
  oneOf<T>(items: readonly T[]): T
}

export function createDice(seed: number): Dice {
  const next = seededRandom(seed)
  const roll = (sides: number) => Math.floor(next() * sides)
  return {
    next,
    roll,
    oneOf<T>(items: readonly T[]): T {
      if (items.length === 0) throw new RangeError('nothing to choose from')
      return items[roll(items.length)] as T // there is one, by the line above
    },
  }
}
