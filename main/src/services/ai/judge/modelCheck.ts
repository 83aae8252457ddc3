import type { Finding, JudgeKind, NotCheckedWhy } from '#contract/judge.ts'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { isAppError } from '../../../lib/appError.ts'
import type { Constraint } from './judge.ts'
import { formatQuestion, type Question, type RawFinding, readAnswer } from './modelVerdict.ts'
import { type Span, sentencesOf } from './narration.ts'

/** Sends the run's model everything it was sent and this after it; its tokens are counted with the run. */
export type SendQuestion = (tail: string, options: { readonly signal: AbortSignal }) => Promise<string>

export interface ModelCheck {
  readonly sendQuestion: SendQuestion
  /** Of the run: when the author stops it. */
  readonly signal: AbortSignal
  /** How long both tries may take together, in milliseconds. */
  readonly limitMs: number
}

export type ModelFindings = readonly Finding[] | { readonly reason: NotCheckedWhy }

/**
 * Lets a model check a text against rules that only a reader can judge, with two requests at most; whatever else goes
 * wrong, the rules were not checked, and there is no finding. Never rejects.
 */
export async function checkWithModel(
  { sendQuestion, signal, limitMs }: ModelCheck,
  question: Question,
  constraints: readonly Constraint[],
  /** Entries that the request of the run showed: with those of the question all that the model has read. */
  shownEntries: Question['entries'],
): Promise<ModelFindings> {
  const timeout = AbortSignal.timeout(limitMs)
  const either = AbortSignal.any([signal, timeout])
  try {
    let problem: string | undefined
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const read = readAnswer(await sendQuestion(formatQuestion(question, problem), { signal: either }))
      if (!('problem' in read))
        return read.flatMap((finding) => placed(finding, question, constraints, shownEntries))
      problem = read.problem
    }
    return { reason: 'malformed' }
  } catch (error) {
    if (signal.aborted) return { reason: 'cancelled' }
    return { reason: timeout.aborted ? 'late' : whyOf(error) }
  }
}

function whyOf(error: unknown): NotCheckedWhy {
  if (isAppError(error, ErrorCode.AI_CONTENT_FILTER)) return 'refused'
  const isEmpty = isAppError(error, ErrorCode.AI_EMPTY) || isAppError(error, ErrorCode.AI_THOUGHT_ONLY)
  return isEmpty ? 'malformed' : 'failed'
}

const leastQuoteUnits = 4
const mostWhyUnits = 300

/**
 * A finding at its place; none when its sentence is not in the text, its rule was not in the question, or the model
 * has read no entry of that name.
 */
function placed(
  { rule, quote, why, entry }: RawFinding,
  question: Question,
  constraints: readonly Constraint[],
  shownEntries: Question['entries'],
): Finding[] {
  const { text, continuity } = question
  const constraint = constraints[rule - 1]
  const span = spanOf(text, quote)
  if (!span || (rule === 0 ? !continuity : !constraint)) return []
  const reason = why.trim().slice(0, mostWhyUnits).toWellFormed()
  const place = { ...span, quote: text.slice(span.from, span.to) }
  if (!constraint) {
    if (!isEntry(entry.trim(), [...question.entries, ...shownEntries])) return []
    const params = { entry: entry.trim().slice(0, mostWhyUnits).toWellFormed(), why: reason }
    return [{ ...place, kind: 'continuity', code: 'codex', params }]
  }
  const { kind, id } = constraint
  const broken = { ...(id && { constraintId: id }), constraint: constraint.text }
  return [{ ...place, kind, ...broken, code: 'model', params: { why: reason } }]
}

/** By the name of an entry or another word for it in its text; a model may add to the name what it says of it. */
const isEntry = (name: string, entries: Question['entries']): boolean =>
  name !== '' &&
  entries.some(({ title, text }) => title.includes(name) || name.includes(title) || text.includes(name))

/** Where the quoted words are, exactly; shorter than a few characters only as a whole sentence. */
function spanOf(text: string, quote: string): Span | undefined {
  const trimmedQuote = quote.trim()
  const from = trimmedQuote === '' ? -1 : text.indexOf(trimmedQuote)
  if (from < 0) return undefined
  const isSentence = sentencesOf(text).some((span) => text.slice(span.from, span.to).trim() === trimmedQuote)
  return trimmedQuote.length >= leastQuoteUnits || isSentence
    ? { from, to: from + trimmedQuote.length }
    : undefined
}

/** The kinds in the question to a model, and how many rules of each. */
export function countKinds(
  constraints: readonly Constraint[],
  continuity: boolean,
): ReadonlyMap<JudgeKind, number> {
  const counts = new Map<JudgeKind, number>(continuity ? [['continuity', 1]] : [])
  for (const { kind } of constraints) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}
