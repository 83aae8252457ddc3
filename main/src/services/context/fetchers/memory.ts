import { isAppError } from '../../../lib/appError.ts'
import { headThatFits } from '../cuts.ts'
import { limit, score } from '../layers.ts'
import type { Chunk, ContextRequest, FetchContext, Fetcher, FetchResult, TrimRow } from '../types.ts'
import { redactedChunk } from './redactedChunk.ts'

export interface PreferenceRule {
  readonly id: string
  readonly text: string
  readonly confidence: number
  readonly asConstraint?: boolean | undefined
}

export interface EpisodeRecord {
  readonly id: string
  readonly instruction: string
  readonly excerpt: string
  readonly outcome: 'accepted' | 'edited' | 'rejected'
  readonly text?: string | undefined
}

/** What the memory fetchers read from. */
export interface MemoryPort {
  /** Confirmed preferences only. Throws MEMORY_UNAVAILABLE when the file is broken. */
  confirmed(projectId: string): Promise<readonly PreferenceRule[]>
  recall(
    projectId: string,
    request: {
      readonly documentId: string
      readonly query: { readonly instruction: string; readonly text: string }
    },
    signal: AbortSignal,
  ): Promise<readonly { readonly episode: EpisodeRecord; readonly similarity: number }[]>
  readonly working: { instructions(projectId: string, documentId: string): readonly string[] }
}

const unavailable = 'MEMORY_UNAVAILABLE: 记忆没有读到，本次未注入'
const constraintPriority = 100
/** Characters before the cursor that stand for the request when nothing is selected. */
const queryUnits = 500
/** An accepted text is looked for in the chapter by this many of its first characters. */
const recognisedUnits = 40

/** Confirmed preferences: into Settings, or as a derived constraint into Rules. */
export function createPreferencesFetcher(memory: Pick<MemoryPort, 'confirmed'>): Fetcher {
  async function fetch(request: ContextRequest, context: FetchContext): Promise<FetchResult> {
    const zh = request.language === 'zh'
    const all = await readable(memory, request.projectId)
    if (all === undefined) return { chunks: [], warnings: [unavailable], trim: [brokenFile] }
    const finished = await Promise.all(
      all.map(({ id, text, confidence, asConstraint }) => {
        const base = { projectId: request.projectId, source: `memory:${id}`, text: text.trim() }
        const draft: Omit<Chunk, 'tokenCount'> = asConstraint
          ? {
              ...base,
              layer: 'rules',
              kind: 'constraint',
              label: zh ? '创作约束' : 'Constraint',
              priority: constraintPriority,
              automatic: true,
              reason: '写作偏好，作为约束',
            }
          : {
              ...base,
              layer: 'settings',
              kind: 'preference',
              label: zh ? '写作偏好' : 'Preference',
              confidence,
              reason: '写作偏好',
            }
        return redactedChunk(context, 'creonow', draft)
      }),
    )
    const chunks = finished.map(({ chunk }) => chunk)
    const { kept, trim } = withinLimit(chunks, context.limits.settingsTokens)
    return { chunks: kept, trim, redaction: finished.flatMap(({ redaction }) => redaction) }
  }
  return { name: 'preferences', layer: 'settings', unavailable, fetch }
}

const brokenFile: TrimRow = {
  layer: 'settings',
  sourceRef: '.creonow/memory/preferences.json',
  action: 'dropped',
  reason: 'invalid_format',
  beforeChars: 0,
  afterChars: 0,
}

/** Undefined when the file is broken; any other failure is the engine's to report. */
async function readable(memory: Pick<MemoryPort, 'confirmed'>, projectId: string) {
  try {
    return await memory.confirmed(projectId)
  } catch (error) {
    if (isAppError(error, 'MEMORY_UNAVAILABLE')) return undefined
    throw error
  }
}

/** The surest first, as far as the layer's fetch limit goes; constraints are not limited here. */
function withinLimit(chunks: readonly Chunk[], limitTokens: number): { kept: Chunk[]; trim: TrimRow[] } {
  let room = limitTokens
  const kept = chunks.filter(({ layer }) => layer === 'rules')
  const trim: TrimRow[] = []
  const bySureness = chunks
    .filter(({ layer }) => layer === 'settings')
    .toSorted((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0))
  for (const chunk of bySureness) {
    if (chunk.tokenCount <= room) {
      room -= chunk.tokenCount
      kept.push(chunk)
    } else trim.push(droppedRow(chunk))
  }
  return { kept, trim }
}

const droppedRow = ({ layer, source, text }: Chunk): TrimRow => ({
  layer,
  sourceRef: source,
  action: 'dropped',
  reason: 'over_budget',
  beforeChars: text.length,
  afterChars: 0,
})

/** Earlier exchanges that resemble this request, of chapters up to this one. */
export function createEpisodesFetcher(memory: Pick<MemoryPort, 'recall'>): Fetcher {
  async function fetch(request: ContextRequest, context: FetchContext): Promise<FetchResult> {
    const { document, cursorPosition, selection, projectId, documentId } = request
    const text = selection
      ? document.text.slice(selection.from, Math.min(selection.to, selection.from + queryUnits))
      : document.text.slice(Math.max(0, cursorPosition - queryUnits), cursorPosition)
    const query = { instruction: request.additionalInput?.slice(0, queryUnits) ?? '', text }
    const found = await memory.recall(projectId, { documentId, query }, context.signal)
    // What was accepted stands in the chapter itself; it is not shown a second time.
    const fresh = found.filter(({ episode }) => !isInText(episode, document.text))
    const finished = await Promise.all(
      fresh.map(({ episode, similarity }) =>
        redactedChunk(context, 'creonow', {
          layer: 'retrieved',
          kind: 'episode',
          projectId,
          source: `memory:${episode.id}`,
          label: request.language === 'zh' ? '以前的一次' : 'An earlier exchange',
          text: episodeText(episode, request.language === 'zh'),
          score: score.episode(similarity),
          reason: `与这次相近 ${similarity.toFixed(2)}`,
        }),
      ),
    )
    return {
      chunks: finished.map(({ chunk }) => chunk),
      redaction: finished.flatMap(({ redaction }) => redaction),
    }
  }
  return { name: 'episodes', layer: 'retrieved', unavailable, fetch }
}

function isInText({ outcome, excerpt, text }: EpisodeRecord, document: string): boolean {
  if (outcome === 'rejected') return false
  const start = (text ?? excerpt).trim().slice(0, recognisedUnits)
  return start !== '' && document.includes(start)
}

function episodeText({ instruction, excerpt, outcome, text }: EpisodeRecord, zh: boolean): string {
  const words = zh
    ? {
        asked: '作者要求：',
        wrote: '写出：',
        accepted: '作者采纳了',
        edited: '作者改成：',
        rejected: '作者没有采用',
      }
    : {
        asked: 'Asked: ',
        wrote: 'Written: ',
        accepted: 'Accepted',
        edited: 'Changed to: ',
        rejected: 'Rejected',
      }
  const lines = [`${words.wrote}${excerpt}`, `${words[outcome]}${outcome === 'edited' ? (text ?? '') : ''}`]
  return (instruction === '' ? lines : [`${words.asked}${instruction}`, ...lines]).join('\n')
}

/** What the author asked for before in this session and chapter, newest last, at most 500 tokens. */
export function createWorkingMemoryFetcher(memory: Pick<MemoryPort, 'working'>): Fetcher {
  async function fetch(request: ContextRequest, context: FetchContext): Promise<FetchResult> {
    // Session state: a stateless request neither reads nor writes it.
    if (request.stateless) return { chunks: [] }
    const instructions = memory.working.instructions(request.projectId, request.documentId)
    if (instructions.length === 0) return { chunks: [] }
    const zh = request.language === 'zh'
    const newestFirst = instructions.toReversed()
    const lines = newestFirst.map((text) => `- ${text}`).join('\n')
    const { chunk, redaction } = await redactedChunk(context, 'creonow', {
      layer: 'immediate',
      kind: 'working',
      projectId: request.projectId,
      source: 'memory:working',
      label: zh ? '作者刚才的要求（最近的在前）' : 'What the author asked before (latest first)',
      text: lines,
      reason: '本次写作中的要求',
    })
    const fits = (end: number) => context.count(chunk.text.slice(0, end)) <= limit.workingMemoryTokens
    const text = chunk.text.slice(0, headThatFits(chunk.text, fits, 'grapheme'))
    if (text === '') return { chunks: [], redaction }
    return {
      chunks: [{ ...chunk, text, tokenCount: context.count(text), fetchedChars: chunk.text.length }],
      redaction,
    }
  }
  return { name: 'workingMemory', layer: 'immediate', unavailable, fetch }
}
