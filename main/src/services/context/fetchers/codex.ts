import { score } from '../layers.ts'
import type {
  Chunk,
  ContextRequest,
  DetailLevel,
  FetchContext,
  Fetcher,
  FetchResult,
  Language,
  TrimRow,
} from '../types.ts'
import type { CodexCard, CodexFinding, CodexPort, CodexReading } from './ports.ts'
import { redactedChunk } from './redactedChunk.ts'
import { joinResults } from './rules.ts'

const unavailable = 'KG_UNAVAILABLE: 知识图谱数据未注入'
const constraintPriority = 50
/** Part of Retrieved's fetch limit that entries may take; the rest is for passages of the manuscript. */
const shareOfRetrieved = 0.75

type Draft = Parameters<typeof redactedChunk>[2]

/** What the codex gives to Rules and what it gives to Retrieved, found in one reading. */
export function createCodexFetchers(codex: CodexPort): readonly Fetcher[] {
  const readings = new WeakMap<ContextRequest, Promise<CodexReading>>()
  const ask = (request: ContextRequest) => {
    const reading = readings.get(request) ?? askFor(codex, request)
    readings.set(request, reading)
    return reading
  }
  return [rulesFetcher(ask), retrievedFetcher(ask)]
}

type Ask = (request: ContextRequest) => Promise<CodexReading>

/** Codex entries of the level `always`, and the constraints entries bring along. */
function rulesFetcher(ask: Ask): Fetcher {
  async function fetch(request: ContextRequest, context: FetchContext): Promise<FetchResult> {
    const { always, constraints } = await ask(request)
    const entries = await Promise.all(
      always.map((card) =>
        entryChunk(context, { ...draftOf(card, request, 'rules'), automatic: true }, card),
      ),
    )
    const derived = await Promise.all(
      constraints.map(async ({ id, path, place, text, of }): Promise<FetchResult> => {
        const { chunk, redaction } = await redactedChunk(context, 'creonow', {
          layer: 'rules',
          kind: 'constraint',
          projectId: request.projectId,
          source: path,
          item: id,
          place,
          label: '创作约束',
          text,
          priority: constraintPriority,
          automatic: true,
          reason: `来自条目「${of}」`,
        })
        return { chunks: [chunk], redaction }
      }),
    )
    return joinResults([...entries, ...derived])
  }
  return { name: 'codexRules', layer: 'rules', unavailable, fetch }
}

/** Entries found near the cursor, in the selection or the request, pinned ones, and their neighbours. */
function retrievedFetcher(ask: Ask): Fetcher {
  async function fetch(request: ContextRequest, context: FetchContext): Promise<FetchResult> {
    const reading = await ask(request)
    const results = await Promise.all(
      reading.found.map((card) => entryChunk(context, draftOf(card, request, 'retrieved'), card)),
    )
    const all = joinResults(results)
    const limit = Math.floor(context.limits.retrievedTokens * shareOfRetrieved)
    const fitted = fitLimit(all.chunks, limit, context.count)
    const { trim, warnings } = unusable(reading)
    return {
      ...all,
      chunks: fitted.chunks,
      trim: [...fitted.trim, ...trim],
      warnings: [...reading.warnings, ...warnings],
    }
  }
  return { name: 'codex', layer: 'retrieved', unavailable, fetch }
}

function askFor(codex: CodexPort, request: ContextRequest): Promise<CodexReading> {
  const { documentId, document, cursorPosition, selection, additionalInput, pinned } = request
  return codex.readForPrompt(request.projectId, {
    documentId,
    text: document.text,
    cursorPosition,
    selection,
    instruction: additionalInput ?? '',
    pinned,
  })
}

function draftOf(
  card: CodexCard,
  { projectId, language }: ContextRequest,
  layer: 'rules' | 'retrieved',
): Draft {
  const { found } = card
  const value = found && scoreOf(found)
  return {
    layer,
    kind: layer === 'retrieved' && found?.by === 'relation' ? 'neighbour' : 'entry',
    projectId,
    source: card.path,
    label: `${typeNames[language][card.type]} ${card.name}`,
    text: card.text,
    ...(value === undefined ? {} : { score: value }),
    ...(found && 'confidence' in found ? { confidence: found.confidence } : {}),
    ...(layer === 'retrieved' && (found?.by === 'pin' || found?.by === 'called') ? { pinned: true } : {}),
    reason: found ? reasonOf(found) : '始终',
  }
}

/** Shorter forms are redacted like the text itself: a secret must not come back through them. */
async function entryChunk(context: FetchContext, draft: Draft, { levels }: CodexCard): Promise<FetchResult> {
  const { chunk, redaction } = await redactedChunk(context, 'creonow', draft)
  const clean: Partial<Record<Exclude<DetailLevel, 'full'>, string>> = {}
  for (const level of ['short', 'line', 'name'] as const) {
    const text = levels[level]
    if (text !== undefined) clean[level] = (await context.redact(text, 'creonow')).text
  }
  return { chunks: [{ ...chunk, levels: clean }], redaction }
}

function scoreOf(found: CodexFinding): number {
  switch (found.by) {
    case 'pin':
    case 'called':
      return score.pinned
    case 'selection':
    case 'instruction':
      return score.inRequest
    case 'relation':
      return score.neighbour
    case 'earlier':
      return score.earlier(found.distance, found.window)
    default:
      return score.inWindow(found.distance, found.window)
  }
}

function reasonOf(found: CodexFinding): string {
  switch (found.by) {
    case 'pin':
      return '已钉住'
    case 'relation':
      return found.relation === '' ? `与「${found.of}」有关` : `与「${found.of}」有关：${found.relation}`
    case 'called':
      return `本次要求里点名「${found.key}」`
    case 'earlier':
      return `始终；光标前 ${found.distance} 字提到「${found.key}」`
    default:
      return `${placeOf(found)}提到「${found.key}」${found.confidence < 1 ? '（几个条目共用这个称呼）' : ''}`
  }
}

function placeOf(found: Exclude<CodexFinding, { by: 'pin' | 'relation' | 'called' | 'earlier' }>): string {
  if (found.by === 'selection') return '选中的文字里'
  if (!('distance' in found)) return '本次要求里'
  if (found.distance === 0) return '光标处'
  return `光标${found.by === 'before' ? '前' : '后'} ${found.distance} 字`
}

const typeNames: Record<Language, Record<CodexCard['type'], string>> = {
  zh: { character: '人物', location: '地点', item: '物品', faction: '势力', event: '事件', lore: '设定' },
  en: {
    character: 'Character',
    location: 'Location',
    item: 'Item',
    faction: 'Faction',
    event: 'Event',
    lore: 'Lore',
  },
}

/** Brings entries within the fetch limit, weakest first: neighbours go, then entries are shortened, then dropped. */
function fitLimit(
  chunks: readonly Chunk[],
  limit: number,
  count: (text: string) => number,
): { readonly chunks: readonly Chunk[]; readonly trim: readonly TrimRow[] } {
  let sum = chunks.reduce((total, { tokenCount }) => total + tokenCount, 0)
  if (sum <= limit) return { chunks, trim: [] }
  const kept = new Map(chunks.map((chunk) => [chunk, chunk]))
  const trim: TrimRow[] = []
  const weakest = chunks.toSorted(
    (a, b) => Number(!!a.pinned) - Number(!!b.pinned) || (a.score ?? 0) - (b.score ?? 0),
  )
  const drop = (chunk: Chunk) => {
    sum -= kept.get(chunk)?.tokenCount ?? 0
    kept.delete(chunk)
    const { source, text } = chunk
    trim.push({
      layer: 'retrieved',
      sourceRef: source,
      action: 'dropped',
      reason: 'over_budget',
      beforeChars: text.length,
      afterChars: 0,
    })
  }
  for (const chunk of weakest) if (sum > limit && chunk.kind === 'neighbour') drop(chunk)
  for (const level of ['short', 'line', 'name'] as const) {
    for (const chunk of weakest) {
      const text = chunk.levels?.[level]
      const current = kept.get(chunk)
      if (sum <= limit || text === undefined || !current) continue
      const tokenCount = count(text)
      sum += tokenCount - current.tokenCount
      kept.set(chunk, {
        ...current,
        text,
        tokenCount,
        level,
        levels: below(chunk, level),
        fetchedChars: chunk.text.length,
      })
    }
  }
  for (const chunk of weakest) if (sum > limit && kept.has(chunk) && !chunk.pinned) drop(chunk)
  return { chunks: chunks.flatMap((chunk) => kept.get(chunk) ?? []), trim }
}

function below({ levels }: Chunk, level: 'short' | 'line' | 'name'): NonNullable<Chunk['levels']> {
  const { short: _short, line, ...name } = levels ?? {}
  if (level === 'name') return {}
  return level === 'short' && line !== undefined ? { line, ...name } : name
}

/** A row for each entry file that could not be used, and one warning for all. */
function unusable({ broken }: CodexReading): Required<Pick<FetchResult, 'trim' | 'warnings'>> {
  const trim = broken.map(
    ({ path, reason }): TrimRow => ({
      layer: 'retrieved',
      sourceRef: path,
      action: 'dropped',
      reason: reason ?? 'invalid_format',
      beforeChars: 0,
      afterChars: 0,
    }),
  )
  // Copies that lie beside an entry are shown for comparison; nothing is wrong with the codex.
  const [first, ...rest] = broken.filter(({ reason }) => reason === undefined)
  if (!first) return { trim, warnings: [] }
  const others = rest.length > 0 ? `等 ${rest.length + 1} 个条目` : ''
  return {
    trim,
    warnings: [`CODEX_ENTRY_BROKEN: ${first.path} ${others}没有放进去（${first.problem}）`],
  }
}
