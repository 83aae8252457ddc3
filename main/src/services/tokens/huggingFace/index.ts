import { createTextCache } from '../../../lib/textCache.ts'
import { familyOf } from '../families.ts'
import { isInsideLine, nextSplit } from '../split.ts'
import type { SplittingTokenizer } from '../tokenizer.ts'
import { createNormalizer } from './normalizer.ts'
import { createByteEncoder, createCharacterEncoder, type PieceEncoder } from './pieceEncoder.ts'
import { createPreTokenizer, type PreTokenizer } from './preTokenizer.ts'
import { type BpeModel, parseTokenizerFile } from './tokenizerFile.ts'

export { TokenizerFileError } from './tokenizerFile.ts'

export interface HuggingFaceTokenizer extends SplittingTokenizer {
  /** Vocabulary ids of `text`, without tokens that a template puts around it. */
  encode(text: string): number[]
}

/** End of the piece that starts at an offset, as `nextSplit` gives it. */
type NextSplit = (text: string, from: number) => number

/**
 * Exact counter for a model whose `tokenizer.json` the user has: BPE over bytes (GPT-2, Llama 3, Qwen,
 * DeepSeek) or characters (Llama 2, Gemma). Added and special tokens inside a text count as ordinary text.
 *
 * Linear for the known families of pre-tokenizers; a regular expression of the file's own may backtrack.
 * Counts are cached by pieces where splits are proven safe, else by whole texts.
 *
 * Throws TokenizerFileError: TOKENIZER_BROKEN, TOKENIZER_UNSUPPORTED with the part that is not supported.
 */
export function createHuggingFaceTokenizer(
  text: string,
  options: { readonly id: string; readonly cacheEntries?: number },
): HuggingFaceTokenizer {
  const file = parseTokenizerFile(text)
  const normalizer = createNormalizer(file.normalizer)
  const preTokenizer = createPreTokenizer(file.pre_tokenizer)
  const { encode, split } = preTokenizer.byteLevel
    ? { encode: createByteEncoder(file.model), split: splitOfPatterns(preTokenizer) }
    : charactersOf(file.model, preTokenizer)
  const cache = createTextCache<number>(options.cacheEntries ?? 131_072)
  const isPlain = preTokenizer.prefix === '' && preTokenizer.space === undefined

  function prepare(source: string): string {
    // What leaves the app as UTF-8 has U+FFFD for half a pair, and patterns tell the two apart.
    const normal = normalizer.apply(source.toWellFormed())
    const { space, prefix } = preTokenizer
    const spaced = space === undefined ? normal : normal.replaceAll(' ', space)
    return spaced === '' || spaced.startsWith(prefix) ? spaced : prefix + spaced
  }

  function countPiece(piece: string): number {
    let tokens = 0
    preTokenizer.cut(piece, (part) => {
      tokens += encode(part)
    })
    return tokens
  }

  return {
    id: options.id,
    exact: true,
    nextSplit:
      isPlain && normalizer.reach === 'none'
        ? split
        : isPlain && normalizer.reach === 'canonical' && preTokenizer.byteLevel && split !== noSplit
          ? lineStarts(split)
          : noSplit,
    count(source) {
      const prepared = prepare(source)
      let total = 0
      for (let from = 0; from < prepared.length; ) {
        const to = split(prepared, from)
        const piece = prepared.slice(from, to)
        let tokens = cache.get(piece)
        if (tokens === undefined) {
          tokens = countPiece(piece)
          cache.set(piece, tokens)
        }
        total += tokens
        from = to
      }
      return total
    },
    encode(source) {
      const ids: number[] = []
      preTokenizer.cut(prepare(source), (part) => void encode(part, ids))
      return ids
    },
  }
}

const noSplit: NextSplit = (text) => text.length

function splitOfPatterns({ patterns }: PreTokenizer): NextSplit {
  const family = patterns && familyOf(patterns)
  return family ? (text, from) => nextSplit(text, from, undefined, family.veto) : noSplit
}

/** Normalizing changes which letters stand at a split inside a line, but joins nothing to a line break. */
function lineStarts(split: NextSplit): NextSplit {
  return (text, from) => {
    for (let to = split(text, from); ; to = split(text, to)) {
      if (to >= text.length || !isInsideLine(text, to)) return to
    }
  }
}

function charactersOf(
  model: BpeModel,
  { isLocal }: PreTokenizer,
): {
  encode: PieceEncoder
  split: NextSplit
} {
  const { encode, neverJoins } = createCharacterEncoder(model)
  if (!isLocal || model.ignore_merges) return { encode, split: noSplit }
  const veto = (text: string, at: number) => !neverJoins(codePointBefore(text, at), text.codePointAt(at) ?? 0)
  return { encode, split: (text, from) => nextSplit(text, from, undefined, veto) }
}

function codePointBefore(text: string, at: number): number {
  const isPair =
    (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 2) & 0xfc00) === 0xd800
  return text.codePointAt(isPair ? at - 2 : at - 1) ?? 0
}
