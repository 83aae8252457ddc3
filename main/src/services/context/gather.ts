import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import type { Logger } from '../../lib/logger.ts'
import { cancelled } from '../../lib/until.ts'
import type { ContextRequest, UnsentMessages } from './contextRequest.ts'
import type { FetchLimits } from './core/budget.ts'
import type { ReusedContext } from './core/reuse.ts'
import {
  type Chunk,
  chunkKey,
  type LayerName,
  type Notice,
  type Reason,
  type RedactionRow,
  type Ref,
  type TrimRow,
} from './core/types.ts'
import { isUnwanted, unwantedRow } from './core/unwanted.ts'
import type { Finisher } from './finish.ts'
import type { GuardedCounter } from './guardedCounter.ts'
import type { Scene } from './scene.ts'
import { type PreviousContext, readReusedContext } from './session/previousContext.ts'
import type { Start } from './session/sessionState.ts'
import type { Draft, Source, SourceIo } from './source.ts'

export interface Gathered {
  readonly chunks: Record<LayerName, readonly Chunk[]>
  readonly notices: readonly Notice[]
  /** Rows of what was not read, or was no material. */
  readonly trim: readonly TrimRow[]
  readonly redaction: readonly RedactionRow[]
  /** Reused material of Retrieved, when earlier requests left some. */
  readonly reusedContext?: ReusedContext
}

/** The state that earlier requests left: Retrieved, the starts of other material and of the window. */
export interface Left {
  readonly previous: PreviousContext
  readonly starts: readonly Start[]
  readonly windowFrom?: number
}

export interface GatherOptions {
  readonly sources: readonly Source[]
  readonly finisher: Finisher
  readonly counter: Pick<GuardedCounter, 'ranges'>
  readonly limits: FetchLimits
  readonly logger: Logger
  readonly hashOf: (chunk: Chunk) => string
  /** sha256hex of UTF-8 text. */
  readonly sha256Hex: (text: string) => string
  /** Absent: everything is made anew. */
  readonly left?: Left
  readonly unsentMessages?: UnsentMessages
}

/** What one source answered. */
interface Answer {
  readonly source: Source
  readonly drafts: readonly Draft[]
  readonly notices: Notice[]
  readonly trim: TrimRow[]
}

/**
 * Reads every source in parallel, each with its deadline, and finishes the drafts. A source that throws, delivers
 * invalid drafts or misses its deadline is empty and leaves its notice; a draft of another project fails the request
 * with CONTEXT_SCOPE_VIOLATION.
 */
export async function gather(
  request: ContextRequest,
  scene: Scene,
  options: GatherOptions,
): Promise<Gathered> {
  const { logger, finisher, left, hashOf, sha256Hex } = options
  const previousRefs = left && refsBySource(left)
  const sources = options.sources.filter(({ layer }) => !request.skill.without?.includes(layer))
  const timeout = new AbortController()
  const stopClock = startDeadline(request.deadlineMs, () => timeout.abort(new Error('deadline')))
  const signal = request.signal ? AbortSignal.any([timeout.signal, request.signal]) : timeout.signal
  const { aborted, stop } = whenAborted(signal)
  try {
    const answers = await Promise.all(sources.map((source) => readSource(source)))
    for (const { source, drafts } of answers) refuseForeign(source, drafts, request, logger)
    const gathered = leaveOut(collect(await Promise.all(answers.map(finishAll))), request)
    if (!left || request.skill.without?.includes('retrieved')) return gathered
    const { retrieved } = gathered.chunks
    const previous = withoutUnwanted(left.previous, request)
    const textBefore = gathered.chunks.immediate.find(({ source }) => source.anchored)?.text ?? ''
    const reading = readReusedContext(previous, retrieved, scene, {
      ...{ sources, finisher, hashOf, textBefore, sha256Hex },
    })
    const reusedContext = await Promise.race([reading, aborted]).catch(() => undefined)
    return reusedContext ? { ...gathered, reusedContext } : gathered
  } finally {
    stopClock()
    stop()
  }

  async function readSource(source: Source): Promise<Answer> {
    const notices: Notice[] = []
    const trim: TrimRow[] = []
    try {
      const drafts = await Promise.race([source.read(scene, ioFor(source, notices, trim)), aborted])
      if (!Array.isArray(drafts)) throw new TypeError('a source answered without a list')
      return { source, drafts, notices, trim }
    } catch (error) {
      return missing(source, error)
    }
  }

  function missing(source: Source, error: unknown): Answer {
    if (request.signal?.aborted) throw cancelled(error)
    const cause = error instanceof Error ? error.message : 'unknown'
    logger.warn({ source: source.name, cause }, 'source unavailable')
    return { source, drafts: [], notices: [source.missing], trim: [] }
  }

  function ioFor(source: Source, notices: Notice[], trim: TrimRow[]): SourceIo {
    return {
      signal,
      limits: options.limits,
      ...(options.unsentMessages ? { unsentMessages: options.unsentMessages } : {}),
      ...(previousRefs ? { previouslyIncluded: previousRefs.get(source.name) ?? [] } : {}),
      ...(left?.windowFrom === undefined ? {} : { windowFrom: left.windowFrom }),
      countRange: (text, from, to) => options.counter.ranges(text).count(from, to),
      notice(notice) {
        if (isCoded(notice)) notices.push(notice)
      },
      reportOmitted(sourceRef, reason, beforeChars = 0) {
        if (typeof sourceRef !== 'string') return
        trim.push({
          layer: source.layer,
          sourceRef,
          action: 'dropped',
          reason,
          beforeChars,
          afterChars: 0,
        })
      },
    }
  }

  async function finishAll(answer: Answer): Promise<Answer & { readonly chunks: readonly Chunk[] }> {
    const { source } = answer
    const notices = [...answer.notices]
    const trim = [...answer.trim]
    const isSound = (draft: Draft) => {
      const field = faultOf(draft, source, scene)
      if (field === undefined) return true
      trim.push(rejected(source, draft))
      notices.push({ code: 'CONTEXT_INVALID_CHUNK', params: { field } })
      return false
    }
    try {
      const chunks = await finisher.all(source, answer.drafts, scene, async () => {
        const finished: Chunk[] = []
        for (const draft of answer.drafts.filter(isSound))
          finished.push(
            finisher.fromCache(source, draft, scene) ?? (await finisher.finish(source, draft, scene)),
          )
        return finished
      })
      return { ...answer, notices, trim, chunks }
    } catch (error) {
      return { ...missing(source, error), chunks: [] }
    }
  }
}

/** What earlier requests left of each source. */
function refsBySource({ previous, starts }: Left): ReadonlyMap<string, readonly Ref[]> {
  const refs = new Map<string, Ref[]>()
  const add = (source: string, ref: Ref) => {
    const existing = refs.get(source)
    if (existing) existing.push(ref)
    else refs.set(source, [ref])
  }
  for (const start of starts) add(start.source, start)
  for (const { source, ref } of previous.frozen) add(source, ref)
  for (const { source, ref } of previous.late) add(source, ref)
  return refs
}

function collect(answers: readonly (Answer & { readonly chunks: readonly Chunk[] })[]): Gathered {
  const byLayer: Record<LayerName, Chunk[]> = { rules: [], settings: [], retrieved: [], immediate: [] }
  const redaction: RedactionRow[] = []
  for (const { source, chunks } of answers)
    for (const chunk of chunks) {
      byLayer[source.layer].push(chunk)
      for (const row of chunk.redaction) redaction.push(row)
    }
  return {
    chunks: byLayer,
    notices: answers.flatMap(({ notices }) => notices),
    trim: answers.flatMap(({ trim }) => trim),
    redaction,
  }
}

/** Without the parts of Retrieved that the author does not want this time; each leaves its row. */
function leaveOut(gathered: Gathered, { without = [] }: ContextRequest): Gathered {
  if (without.length === 0) return gathered
  const { retrieved } = gathered.chunks
  const out = retrieved.filter(({ ref }) => isUnwanted(ref, without))
  return {
    ...gathered,
    chunks: { ...gathered.chunks, retrieved: retrieved.filter((chunk) => !out.includes(chunk)) },
    trim: [...gathered.trim, ...out.map((chunk) => unwantedRow(chunk, chunkKey(chunk)))],
  }
}

function withoutUnwanted(previous: PreviousContext, { without = [] }: ContextRequest): PreviousContext {
  if (without.length === 0) return previous
  const isAllowed = ({ ref }: PreviousContext['late'][number]) => !isUnwanted(ref, without)
  const { frozen, late } = previous
  return { ...previous, frozen: frozen.filter(isAllowed), late: late.filter(isAllowed) }
}

function refuseForeign(
  source: Source,
  drafts: readonly Draft[],
  { projectId }: ContextRequest,
  logger: Logger,
): void {
  const foreign = drafts.find(
    (draft) => draft?.storeId !== projectId && typeof draft?.storeId === 'string' && draft.storeId !== '',
  )
  if (!foreign) return
  logger.error(
    { security: true, projectId, foreign: foreign.storeId, source: source.name },
    'material of another project refused',
  )
  throw new AppError(ErrorCode.CONTEXT_SCOPE_VIOLATION, { why: 'source' })
}

/** What makes a draft unusable; it may come from an embedder, so every field is checked. */
function faultOf(draft: Draft, source: Source, scene: Scene): string | undefined {
  if (typeof draft !== 'object' || draft === null) return 'draft'
  const { ref, storeId, title, text, forms, confidence, priority, reason } = draft
  if (typeof storeId !== 'string' || storeId === '') return 'storeId'
  if (typeof ref?.path !== 'string' || ref.path === '') return 'ref'
  if (typeof text !== 'string') return 'text'
  if (typeof title !== 'string') return 'title'
  if (!isCoded(reason)) return 'reason'
  if (isNoNumber(confidence) || isNoNumber(priority) || isNoNumber(ref.position)) return 'score'
  if (isNoOffset(ref.from) || isNoOffset(ref.to)) return 'range'
  if (forms && Object.values(forms).some((form) => typeof form !== 'string')) return 'forms'
  return isNoNumber(source.score?.(draft, scene)) ? 'score' : undefined
}

const isCoded = (value: Notice | Reason | null | undefined) =>
  typeof value?.code === 'string' && typeof value.params === 'object' && value.params !== null

const isNoNumber = (value: number | undefined) => value !== undefined && !Number.isFinite(value)
const isNoOffset = (value: number | undefined) =>
  value !== undefined && !(Number.isFinite(value) && value >= 0)

function rejected({ layer }: Source, draft: Draft | null | undefined): TrimRow {
  const path = draft?.ref?.path
  return {
    layer,
    sourceRef: typeof path === 'string' && path !== '' ? path : 'unknown',
    action: 'dropped',
    reason: 'invalid_format',
    beforeChars: typeof draft?.text === 'string' ? draft.text.length : 0,
    afterChars: 0,
  }
}

const stepMs = 50

/**
 * Calls back after `ms` in which a source could have answered. Counted in steps, so that a time in which the
 * process itself was busy, with hundreds of requests or one huge text, counts as one step: it is no source's
 * fault, and no author's rules may be missing because of it. Returns what stops the clock.
 */
function startDeadline(ms: number, onTimeout: () => void): () => void {
  let left = ms
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    const step = Math.min(stepMs, left)
    timer = setTimeout(() => {
      left -= step
      if (left > 0) wait()
      else onTimeout()
    }, step)
  }
  wait()
  return () => clearTimeout(timer)
}

/** Rejects when the signal fires: one listener for all sources of a request. */
function whenAborted(signal: AbortSignal): {
  readonly aborted: Promise<never>
  readonly stop: () => void
} {
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  // It may fire when nothing awaits it.
  promise.catch(() => undefined)
  return { aborted: promise, stop: () => signal.removeEventListener('abort', onAbort) }
}
