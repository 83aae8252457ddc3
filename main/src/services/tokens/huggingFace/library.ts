import { type BpeModel, broken, type Step, unsupported } from './tokenizerFile.ts'

/** The parts of the library's tokenizer that a count needs. */
export interface LibraryTokenizer {
  readonly normalize: (text: string) => string
  /** The pieces that are merged, spelled in the alphabet of the vocabulary. */
  readonly cut: (text: string) => string[]
  /** Tokens of pieces. */
  readonly encode: (preTokens: string[]) => readonly string[]
}

/**
 * Builds a tokenizer of `@huggingface/tokenizers`, which is loaded here, with the first file that needs it.
 * Rejects with TokenizerFileError when the library refuses what it is given.
 */
export async function buildTokenizer(
  model: BpeModel,
  normalizers: readonly Step[],
  pretokenizers: readonly Step[],
): Promise<LibraryTokenizer> {
  const { Tokenizer } = await import('@huggingface/tokenizers')
  const file = {
    // None: in a manuscript even the name of a special token is text.
    added_tokens: [],
    normalizer: normalizers.length > 0 ? { type: 'Sequence', normalizers } : null,
    pre_tokenizer: pretokenizers.length > 0 ? { type: 'Sequence', pretokenizers } : null,
    post_processor: null,
    decoder: null,
    model,
  }
  const { normalizer, pre_tokenizer: preTokenizer, model: encoder } = construct(() => new Tokenizer(file, {}))
  if (!encoder) throw broken('model')
  return {
    normalize: (text) => (normalizer ? normalizer(text) : text),
    cut: (text) => (preTokenizer ? preTokenizer(text) : [text]),
    encode: (preTokens) => encoder(preTokens),
  }
}

function construct<T>(make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (error instanceof SyntaxError) throw unsupported(`Regex: ${error.message.slice(0, 500)}`, error)
    throw broken('model', error)
  }
}
