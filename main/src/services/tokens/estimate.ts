import type { Tokenizer } from './types.ts'

const minFactor = 0.3
const maxFactor = 4

/**
 * Upper bound of the tokens of `text` for every byte-level encoding: its UTF-8 bytes, because a token holds
 * at least one. About 3 per Chinese character, where o200k_base takes 0.7; for when a counter fails.
 */
export function estimateTokens(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x80) continue
    // Half of a pair adds 1 to make 4 bytes of two units; a lone one is written as U+FFFD, 3 bytes.
    bytes += code < 0x800 || isPairHalf(text, i, code) ? 1 : 2
  }
  return bytes
}

function isPairHalf(text: string, at: number, code: number): boolean {
  const kind = code & 0xfc00
  if (kind === 0xd800) return (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
  return kind === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
}

/**
 * Counter for a model without a public tokenizer: the counts of `base` times `factor`, rounded up. The
 * factor is clamped to 0.3–4; one that is no number counts as 1.
 */
export function createEstimatingTokenizer(options: {
  readonly id: string
  readonly base: Tokenizer
  readonly factor: number
}): Tokenizer {
  const factor = Number.isNaN(options.factor) ? 1 : Math.min(maxFactor, Math.max(minFactor, options.factor))
  return {
    id: options.id,
    exact: false,
    // Rounding up piece by piece would add up to more than the whole.
    ...(factor === 1 && options.base.additive ? { additive: true } : {}),
    // Without the subtraction 100 × 1.1 would round up to 111.
    count: (text) => Math.ceil(options.base.count(text) * factor - 1e-9),
  }
}
