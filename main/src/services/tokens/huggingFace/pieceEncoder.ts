import { createPieceMerger } from '../bpe.ts'
import { createMerger, createParts, rankParts } from '../merger.ts'
import { byteAlphabet, textOfToken } from './byteAlphabet.ts'
import { createMergeRules, type MergeRules } from './mergeRules.ts'
import { type BpeModel, unsupported } from './tokenizerFile.ts'

/** Number of tokens of one piece; their vocabulary ids go to `output` when it is given. */
export type PieceEncoder = (piece: string, output?: number[]) => number

/** Pieces merged as UTF-8 bytes: GPT-2, Llama 3, Qwen, DeepSeek. Lone surrogates count as U+FFFD. */
export function createByteEncoder(model: BpeModel): PieceEncoder {
  const missing = byteAlphabet.findIndex((character) => model.vocab[character] === undefined)
  if (missing >= 0) throw unsupported(`model.vocab without byte ${missing}`)
  const rules = createMergeRules(model, byteAlphabet)
  const byteIds = Int32Array.from(byteAlphabet, (_, byte) => byte)
  const mergePiece = createPieceMerger({ ...rules, byteIds })
  const wholePieces = model.ignore_merges ? wholeTokens(model) : undefined

  return (piece, output) => {
    const whole = wholePieces?.get(piece)
    if (whole !== undefined) {
      output?.push(whole)
      return 1
    }
    if (!output) return mergePiece(piece, 0, piece.length)
    const numbers: number[] = []
    mergePiece(piece, 0, piece.length, numbers)
    for (const number of numbers) output.push(vocabularyId(rules, number))
    return numbers.length
  }
}

/** `ignore_merges`: a piece that is a token is this token, wherever its merges would have led. */
function wholeTokens({ vocab }: BpeModel): Map<string, number> {
  const texts = new Map<string, number>()
  for (const [token, id] of Object.entries(vocab)) {
    const text = textOfToken(token)
    if (text !== undefined) texts.set(text, id)
  }
  return texts
}

export interface CharacterEncoder {
  readonly encode: PieceEncoder
  /** True when no token holds these two code points side by side, so that no merge joins them. */
  readonly neverJoins: (left: number, right: number) => boolean
}

/**
 * Pieces merged as characters, as SentencePiece does it: Llama 2, Gemma. A character outside the vocabulary
 * becomes its UTF-8 bytes (`byte_fallback`), else the unknown token, one for a run of them with `fuse_unk`.
 */
export function createCharacterEncoder(model: BpeModel): CharacterEncoder {
  const { vocab, ignore_merges: ignoreMerges } = model
  const characters = Object.keys(vocab).filter((token) => isOneCharacter(token))
  const bytes = model.byte_fallback ? byteTokens(vocab) : undefined
  const unknown = model.unk_token == null ? undefined : vocab[model.unk_token]
  const symbols = [...characters, ...(bytes ?? []), ...(unknown === undefined ? [] : [model.unk_token ?? ''])]
  const rules = createMergeRules(model, symbols)
  const merge = createMerger(rules)
  const byCharacter = new Map(characters.map((token) => [token.codePointAt(0), rules.numberOf(token)]))
  const byByte = bytes?.map((token) => rules.numberOf(token) as number) // numbered above
  const unknownNumber = unknown === undefined ? undefined : rules.numberOf(model.unk_token ?? '')
  const encoder = new TextEncoder()
  let parts = createParts(1024)

  function encode(piece: string, output?: number[]): number {
    const whole = ignoreMerges ? vocab[piece] : undefined
    if (whole !== undefined) {
      output?.push(whole)
      return 1
    }
    if (piece.length * 3 > parts.ids.length) parts = createParts(piece.length * 3)
    let length = 0
    let wasUnknown = false
    for (const character of piece) {
      const number = byCharacter.get(character.codePointAt(0))
      if (number === undefined && byByte) {
        for (const byte of encoder.encode(character)) parts.ids[length++] = byByte[byte] as number // 256 of them
      } else if (number !== undefined) parts.ids[length++] = number
      else if (unknownNumber !== undefined && !(wasUnknown && model.fuse_unk))
        parts.ids[length++] = unknownNumber
      wasUnknown = number === undefined
    }
    rankParts(rules, parts, length)
    const left = merge(parts, length)
    if (output) for (let i = 0; i < left; i++) output.push(vocabularyId(rules, parts.ids[i] as number))
    return left
  }

  const inside = innerPairs(rules)
  const isSafe = (code: number) => byByte !== undefined || byCharacter.has(code)
  return {
    encode,
    neverJoins: (left, right) =>
      inside !== undefined && isSafe(left) && isSafe(right) && !inside.has(left * 0x110000 + right),
  }
}

/** All pairs of neighbours inside tokens that merges make; undefined when a merge takes a byte token. */
function innerPairs({ made }: MergeRules): Set<number> | undefined {
  const pairs = new Set<number>()
  for (const token of made) {
    if (/<0x[0-9A-F]{2}>/.test(token)) return undefined
    let previous = -1
    for (const character of token) {
      const code = character.codePointAt(0) as number // the iterator yields no empty string
      if (previous >= 0) pairs.add(previous * 0x110000 + code)
      previous = code
    }
  }
  return pairs
}

function byteTokens(vocab: BpeModel['vocab']): string[] | undefined {
  const tokens = Array.from(
    { length: 256 },
    (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
  )
  return tokens.every((token) => vocab[token] !== undefined) ? tokens : undefined
}

function isOneCharacter(token: string): boolean {
  return token.length === 1 || (token.length === 2 && (token.codePointAt(0) ?? 0) > 0xffff)
}

function vocabularyId({ vocabularyIds }: MergeRules, number: number): number {
  return vocabularyIds[number] as number // numbered in the same place
}
