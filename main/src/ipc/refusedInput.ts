import { z } from 'zod'
import { ErrorCode } from '../contract/errorCodes.ts'
import { type Envelope, fail } from '../contract/result.ts'
import { sentenceZh } from '../contract/sentences/errorSentence.ts'

/** The bounds that a value did not keep, and the word by which languages have a sentence for it. */
type Bounds =
  | { readonly why: 'number' | 'whole'; readonly least: number; readonly most: number }
  | { readonly why: 'textLong' | 'listLong'; readonly most: number }
  | { readonly why: 'textShort' | 'listShort'; readonly least: number }

/**
 * The answer to an input that its channel's schema refused. Of the first thing that is wrong the bounds are told
 * where it has some; `issues` are for programs: at most 20, each with the place in the input and zod's code.
 */
export function refusedInput(
  schema: z.ZodType,
  { issues }: z.ZodError,
  redact: (text: string) => string,
): Envelope<never> {
  const reportedIssues = issues
    .slice(0, 20)
    .map(({ path, code }) => ({ path: path.join('.').slice(0, 200), code }))
  const bounds = issues[0] && boundsOf(schema, issues[0])
  if (bounds)
    return fail(ErrorCode.INVALID_ARGUMENT, sentenceZh(`INVALID_ARGUMENT_${bounds.why}`, bounds), {
      ...bounds,
      issues: reportedIssues,
    })
  const where = reportedIssues[0]?.path ? `：${reportedIssues[0].path}` : ''
  return fail(ErrorCode.INVALID_ARGUMENT, redact(`请求的内容不合规${where}。`), { issues: reportedIssues })
}

function boundsOf(schema: z.ZodType, issue: z.core.$ZodIssue): Bounds | undefined {
  const number = numberAt(schema, issue.path)
  if (number) return isNumber(issue) ? rangeOf(number) : undefined
  if (issue.code === 'too_big') {
    const max = Number(issue.maximum)
    if (issue.origin === 'string') return { why: 'textLong', most: max }
    return issue.origin === 'array' ? { why: 'listLong', most: max } : undefined
  }
  if (issue.code === 'too_small') {
    const min = Number(issue.minimum)
    if (issue.origin === 'string') return { why: 'textShort', least: min }
    return issue.origin === 'array' ? { why: 'listShort', least: min } : undefined
  }
  return undefined
}

/** False for what is no number at all: bounds would not say what is wrong with it. */
const isNumber = (issue: z.core.$ZodIssue) =>
  issue.code !== 'invalid_type' || issue.expected === 'int' || 'received' in issue

function rangeOf({ minValue, maxValue, isInt }: z.ZodNumber): Bounds | undefined {
  if (minValue === null || maxValue === null || !Number.isFinite(minValue + maxValue)) return undefined
  return { why: isInt ? 'whole' : 'number', least: minValue, most: maxValue }
}

/** The schema of the number at a path; undefined where something else stands, or several things may. */
function numberAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodNumber | undefined {
  let current: unknown = unwrapOptional(schema)
  for (const key of path) {
    if (current instanceof z.ZodObject) current = unwrapOptional(current.shape[String(key)])
    else if (current instanceof z.ZodArray) current = unwrapOptional(current.element)
    else return undefined
  }
  return current instanceof z.ZodNumber ? current : undefined
}

/** Without what says only that a value may be absent. */
function unwrapOptional(schema: unknown): unknown {
  let current = schema
  while (
    current instanceof z.ZodOptional ||
    current instanceof z.ZodExactOptional ||
    current instanceof z.ZodNullable
  )
    current = current.unwrap()
  return current
}
