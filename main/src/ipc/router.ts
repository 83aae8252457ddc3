import { z } from 'zod'
import { ErrorCode } from '../contract/errorCodes.ts'
import { type Envelope, fail, ok } from '../contract/result.ts'
import { errorPayload } from '../contract/sentences/errorSentence.ts'
import type { Channel, DeepReadonly } from '../contract/shared.ts'
import { isAppError, toPayload } from '../lib/appError.ts'
import type { Logger } from '../lib/logger.ts'
import { redactedPayload } from '../lib/redactedValues.ts'
import { namesChapters, withChapterIds } from './chapterIds.ts'
import type { Session } from './session.ts'

/** What a handler gets about its caller in addition to the parsed input. */
export interface Call {
  readonly session: Session
  readonly signal: AbortSignal
}

/** One handler per channel of a domain: a missing, extra or wrongly typed one does not compile. */
export type Handlers<D extends Record<string, Channel>> = {
  readonly [C in keyof D]: (
    input: z.output<D[C]['input']>,
    call: Call,
  ) => Promise<DeepReadonly<z.input<D[C]['output']>>>
}

type AnyHandler = (input: unknown, call: Call) => Promise<unknown>

export interface RouterOptions {
  readonly contract: Record<string, Channel>
  /** Handlers by channel; the type of `Handlers` proves that they fit the contract. */
  readonly handlers: object
  /** Whether a project with this id is registered. */
  readonly projectExists: (projectId: string) => boolean
  /** Whether the folder is still that of the project; always when absent. @throws AppError. */
  readonly requireSame?: (projectId: string) => void
  /** Channels that name a project in order to open it. */
  readonly opening: ReadonlySet<string>
  /** Whether this caller may use a channel on a project; always when absent. */
  readonly mayWrite?: (session: Session, channel: string, projectId: string) => boolean
  readonly redact: (text: string) => string
  /** The id of a chapter that may be named by its path; names stay as they are without it. */
  readonly chapterId?: (projectId: string, name: string) => Promise<string>
  /** Surrounds every request; see `FileCache.during`. */
  readonly during?: <T>(request: () => Promise<T>) => Promise<T>
  readonly logger: Logger
}

export interface Router {
  /** Never rejects: every outcome is an envelope. */
  dispatch(
    session: Session,
    channel: string,
    input: unknown,
    signal?: AbortSignal,
  ): Promise<Envelope<unknown>>
  readonly channels: readonly string[]
}

/** Look-up → parse → project gate → handler → envelope. Pure dispatch: no transport, no storage. */
export function createRouter(options: RouterOptions): Router {
  const { contract, projectExists, opening, redact, logger } = options
  const { mayWrite = () => true, during = (request) => request(), chapterId } = options
  const handlers = new Map<string, AnyHandler>(Object.entries(options.handlers))
  /** Of each project the last request whose chapters were resolved. */
  const lastNamed = new Map<string, Promise<unknown>>()

  async function dispatch(session: Session, channel: string, input: unknown, signal?: AbortSignal) {
    const declared = Object.hasOwn(contract, channel) ? contract[channel] : undefined
    const handler = handlers.get(channel)
    if (!declared || !handler) return fail(errorPayload(ErrorCode.UNKNOWN_CHANNEL))
    const parsed = parse(declared.input, input)
    if (!parsed) return fail(errorPayload(ErrorCode.INVALID_ARGUMENT, { why: 'unreadable' }))
    if (!parsed.success) return refusedInput(declared.input, parsed.error, redact)
    const projectId = projectIdOf(parsed.data)
    if (projectId !== undefined && !opening.has(channel) && !session.openProjects.has(projectId)) {
      if (!projectExists(projectId)) return fail(errorPayload(ErrorCode.NOT_FOUND, { why: 'project' }))
      logger.warn(
        { security: true, session: session.id, channel, projectId },
        'project not opened by this session',
      )
      return fail(errorPayload(ErrorCode.CONTEXT_SCOPE_VIOLATION, { why: 'session' }))
    }
    if (projectId !== undefined && !mayWrite(session, channel, projectId))
      return fail(errorPayload(ErrorCode.OPEN_ELSEWHERE))
    try {
      if (projectId !== undefined && !opening.has(channel)) options.requireSame?.(projectId)
      const call = { session, signal: signal ?? new AbortController().signal }
      return ok(
        await during(async () => {
          const named = projectId === undefined ? parsed.data : await inTurn(projectId, declared, parsed.data)
          return handler(named, call)
        }),
      )
    } catch (error) {
      return toFailure(error, channel)
    }
  }

  /** Requests reach their handlers in the order in which they came, also when a name takes longer than the next. */
  function inTurn(projectId: string, { input: schema }: Channel, input: unknown): Promise<unknown> {
    if (!chapterId || !namesChapters(schema)) return Promise.resolve(input)
    const earlier = lastNamed.get(projectId) ?? Promise.resolve()
    const named = earlier.then(() => withChapterIds(schema, input, (name) => chapterId(projectId, name)))
    const finished = named.catch(() => undefined)
    lastNamed.set(projectId, finished)
    void finished.then(() => {
      if (lastNamed.get(projectId) === finished) lastNamed.delete(projectId)
    })
    return named
  }

  function toFailure(error: unknown, channel: string): Envelope<never> {
    if (isAppError(error)) {
      logger.info({ channel, code: error.code, cause: causeOf(error) }, 'request refused')
      return fail(redactedPayload(toPayload(error), redact))
    }
    if (error instanceof Error && error.name === 'AbortError') return fail(errorPayload(ErrorCode.CANCELLED))
    logger.error({ channel, cause: causeOf(error) }, 'request failed')
    return fail(errorPayload(ErrorCode.INTERNAL))
  }

  function causeOf(error: unknown): string | undefined {
    const cause = isAppError(error) ? error.cause : error
    if (cause === undefined) return undefined
    return redact(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause))
  }

  return { dispatch, channels: Object.keys(contract) }
}

/** Undefined when the check itself failed: a window may send what is no JSON, such as a value inside itself. */
function parse(schema: Channel['input'], input: unknown) {
  try {
    return schema.safeParse(input)
  } catch {
    return undefined
  }
}

function projectIdOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('projectId' in input)) return undefined
  return typeof input.projectId === 'string' ? input.projectId : undefined
}

/** The bounds that a value violated, and the key of their sentence. */
type Bounds =
  | { readonly why: 'number' | 'whole'; readonly least: number; readonly most: number }
  | { readonly why: 'textLong' | 'listLong'; readonly most: number }
  | { readonly why: 'textShort' | 'listShort'; readonly least: number }

/**
 * The answer to an input that its channel's schema refused. The bounds are those of the first fault, where it has
 * some; `issues` are for programs: at most 20, each with the place in the input and zod's code.
 */
function refusedInput(
  schema: z.ZodType,
  { issues }: z.ZodError,
  redact: (text: string) => string,
): Envelope<never> {
  const reportedIssues = issues
    .slice(0, 20)
    .map(({ path, code }) => ({ path: path.join('.').slice(0, 200), code }))
  const bounds = issues[0] && boundsOf(schema, issues[0])
  if (bounds) return fail(errorPayload(ErrorCode.INVALID_ARGUMENT, { ...bounds, issues: reportedIssues }))
  const field = reportedIssues[0]?.path
  const details = field ? ({ why: 'field', field } as const) : ({ why: 'shape' } as const)
  return fail(
    redactedPayload(errorPayload(ErrorCode.INVALID_ARGUMENT, { ...details, issues: reportedIssues }), redact),
  )
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

/** False for what is no number at all: bounds would not explain the fault. */
const isNumber = (issue: z.core.$ZodIssue) =>
  issue.code !== 'invalid_type' || issue.expected === 'int' || 'received' in issue

function rangeOf({ minValue, maxValue, isInt }: z.ZodNumber): Bounds | undefined {
  if (minValue === null || maxValue === null || !Number.isFinite(minValue + maxValue)) return undefined
  return { why: isInt ? 'whole' : 'number', least: minValue, most: maxValue }
}

/** The schema of the number at a path; undefined where the schema is another, or a union. */
function numberAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodNumber | undefined {
  let current: unknown = unwrapOptional(schema)
  for (const key of path) {
    if (current instanceof z.ZodObject) current = unwrapOptional(current.shape[String(key)])
    else if (current instanceof z.ZodArray) current = unwrapOptional(current.element)
    else return undefined
  }
  return current instanceof z.ZodNumber ? current : undefined
}

/** Without wrappers that only make a value optional. */
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
