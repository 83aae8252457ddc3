import { z } from 'zod'
import { compilePattern } from './pattern.ts'
import { broken, type Step, unsupported } from './tokenizerFile.ts'

/** Cuts a text into pieces and hands them on; joined they are the text again, but for removed matches. */
export type Cut = (text: string, emit: (piece: string) => void) => void

export interface PreTokenizer {
  readonly cut: Cut
  /** The regular expressions that cut, as they stand in the file, if they are all there is to it. */
  readonly patterns: readonly string[] | undefined
  /** True when it cuts, if at all, at single characters whatever stands around them. */
  readonly isLocal: boolean
  /** True: pieces are merged as UTF-8 bytes, spelled in GPT-2's alphabet; false: as characters. */
  readonly byteLevel: boolean
  /** Put before a text that does not start with it. */
  readonly prefix: string
  /** Every space becomes this character. */
  readonly space: string | undefined
}

const gpt2 = String.raw`'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`

const behaviors = z.enum(['Removed', 'Isolated', 'MergedWithPrevious', 'MergedWithNext', 'Contiguous'])
type Behavior = z.infer<typeof behaviors>

const splitStep = z.looseObject({
  pattern: z.union([z.strictObject({ Regex: z.string() }), z.strictObject({ String: z.string() })]),
  behavior: behaviors,
  invert: z.boolean().default(false),
})
const byteLevelStep = z.looseObject({
  add_prefix_space: z.boolean().default(true),
  use_regex: z.boolean().default(true),
})
const digitsStep = z.looseObject({ individual_digits: z.boolean().default(false) })
const metaspaceStep = z.looseObject({
  replacement: z.string().default('▁'),
  prepend_scheme: z.enum(['always', 'first', 'never']).optional(),
  add_prefix_space: z.boolean().optional(),
  split: z.boolean().default(true),
})
const sequenceStep = z.looseObject({ pretokenizers: z.array(z.looseObject({ type: z.string() })) })

const literal = (text: string) => text.replace(/[\^$\\.*+?()[\]{}|/-]/g, '\\$&')

/** Builds what the file's `pre_tokenizer` says. Throws TokenizerFileError naming a step that is not supported. */
export function createPreTokenizer(root: Step | null | undefined): PreTokenizer {
  const cuts: Cut[] = []
  const patterns: string[] = []
  let known = true
  let isLocal = true
  let byteLevel = false
  let prefix = ''
  let space: string | undefined
  const steps = flatten(root)

  for (const [index, step] of steps.entries()) {
    if (byteLevel) throw unsupported(`pre_tokenizer.${step.type} after ByteLevel`)
    switch (step.type) {
      case 'Split': {
        const { pattern, behavior, invert } = read(splitStep, step)
        const source = 'Regex' in pattern ? pattern.Regex : literal(pattern.String)
        cuts.push(
          splitBy('Regex' in pattern ? compilePattern(source) : new RegExp(source, 'gu'), behavior, invert),
        )
        isLocal &&= 'String' in pattern && [...pattern.String].length === 1 && behavior !== 'Contiguous'
        const keepsMatches = behavior === 'Isolated' || (behavior === 'Removed' && invert)
        if ('Regex' in pattern && keepsMatches) patterns.push(source)
        else known = false
        break
      }
      case 'Digits': {
        const { individual_digits } = read(digitsStep, step)
        cuts.push(splitBy(/\p{N}/gu, individual_digits ? 'Isolated' : 'Contiguous', false))
        known = false
        isLocal = false
        break
      }
      case 'ByteLevel': {
        const { add_prefix_space, use_regex } = read(byteLevelStep, step)
        if (add_prefix_space && index > 0) throw unsupported('pre_tokenizer.ByteLevel.add_prefix_space')
        byteLevel = true
        prefix = add_prefix_space ? ' ' : ''
        if (use_regex) {
          cuts.push(splitBy(compilePattern(gpt2), 'Isolated', false))
          patterns.push(gpt2)
        }
        break
      }
      case 'Metaspace': {
        if (index > 0) throw unsupported('pre_tokenizer.Metaspace after another step')
        const { replacement, prepend_scheme, add_prefix_space, split } = read(metaspaceStep, step)
        const scheme = prepend_scheme ?? (add_prefix_space === false ? 'never' : 'always')
        space = replacement
        prefix = scheme === 'never' ? '' : replacement
        if (split) cuts.push(splitBy(new RegExp(literal(replacement), 'gu'), 'MergedWithNext', false))
        known = false
        break
      }
      default:
        throw unsupported(`pre_tokenizer.${step.type}`)
    }
  }
  return { cut: chain(cuts), patterns: known ? patterns : undefined, isLocal, byteLevel, prefix, space }
}

function flatten(step: Step | null | undefined): Step[] {
  if (!step) return []
  return step.type === 'Sequence' ? read(sequenceStep, step).pretokenizers.flatMap(flatten) : [step]
}

function read<T>(schema: z.ZodType<T>, step: Step): T {
  const parsed = schema.safeParse(step)
  if (parsed.success) return parsed.data
  throw broken(`pre_tokenizer.${step.type}.${parsed.error.issues[0]?.path.join('.') ?? ''}`)
}

/** Each cut works on the pieces of the one before: its expression does not see beyond them. */
function chain(cuts: readonly Cut[]): Cut {
  return cuts.reduceRight<Cut>(
    (next, cut) => (text, emit) => cut(text, (piece) => next(piece, emit)),
    (text, emit) => {
      if (text !== '') emit(text)
    },
  )
}

function splitBy(matcher: RegExp, behavior: Behavior, invert: boolean): Cut {
  return (text, emit) => {
    let held = ''
    let heldIsMatch: boolean | undefined
    const flush = () => {
      if (held !== '') emit(held)
      held = ''
    }
    const put = (piece: string, isMatch: boolean) => {
      if (piece === '') return
      if (behavior === 'Isolated') return emit(piece)
      if (behavior === 'Removed') return isMatch ? undefined : emit(piece)
      const joins =
        behavior === 'Contiguous'
          ? isMatch === heldIsMatch
          : behavior === 'MergedWithPrevious'
            ? isMatch && heldIsMatch === false
            : !isMatch && heldIsMatch === true
      if (!joins) flush()
      held += piece
      heldIsMatch = isMatch
    }
    let from = 0
    for (const match of text.matchAll(matcher)) {
      put(text.slice(from, match.index), invert)
      put(match[0], !invert)
      from = match.index + match[0].length
    }
    put(text.slice(from), invert)
    flush()
  }
}
