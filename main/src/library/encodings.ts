import {
  createHuggingFaceTokenizer as createAppFileTokenizer,
  createTokenizer as createAppTokenizer,
} from '../services/tokens/index.ts'
import type { Tokenizer } from './ports.ts'

/** Encodings of OpenAI's models whose data the package contains. */
export type Encoding = 'o200k_base' | 'cl100k_base'

/**
 * Counts as OpenAI's models do, special tokens as ordinary text. The data is loaded with the first tokenizer
 * of an encoding, which takes about half a second.
 */
export function createTokenizer(encoding: Encoding): Promise<Tokenizer> {
  return createAppTokenizer(encoding)
}

/**
 * Counts as a model whose `tokenizer.json` is at hand: byte-pair encodings over bytes or characters.
 * Rejects with an error whose `code` is TOKENIZER_BROKEN or TOKENIZER_UNSUPPORTED when the file is none of these.
 */
export function createFileTokenizer(
  tokenizerJson: string,
  options: {
    /** Of the tokenizer, for example the model's name. */
    readonly id: string
  },
): Promise<Tokenizer> {
  return createAppFileTokenizer(tokenizerJson, options)
}
