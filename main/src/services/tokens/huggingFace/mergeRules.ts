import {
  addMerge,
  createSlots,
  findMerge,
  type MergeTable,
  maxRanks,
  maxTokenIds,
  noMerge,
} from '../pairTable.ts'
import { type BpeModel, broken, unsupported } from './tokenizerFile.ts'

export interface MergeRules extends MergeTable {
  /** Number of a token inside the table, which is not its id in the vocabulary; undefined: no merge knows it. */
  readonly numberOf: (token: string) => number | undefined
  /** The tokens that merges make, as they are spelled. */
  readonly made: ReadonlySet<string>
  /** Id in the vocabulary of each numbered token. */
  readonly vocabularyIds: readonly number[]
}

/**
 * Merges of a file by rank, which is their place in the list. Tokens are numbered as they are met, the
 * `symbols` that a text starts as first: ids of a vocabulary may be larger than a table holds.
 *
 * Throws TokenizerFileError when a merge names a token outside the vocabulary, or for more than 262,144 tokens
 * or 524,286 merges.
 */
export function createMergeRules({ vocab, merges }: BpeModel, symbols: Iterable<string>): MergeRules {
  const vocabulary = new Map(Object.entries(vocab))
  const numbers = new Map<string, number>()
  const vocabularyIds: number[] = []
  const numberFor = (token: string): number => {
    const known = numbers.get(token)
    if (known !== undefined) return known
    const id = vocabulary.get(token)
    if (id === undefined) throw broken('model.merges')
    vocabularyIds.push(id)
    numbers.set(token, numbers.size)
    return numbers.size - 1
  }
  for (const symbol of symbols) numberFor(symbol)

  if (merges.length >= maxRanks) throw unsupported(`model.merges > ${maxRanks - 1}`)
  const slots = createSlots(merges.length)
  const merged = new Int32Array(merges.length)
  const made = new Set<string>()
  for (const [rank, merge] of merges.entries()) {
    const [left, right] = typeof merge === 'string' ? splitMerge(merge) : merge
    const leftNumber = numberFor(left)
    const rightNumber = numberFor(right)
    merged[rank] = numberFor(left + right)
    made.add(left + right)
    if (numbers.size > maxTokenIds) throw unsupported(`model.vocab > ${maxTokenIds}`)
    if (findMerge(slots, leftNumber, rightNumber) === noMerge) addMerge(slots, leftNumber, rightNumber, rank)
  }
  return { slots, merged, vocabularyIds, made, numberOf: (token) => numbers.get(token) }
}

/** The older form, `"left right"`; a token never holds a space, which is spelled Ġ or ▁. */
function splitMerge(merge: string): readonly [string, string] {
  const space = merge.indexOf(' ')
  if (space < 1 || space === merge.length - 1) throw broken('model.merges')
  return [merge.slice(0, space), merge.slice(space + 1)]
}
