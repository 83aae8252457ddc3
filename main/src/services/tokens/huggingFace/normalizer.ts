import { z } from 'zod'
import { compilePattern } from './pattern.ts'
import { broken, type Step, unsupported } from './tokenizerFile.ts'

export interface Normalizer {
  readonly apply: (text: string) => string
  /** `none` leaves a text as it is, `canonical` changes no character across a line start, `any` may do anything. */
  readonly reach: 'none' | 'canonical' | 'any'
}

const prependStep = z.looseObject({ prepend: z.string() })
const replaceStep = z.looseObject({
  pattern: z.union([z.strictObject({ Regex: z.string() }), z.strictObject({ String: z.string() })]),
  content: z.string(),
})
const sequenceStep = z.looseObject({ normalizers: z.array(z.looseObject({ type: z.string() })) })

/** Builds what the file's `normalizer` says. Throws TokenizerFileError naming a step that is not supported. */
export function createNormalizer(root: Step | null | undefined): Normalizer {
  const steps = flatten(root).map(normalizerOf)
  const reach = steps.some((step) => step.reach === 'any') ? 'any' : steps.length > 0 ? 'canonical' : 'none'
  return { apply: (text) => steps.reduce((changed, step) => step.apply(changed), text), reach }
}

function flatten(step: Step | null | undefined): Step[] {
  if (!step) return []
  return step.type === 'Sequence' ? read(sequenceStep, step).normalizers.flatMap(flatten) : [step]
}

function normalizerOf(step: Step): Normalizer {
  switch (step.type) {
    case 'NFC':
    case 'NFD':
      return { apply: normalized(step.type), reach: 'canonical' }
    case 'NFKC':
    case 'NFKD':
      return { apply: normalized(step.type), reach: 'any' }
    case 'Lowercase':
      return { apply: (text) => text.toLowerCase(), reach: 'any' }
    case 'Prepend': {
      const { prepend } = read(prependStep, step)
      return { apply: (text) => (text === '' ? '' : prepend + text), reach: 'any' }
    }
    case 'Replace': {
      const { pattern, content } = read(replaceStep, step)
      const from = 'Regex' in pattern ? compilePattern(pattern.Regex) : pattern.String
      return { apply: (text) => text.replaceAll(from, () => content), reach: 'any' }
    }
    default:
      throw unsupported(`normalizer.${step.type}`)
  }
}

const normalized = (form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD') => (text: string) => text.normalize(form)

function read<T>(schema: z.ZodType<T>, step: Step): T {
  const parsed = schema.safeParse(step)
  if (parsed.success) return parsed.data
  throw broken(`normalizer.${step.type}.${parsed.error.issues[0]?.path.join('.') ?? ''}`)
}
