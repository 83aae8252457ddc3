import { z } from 'zod'

/** A step of a normalizer or pre-tokenizer; its other fields depend on its type. */
const step = z.looseObject({ type: z.string() })

/** Twice what the largest published files have. */
const maxTokens = 1_048_576
const maxMerges = 2_097_152

// Half a million entries: a schema per entry takes seconds where these take milliseconds.
function isVocabulary(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const ids = Object.values(value)
  return ids.length <= maxTokens && ids.every((id) => Number.isSafeInteger(id) && id >= 0 && id < 2 ** 31)
}

function isMergeList(value: unknown): boolean {
  return Array.isArray(value) && value.length <= maxMerges && value.every(isMerge)
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
type Merge = readonly [left: string, right: string]
/** The model with its merges in one form; other fields go to the library as they are. */
export interface BpeModel {
  readonly vocab: Readonly<Record<string, number>>
  readonly merges: readonly Merge[]
  readonly byte_fallback?: boolean | null | undefined
  readonly ignore_merges?: boolean | null | undefined
  readonly [field: string]: unknown
}
export interface TokenizerFile {
  readonly normalizer: Step | undefined
  readonly preTokenizer: Step | undefined
  readonly model: BpeModel
}

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

export const unsupported = (part: string, cause?: unknown) =>
  new TokenizerFileError('TOKENIZER_UNSUPPORTED', part, cause)
export const broken = (part: string, cause?: unknown) =>
  new TokenizerFileError('TOKENIZER_BROKEN', part, cause)

/**
 * Reads the text of a `tokenizer.json`. Throws TokenizerFileError: no JSON, no BPE, a field of a wrong type, more
 * than 1,048,576 tokens or 2,097,152 merges, a merge of or into something that is no token.
 */
export function parseTokenizerFile(text: string): TokenizerFile {
  const value = parseJson(text)
  const type = step.safeParse(z.looseObject({ model: z.unknown() }).safeParse(value).data?.model).data?.type
  if (type !== undefined && type !== 'BPE') throw unsupported(`model.${type}`)
  const parsed = tokenizerFile.safeParse(value)
  if (!parsed.success) throw broken(parsed.error.issues[0]?.path.join('.') || 'JSON')
  const { normalizer, pre_tokenizer, model } = parsed.data
  if (model.dropout) throw unsupported('model.dropout')
  if (model.continuing_subword_prefix) throw unsupported('model.continuing_subword_prefix')
  if (model.end_of_word_suffix) throw unsupported('model.end_of_word_suffix')
  const merges = model.merges.map((merge) => (typeof merge === 'string' ? splitMerge(merge) : merge))
  const isToken = (token: string) => Object.hasOwn(model.vocab, token)
  if (!merges.every(([left, right]) => isToken(left) && isToken(right) && isToken(left + right)))
    throw broken('model.merges')
  return {
    normalizer: normalizer ?? undefined,
    preTokenizer: pre_tokenizer ?? undefined,
    model: { ...model, type: 'BPE', merges },
  }
}

/** The older form, `"left right"`; a token never holds a space, which is spelled Ġ or ▁. */
function splitMerge(merge: string): Merge {
  const space = merge.indexOf(' ')
  if (space < 1 || space === merge.length - 1) throw broken('model.merges')
  return [merge.slice(0, space), merge.slice(space + 1)]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw broken('JSON', cause)
  }
}
