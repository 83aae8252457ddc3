import { z } from 'zod'

/** A step of a normalizer or pre-tokenizer; its other fields depend on its type. */
const step = z.looseObject({ type: z.string() })

// Half a million entries: a schema per entry takes seconds where these take milliseconds.
function isVocabulary(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(Number.isSafeInteger)
}

function isMergeList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isMerge)
}

function isMerge(value: unknown): boolean {
  if (!Array.isArray(value)) return typeof value === 'string'
  return value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'string'
}

/** The parts of a `tokenizer.json` that decide a count. https://huggingface.co/docs/tokenizers */
const tokenizerFile = z.looseObject({
  normalizer: step.nullish(),
  pre_tokenizer: step.nullish(),
  model: z.looseObject({
    type: z.string().optional(),
    vocab: z.custom<Readonly<Record<string, number>>>(isVocabulary),
    merges: z.custom<readonly (string | readonly [string, string])[]>(isMergeList),
    unk_token: z.string().nullish(),
    fuse_unk: z.boolean().nullish(),
    byte_fallback: z.boolean().nullish(),
    ignore_merges: z.boolean().nullish(),
    dropout: z.number().nullish(),
    continuing_subword_prefix: z.string().nullish(),
    end_of_word_suffix: z.string().nullish(),
  }),
})

export type Step = z.infer<typeof step>
export type TokenizerFile = z.infer<typeof tokenizerFile>
export type BpeModel = TokenizerFile['model']

/**
 * Why a file cannot be used. `part` names what is broken or unsupported in the words of the format
 * (`pre_tokenizer.BertPreTokenizer`), for a message to whoever supplied the file.
 */
export class TokenizerFileError extends Error {
  override readonly name = 'TokenizerFileError'
  readonly code: 'TOKENIZER_BROKEN' | 'TOKENIZER_UNSUPPORTED'
  readonly part: string

  constructor(code: TokenizerFileError['code'], part: string, cause?: unknown) {
    super(`${code}: ${part}`, cause === undefined ? undefined : { cause })
    this.code = code
    this.part = part
  }
}

export const unsupported = (part: string) => new TokenizerFileError('TOKENIZER_UNSUPPORTED', part)
export const broken = (part: string) => new TokenizerFileError('TOKENIZER_BROKEN', part)

/** Reads the text of a `tokenizer.json`. Throws TokenizerFileError: no JSON, no BPE, a field of a wrong type. */
export function parseTokenizerFile(text: string): TokenizerFile {
  const value = parseJson(text)
  const type = step.safeParse(z.looseObject({ model: z.unknown() }).safeParse(value).data?.model).data?.type
  if (type !== undefined && type !== 'BPE') throw unsupported(`model.${type}`)
  const parsed = tokenizerFile.safeParse(value)
  if (!parsed.success) throw broken(parsed.error.issues[0]?.path.join('.') || 'JSON')
  const { model } = parsed.data
  if (model.dropout) throw unsupported('model.dropout')
  if (model.continuing_subword_prefix) throw unsupported('model.continuing_subword_prefix')
  if (model.end_of_word_suffix) throw unsupported('model.end_of_word_suffix')
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new TokenizerFileError('TOKENIZER_BROKEN', 'JSON', cause)
  }
}
