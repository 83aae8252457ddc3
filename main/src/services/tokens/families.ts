import { isCjkRun, isGpt2LineStart, type SplitVeto } from './split.ts'

/** The shape of a pattern's pieces, for the scanner that takes over where the pattern is too long to match. */
export interface WordShape {
  /** Words change pieces where a capital follows a small letter. */
  readonly cased: boolean
  /** Regular expression of `'s`, `'ll` and the like: part of the word before it, or a piece of its own. */
  readonly contraction?: { readonly source: string; readonly joined: boolean }
  readonly maxDigits: number
  /** What a run of punctuation takes along at its end. */
  readonly tail: string
}

/** A way of cutting text into pieces for which safe split points are proven (see `split.ts`). */
export interface Family {
  /** Split points of `nextSplit` that are not safe here. */
  readonly veto?: SplitVeto
  readonly shape?: WordShape
}

const letters = String.raw`[^\r\n\p{L}\p{N}]?\p{L}+`
const upper = String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`
const lower = String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`
const before = String.raw`[^\r\n\p{L}\p{N}]?`
const spaces = String.raw`\s*[\r\n]+|\s+(?!\S)|\s+`
const symbols = String.raw` ?[^\s\p{L}\p{N}]+`
const spelledOut = "'s|'S|'t|'T|'re|'rE|'Re|'RE|'ve|'vE|'Ve|'VE|'m|'M|'ll|'lL|'Ll|'LL|'d|'D"
const anyCase = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
const newlines = String.raw`[\r\n]`
const newlinesOrSlash = String.raw`[\r\n/]`

const plain = (contraction: string, digits: string) =>
  String.raw`${contraction}|${letters}|\p{N}${digits}|${symbols}${newlines}*|${spaces}`
const cased = (contraction: string, digits: string) =>
  String.raw`${before}${upper}*${lower}+${contraction}|${before}${upper}+${lower}*${contraction}|\p{N}${digits}|${symbols}${newlinesOrSlash}*|${spaces}`

const plainShape = (source: string, maxDigits: number): WordShape => ({
  cased: false,
  contraction: { source, joined: false },
  maxDigits,
  tail: newlines,
})
const casedShape = (source: string | undefined, maxDigits: number): WordShape => ({
  cased: true,
  ...(source === undefined ? {} : { contraction: { source, joined: true } }),
  maxDigits,
  tail: newlinesOrSlash,
})

/** By the patterns that cut the text, in their order, joined by a line break. */
const families = new Map<string, Family>([
  // cl100k_base; Llama 3, GLM; Qwen 2 and 3
  [plain(`(${spelledOut})`, '{1,3}'), { shape: plainShape(spelledOut, 3) }],
  [plain(anyCase, '{1,3}'), { shape: plainShape(anyCase, 3) }],
  [plain(anyCase, ''), { shape: plainShape(anyCase, 1) }],
  // the same with marks as part of a word: later Qwen
  [String.raw`${anyCase}|${before}[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+${newlines}*|${spaces}`, {}],
  // o200k_base; gpt-oss, Llama 4; Mistral's Tekken
  [cased(`(${spelledOut})?`, '{1,3}'), { shape: casedShape(spelledOut, 3) }],
  [cased(`${anyCase}?`, '{1,3}'), { shape: casedShape(anyCase, 3) }],
  [cased('', ''), { shape: casedShape(undefined, 1) }],
  // GPT-2 and what ByteLevel does by itself
  [
    String.raw`'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`,
    { veto: isGpt2LineStart },
  ],
  // DeepSeek V3 and later
  [
    [
      String.raw`\p{N}{1,3}`,
      '[一-龥぀-ゟ゠-ヿ]+',
      String.raw`[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_${'`'}{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
    ].join('\n'),
    { veto: isCjkRun },
  ],
])

/** The family of the given patterns; undefined when nothing is proven about them. */
export function familyOf(patterns: readonly string[]): Family | undefined {
  return families.get(patterns.join('\n'))
}
