import { createTextCache } from '../../../lib/textCache.ts'
import type { Tokenizer } from '../types.ts'
import { buildTokenizer, type LibraryTokenizer } from './library.ts'
import { safeSplits } from './safeSplits.ts'
import { normalizerSteps, preTokenizerSteps } from './steps.ts'
import { type BpeModel, parseTokenizerFile, unsupported } from './tokenizerFile.ts'

export { TokenizerFileError } from './tokenizerFile.ts'

/** The most that is given to the library at once, where no safe split comes earlier: bounds its time and memory. */
const maxPieceUtf16 = 65_536

/**
 * Exact counter for a model whose `tokenizer.json` the user has, by the library of Hugging Face: BPE over bytes
 * (GPT-2, Llama 3, Qwen, DeepSeek) or characters (Llama 2, Gemma). Added and special tokens inside a text count as
 * ordinary text.
 *
 * Counts are cached by pieces where splits are proven safe, else by whole texts. Time is linear for the known
 * families of pre-tokenizers; a regular expression of the file's own may backtrack. More than 65,536 UTF-16 units
 * without a safe split are counted in parts, which may add a token for each.
 *
 * The library is loaded with the first file. Rejects with TokenizerFileError: TOKENIZER_BROKEN,
 * TOKENIZER_UNSUPPORTED with the part that is not supported.
 */
export async function createHuggingFaceTokenizer(
  text: string,
  options: { readonly id: string; readonly cacheEntries?: number },
): Promise<Tokenizer> {
  const { normalizer, preTokenizer, model } = parseTokenizerFile(text)
  const cutting = preTokenizerSteps(preTokenizer)
  const library = await buildTokenizer(model, normalizerSteps(normalizer), cutting.steps)
  if (cutting.byteLevel) requireEveryByte(model, library)
  const split = safeSplits(model, cutting)
  const cache = createTextCache<number>(options.cacheEntries ?? 32_768, 2_000_000)
  const { space, prefix } = cutting

  function prepare(source: string): string {
    if (source === '') return ''
    // Text sent as UTF-8 has U+FFFD for half a pair, and patterns distinguish the two.
    const normal = library.normalize(source.toWellFormed())
    const spaced = space === undefined ? normal : normal.replaceAll(' ', space)
    return spaced === '' || spaced.startsWith(prefix) ? spaced : prefix + spaced
  }

  return {
    id: options.id,
    exact: true,
    count(source) {
      const prepared = prepare(source)
      let total = 0
      for (let from = 0; from < prepared.length; ) {
        const to = Math.min(split(prepared, from), endOfPart(prepared, from))
        const piece = prepared.slice(from, to)
        let tokens = cache.get(piece)
        if (tokens === undefined) {
          tokens = library.encode(library.cut(piece)).length
          cache.set(piece, tokens)
        }
        total += tokens
        from = to
      }
      return total
    },
  }
}

/** The end of the part that starts at `from`, never between the halves of a pair. */
function endOfPart(text: string, from: number): number {
  const end = from + maxPieceUtf16
  return (text.charCodeAt(end) & 0xfc00) === 0xdc00 ? end - 1 : end
}

/** The library drops bytes that are no token, which would count as nothing. */
function requireEveryByte({ vocab }: BpeModel, { cut }: LibraryTokenizer): void {
  const missing = [...cut(everyByte()).join('')].find((character) => !Object.hasOwn(vocab, character))
  if (missing !== undefined) throw unsupported(`model.vocab without byte ${missing}`)
}

/** Characters whose UTF-8 has every byte that UTF-8 can have. */
function everyByte(): string {
  const short = Array.from({ length: 0x800 }, (_, code) => code)
  const long = Array.from({ length: 16 }, (_, lead) => lead * 0x1000 + 0x800)
  const pairs = [0x10000, 0x40000, 0x80000, 0xc0000, 0x100000]
  return String.fromCodePoint(...short, ...long, ...pairs).toWellFormed()
}
