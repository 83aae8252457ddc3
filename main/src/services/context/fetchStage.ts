import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import type { Logger } from '../../lib/logger.ts'
import type { GuardedCounter } from './guardedCounter.ts'
import { kindOrder, layerOrder, warning } from './layers.ts'
import type {
  Chunk,
  ContextRequest,
  FetchContext,
  Fetcher,
  FetchLimits,
  FetchResult,
  LayerName,
  RedactionRow,
  Redactor,
  TrimRow,
} from './types.ts'

export interface Fetched {
  readonly chunks: Record<LayerName, readonly Chunk[]>
  readonly warnings: readonly string[]
  readonly trim: readonly TrimRow[]
  readonly redaction: readonly RedactionRow[]
}

export interface FetchStageOptions {
  readonly fetchers: readonly Fetcher[]
  readonly redactor: Redactor
  readonly logger: Logger
}

/**
 * Runs every source in parallel, each under its deadline. A source that throws, lies or is late is empty and
 * leaves its warning; a chunk of another project fails the request with CONTEXT_SCOPE_VIOLATION.
 */
export async function fetchLayers(
  options: FetchStageOptions,
  request: ContextRequest,
  limits: FetchLimits,
  counter: Pick<GuardedCounter, 'count' | 'ranges'>,
): Promise<Fetched> {
  const { fetchers, redactor, logger } = options
  const late = new AbortController()
  const stopClock = startDeadline(request.deadlineMs, () => late.abort(new Error('deadline')))
  const signal = request.signal ? AbortSignal.any([late.signal, request.signal]) : late.signal
  const { aborted, stop } = abortedBy(signal)
  const context: FetchContext = {
    signal,
    limits,
    count: counter.count,
    countRange: (text, from, to) => counter.ranges(text).count(from, to),
    redact: (text, scope) => redactor.redact(text, scope, request.projectId),
  }
  try {
    const results = await Promise.all(fetchers.map((fetcher) => read(fetcher)))
    return collect(results, request, logger)
  } finally {
    stopClock()
    stop()
  }

  async function read(fetcher: Fetcher): Promise<FetchResult> {
    try {
      return checkResult(await Promise.race([fetcher.fetch(request, context), aborted]))
    } catch (error) {
      if (request.signal?.aborted) throw new AppError(ErrorCode.CANCELLED, '已取消。', { cause: error })
      logger.warn(
        { source: fetcher.name, cause: error instanceof Error ? error.message : 'unknown' },
        'source unavailable',
      )
      return { chunks: [], warnings: [fetcher.unavailable] }
    }
  }
}

const stepMs = 50

/**
 * Calls back after `ms` in which a source could have answered. Counted in steps, so that a time in which the
 * process itself was busy, with hundreds of requests or one huge text, counts as one step: it is no source's
 * fault, and no author's rules may be missing because of it.
 */
function startDeadline(ms: number, onLate: () => void): () => void {
  let left = ms
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    const step = Math.min(stepMs, left)
    timer = setTimeout(() => {
      left -= step
      if (left > 0) wait()
      else onLate()
    }, step)
  }
  wait()
  return () => clearTimeout(timer)
}

/** Rejects when the signal fires: one listener for all sources of a request. */
function abortedBy(signal: AbortSignal): { readonly aborted: Promise<never>; readonly stop: () => void } {
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  // Nobody may be waiting when it fires.
  promise.catch(() => undefined)
  return { aborted: promise, stop: () => signal.removeEventListener('abort', onAbort) }
}

/** What a source says besides its chunks is taken as far as it is well formed. */
function checkResult(result: FetchResult): FetchResult {
  if (typeof result !== 'object' || result === null || !Array.isArray(result.chunks)) {
    throw new TypeError('a source answered without chunks')
  }
  const { chunks, warnings, trim, redaction } = result
  const listOf = <T>(value: readonly T[] | undefined, isSound: (item: T) => boolean): readonly T[] =>
    Array.isArray(value) ? value.filter(isSound) : []
  return {
    chunks,
    warnings: listOf(warnings, (text) => typeof text === 'string'),
    trim: listOf(trim, (row) => typeof row?.sourceRef === 'string' && layerOrder.includes(row.layer)),
    redaction: listOf(redaction, (row) => typeof row?.sourceRef === 'string' && row.matchCount > 0),
  }
}

function collect(results: readonly FetchResult[], request: ContextRequest, logger: Logger): Fetched {
  const chunks: Record<LayerName, Chunk[]> = { rules: [], settings: [], retrieved: [], immediate: [] }
  const trim: TrimRow[] = []
  const warnings: string[] = []
  for (const result of results) {
    warnings.push(...(result.warnings ?? []))
    trim.push(...(result.trim ?? []))
    for (const chunk of result.chunks) {
      refuseForeign(chunk, request, logger)
      if (request.skill.without?.includes(chunk?.layer)) continue
      const problem = faultOf(chunk)
      if (problem) {
        trim.push(rejected(chunk))
        warnings.push(`${warning.invalidChunk}: 一段资料格式不合规，已略过（${problem}）`)
      } else chunks[chunk.layer].push(chunk)
    }
  }
  return { chunks, warnings, trim, redaction: results.flatMap(({ redaction }) => redaction ?? []) }
}

function refuseForeign(chunk: Chunk | null | undefined, request: ContextRequest, logger: Logger) {
  const foreign = chunk?.projectId
  if (typeof foreign !== 'string' || foreign === '' || foreign === request.projectId) return
  const { projectId } = request
  logger.error(
    { security: true, projectId, foreign, layer: chunk?.layer },
    'chunk of another project refused',
  )
  throw new AppError(
    ErrorCode.CONTEXT_SCOPE_VIOLATION,
    '有资料来自另一个项目，这次请求已停下，什么也没有发送。',
  )
}

/** What makes a chunk unusable; the data may come from an embedder, so nothing about it is taken on trust. */
function faultOf(chunk: Chunk): string | undefined {
  if (typeof chunk !== 'object' || chunk === null) return 'chunk'
  if (!layerOrder.includes(chunk.layer)) return 'layer'
  if (!kindOrder[chunk.layer].includes(chunk.kind)) return 'kind'
  if (typeof chunk.projectId !== 'string' || chunk.projectId === '') return 'projectId'
  const { source, text, label, reason, tokenCount } = chunk
  if (typeof source !== 'string' || source === '') return 'source'
  if (typeof text !== 'string') return 'text'
  if (typeof label !== 'string' || typeof reason !== 'string') return 'label'
  if (!Number.isFinite(tokenCount) || tokenCount < 0) return 'tokenCount'
  if ([chunk.score, chunk.confidence, chunk.priority, chunk.place].some(isNoNumber)) return 'score'
  if ([chunk.from, chunk.to].some((offset) => isNoNumber(offset) || (offset ?? 0) < 0)) return 'range'
  if (chunk.levels && Object.values(chunk.levels).some((form) => typeof form !== 'string')) return 'levels'
  return undefined
}

const isNoNumber = (value: number | undefined) => value !== undefined && !Number.isFinite(value)

function rejected(chunk: Chunk | null | undefined): TrimRow {
  const layer = chunk && layerOrder.includes(chunk.layer) ? chunk.layer : 'retrieved'
  const sourceRef = typeof chunk?.source === 'string' && chunk.source ? chunk.source : 'unknown'
  const beforeChars = typeof chunk?.text === 'string' ? chunk.text.length : 0
  return { layer, sourceRef, action: 'dropped', reason: 'invalid_format', beforeChars, afterChars: 0 }
}
