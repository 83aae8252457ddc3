import { familyOf } from '../families.ts'
import { characterBefore, nextSplit } from '../split.ts'
import type { PreTokenizerSteps } from './steps.ts'
import type { BpeModel } from './tokenizerFile.ts'

/** End of the piece of a prepared text that starts at an offset (UTF-16); counts of pieces add up exactly. */
export type NextSplit = (text: string, from: number) => number

/** Where text may be cut without changing its count; at its end only when nothing is proven about the file. */
export function safeSplits(model: BpeModel, steps: PreTokenizerSteps): NextSplit {
  return steps.byteLevel ? splitsOfPatterns(steps) : splitsOfMerges(model, steps)
}

const noSplit: NextSplit = (text) => text.length

function splitsOfPatterns({ patterns }: PreTokenizerSteps): NextSplit {
  const family = patterns && familyOf(patterns)
  return family ? (text, from) => nextSplit(text, from, undefined, family.veto) : noSplit
}

/** Between two characters that are neighbours in no token, no merge joins anything. */
function splitsOfMerges(model: BpeModel, { isLocal }: PreTokenizerSteps): NextSplit {
  const pairs = innerPairs(model)
  if (!isLocal || model.ignore_merges || !pairs) return noSplit
  const { vocab } = model
  // A run of unknown characters may count as one token.
  const neverUnknown = model.byte_fallback === true && hasByteTokens(vocab)
  const isInVocabulary = (code: number) => neverUnknown || Object.hasOwn(vocab, String.fromCodePoint(code))
  const veto = (text: string, at: number) => {
    const left = characterBefore(text, at).codePointAt(0) ?? 0
    const right = text.codePointAt(at) ?? 0
    return !isInVocabulary(left) || !isInVocabulary(right) || pairs.has(pairOf(left, right))
  }
  return (text, from) => nextSplit(text, from, undefined, veto)
}

const pairOf = (left: number, right: number) => left * 0x110000 + right

/** All pairs of neighbours inside tokens that merges make; undefined when a merge takes a byte token. */
function innerPairs({ merges }: BpeModel): ReadonlySet<number> | undefined {
  const pairs = new Set<number>()
  for (const [left, right] of merges) {
    if (/<0x[0-9A-F]{2}>/.test(left + right)) return undefined
    let previous: number | undefined
    for (const character of left + right) {
      const code = character.codePointAt(0) ?? 0
      if (previous !== undefined) pairs.add(pairOf(previous, code))
      previous = code
    }
  }
  return pairs
}

function hasByteTokens(vocab: BpeModel['vocab']): boolean {
  const tokenOf = (byte: number) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`
  return Array.from({ length: 256 }, (_, byte) => tokenOf(byte)).every((token) => Object.hasOwn(vocab, token))
}
