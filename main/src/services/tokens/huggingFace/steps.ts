import { z } from 'zod'
import { broken, type Step, unsupported } from './tokenizerFile.ts'

/** How text is cut into the pieces that are merged, in steps that the library carries out as they are meant. */
export interface PreTokenizerSteps {
  readonly steps: readonly Step[]
  /** The regular expressions that cut, as they are in the file, if they are all there is to it. */
  readonly patterns: readonly string[] | undefined
  /** True when it cuts, if at all, at single characters whatever their neighbours are. */
  readonly isLocal: boolean
  /** True: pieces are merged as UTF-8 bytes, spelled in GPT-2's alphabet; false: as characters. */
  readonly byteLevel: boolean
  /** Put before a text that does not start with it. */
  readonly prefix: string
  /** Every space becomes this character. */
  readonly space: string | undefined
}

const maxSteps = 64
const maxNesting = 8
const maxPatternUtf16 = 4096
/** A file whose replacements make a text longer than this many times is made to fill the memory. */
const maxGrowth = 64
const gpt2 = String.raw`'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`

const text = z.string().min(1).max(maxPatternUtf16)
const pattern = z.union([z.strictObject({ Regex: text }), z.strictObject({ String: text })])
type Pattern = z.infer<typeof pattern>
const behaviors = z.enum(['Removed', 'Isolated', 'MergedWithPrevious', 'MergedWithNext', 'Contiguous'])
type Behavior = z.infer<typeof behaviors>

const splitStep = z.looseObject({ pattern, behavior: behaviors, invert: z.boolean().default(false) })
const byteLevelStep = z.looseObject({
  add_prefix_space: z.boolean().default(true),
  use_regex: z.boolean().default(true),
})
const digitsStep = z.looseObject({ individual_digits: z.boolean().default(false) })
const metaspaceStep = z.looseObject({
  replacement: z
    .string()
    .refine((value) => [...value].length === 1)
    .default('▁'),
  prepend_scheme: z.enum(['always', 'first', 'never']).optional(),
  add_prefix_space: z.boolean().optional(),
  split: z.boolean().default(true),
})
const prependStep = z.looseObject({ prepend: z.string().max(64) })
const replaceStep = z.looseObject({ pattern, content: z.string().max(64) })

/** The file's `normalizer` as the library takes it. Throws TokenizerFileError naming a step that is not supported. */
export function normalizerSteps(root: Step | undefined): readonly Step[] {
  let growth = 1
  return flatten(root, 'normalizer', 'normalizers').map((step) => {
    switch (step.type) {
      case 'NFC':
      case 'NFD':
      case 'NFKC':
      case 'NFKD':
      case 'Lowercase':
        return { type: step.type }
      case 'Prepend':
        return { type: step.type, prepend: read('normalizer', prependStep, step).prepend }
      case 'Replace': {
        const { pattern, content } = read('normalizer', replaceStep, step)
        growth *= Math.max(1, content.length / ('String' in pattern ? pattern.String.length : 1))
        if (growth > maxGrowth) throw unsupported('normalizer.Replace.content')
        refusePossessive(pattern)
        // The library hands the content to `replaceAll`, where `$` means something.
        return { type: step.type, pattern, content: content.replaceAll('$', '$$$$') }
      }
      default:
        throw unsupported(`normalizer.${step.type}`)
    }
  })
}

/**
 * The file's `pre_tokenizer` as `Split` and `ByteLevel` only: steps that the library carries out differently from the
 * original (digits, merged delimiters, spaces as `▁`, the white space of GPT-2's pattern) are expressed by them.
 * Throws TokenizerFileError naming a step that is not supported.
 */
export function preTokenizerSteps(root: Step | undefined): PreTokenizerSteps {
  const steps: Step[] = []
  const patterns: string[] = []
  let hasAllPatterns = true
  let isLocal = true
  let byteLevel = false
  let prefix = ''
  let space: string | undefined

  for (const [index, step] of flatten(root, 'pre_tokenizer', 'pretokenizers').entries()) {
    if (byteLevel) throw unsupported(`pre_tokenizer.${step.type} after ByteLevel`)
    switch (step.type) {
      case 'Split': {
        const split = read('pre_tokenizer', splitStep, step)
        steps.push(splitOf(split))
        if ('Regex' in split.pattern) patterns.push(split.pattern.Regex)
        else hasAllPatterns = false
        isLocal &&= isOneCharacter(split.pattern) && split.behavior !== 'Contiguous'
        break
      }
      case 'Digits': {
        const { individual_digits } = read('pre_tokenizer', digitsStep, step)
        steps.push(isolated(individual_digits ? '\\p{N}' : '\\p{N}+'))
        hasAllPatterns = false
        isLocal = false
        break
      }
      case 'ByteLevel': {
        const { add_prefix_space, use_regex } = read('pre_tokenizer', byteLevelStep, step)
        if (add_prefix_space && index > 0) throw unsupported('pre_tokenizer.ByteLevel.add_prefix_space')
        byteLevel = true
        prefix = add_prefix_space ? ' ' : ''
        if (use_regex) {
          steps.push(isolated(gpt2))
          patterns.push(gpt2)
        }
        steps.push({ type: 'ByteLevel', add_prefix_space: false, use_regex: false })
        break
      }
      case 'Metaspace': {
        if (index > 0) throw unsupported('pre_tokenizer.Metaspace after another step')
        const { replacement, prepend_scheme, add_prefix_space, split } = read(
          'pre_tokenizer',
          metaspaceStep,
          step,
        )
        space = replacement
        const scheme = prepend_scheme ?? (add_prefix_space === false ? 'never' : 'always')
        prefix = scheme === 'never' ? '' : replacement
        if (split) steps.push(isolated(delimited(replacement).MergedWithNext))
        hasAllPatterns = false
        break
      }
      default:
        throw unsupported(`pre_tokenizer.${step.type}`)
    }
  }
  return { steps, patterns: hasAllPatterns ? patterns : undefined, isLocal, byteLevel, prefix, space }
}

const isolated = (Regex: string): Step => ({
  type: 'Split',
  pattern: { Regex },
  behavior: 'Isolated',
  invert: false,
})

/** A `Split` that only isolates matches or removes all else: the two that the library does as they are meant. */
function splitOf({ pattern, behavior, invert }: z.infer<typeof splitStep>): Step {
  refusePossessive(pattern)
  const retainsMatches = behavior === 'Removed' && invert
  if ('Regex' in pattern) {
    if (behavior === 'Isolated') return isolated(pattern.Regex)
    if (retainsMatches) return { type: 'Split', pattern, behavior, invert }
  } else if (behavior === 'Isolated') return { type: 'Split', pattern, behavior, invert: false }
  else if (isOneCharacter(pattern) && !invert && behavior !== 'Removed')
    return isolated(delimited(pattern.String)[behavior])
  throw unsupported(`pre_tokenizer.Split.${behavior}`)
}

/** Regular expressions for the pieces that a delimiter of one character leaves. */
function delimited(character: string): Record<Exclude<Behavior, 'Isolated' | 'Removed'>, string> {
  const code = `\\x{${(character.codePointAt(0) ?? 0).toString(16)}}`
  return {
    MergedWithPrevious: `[^${code}]*${code}|[^${code}]+`,
    MergedWithNext: `${code}[^${code}]*|[^${code}]+`,
    Contiguous: `${code}+|[^${code}]+`,
  }
}

const isOneCharacter = (pattern: Pattern) => 'String' in pattern && [...pattern.String].length === 1

/** `?+`, `*+`, `++` and `(?>` take without giving back; the library reads them as if they gave back. */
function refusePossessive(pattern: Pattern): void {
  if (!('Regex' in pattern)) return
  const withoutClasses = pattern.Regex.replace(/\\./gs, '_').replace(/\[[^\]]*\]/g, '_')
  if (/[?*+]\+|\(\?>/.test(withoutClasses)) throw unsupported(`Regex ${pattern.Regex}`)
}

function flatten(root: Step | undefined, part: string, key: string, depth = 0): Step[] {
  if (!root) return []
  if (root.type !== 'Sequence') return [root]
  const inner = z
    .array(z.looseObject({ type: z.string() }))
    .max(maxSteps)
    .safeParse(root[key])
  if (!inner.success || depth >= maxNesting) throw broken(`${part}.Sequence.${key}`)
  const steps = inner.data.flatMap((step) => flatten(step, part, key, depth + 1))
  if (steps.length > maxSteps) throw broken(`${part}.Sequence.${key}`)
  return steps
}

function read<T>(part: string, schema: z.ZodType<T>, step: Step): T {
  const parsed = schema.safeParse(step)
  if (parsed.success) return parsed.data
  throw broken(`${part}.${step.type}.${parsed.error.issues[0]?.path.join('.') ?? ''}`)
}
