import { LRUCache } from 'lru-cache'
import { perObject } from '../../lib/perObject.ts'
import {
  composeReplacements,
  escapeMarkers,
  type Redacted,
  type Redactor,
  redactPart,
} from '../redaction/index.ts'
import { headThatFits } from './core/cuts.ts'
import { isMarkerLine, mayContainMarkerLine } from './core/template.ts'
import { type Chunk, chunkKey, type Reason, type RedactionRow, type Ref } from './core/types.ts'
import type { GuardedCounter } from './guardedCounter.ts'
import type { Scene } from './scene.ts'
import { redactForms, redactShortForm } from './shortForms.ts'
import type { Draft, Reread, Source } from './source.ts'

/** What was made of a draft's value: good until language, redaction or tokenizer change. */
interface CachedChunk {
  readonly language: string
  readonly version: number
  readonly chunk: Chunk
  readonly reason: Reason
  /** The draft's own words: a value that comes back with others is another draft. */
  readonly text: string
  readonly title: string
}

export interface Finisher {
  /**
   * The result of `finish` for a source's drafts. A frozen list that comes again is not compared: only a source whose
   * drafts never change freezes its list.
   */
  all(
    source: Source,
    drafts: readonly Draft[],
    scene: Scene,
    finish: () => Promise<readonly Chunk[]>,
  ): Promise<readonly Chunk[]>
  /** The chunk that was made of this draft's value before, when nothing about it has changed. */
  fromCache(source: Source, draft: Draft, scene: Scene): Chunk | undefined
  /** Redacts text, label, reason and every shorter form, guards our markers, counts. */
  finish(source: Source, draft: Draft, scene: Scene): Promise<Chunk>
  /** The chunk of a piece that an earlier request printed, from what its source reads of it now. */
  again(source: Source, piece: Piece, raw: Reread, scene: Scene): Promise<Chunk>
}

/** The facts of a chunk apart from its text. */
type Piece = Pick<Chunk, 'ref' | 'label' | 'title' | 'reason' | 'score' | 'pinned'>

/**
 * Cached chunks, by source and value of the draft. What depends on the scene (a reason, a score) is cached for each
 * scene too: requests for other places may come in between.
 */
export interface FinishedChunks {
  readonly anywhere: MadeBySource
  inScene(scene: Scene): MadeBySource
  readonly lists: WeakMap<readonly Draft[], MadeList>
  /** Made of what was read again, by source, scope and place. */
  readonly again: LRUCache<string, MadeAgain>
}

/** What was made of a whole list: good for the same source and, where that scores by it, the same scene. */
interface MadeList {
  readonly source: Source
  readonly scene: Scene
  readonly version: number
  readonly chunks: readonly Chunk[]
}

/** What was made of a piece that was read again. */
export interface MadeAgain {
  /** As its source read it. */
  readonly raw: Reread
  /** Of the redaction. */
  readonly version: number
  /** Good for the same raw text and version. */
  readonly chunk: Chunk
}

/** UTF-16 units that are counted at once: some 30 ms the first time. */
const turnUnits = 65_536

/** Chunks of Retrieved that some chapters reuse. */
const maxCachedPieces = 2048
/** Of the texts they were cut from: each edit of a chapter leaves another one. */
const maxCachedUtf16 = 2_000_000
/** What a piece of a huge chapter counts as, so that the pieces of one request always fit. */
const maxPieceUtf16 = maxCachedUtf16 / 32

type MadeBySource = WeakMap<Source, WeakMap<object, CachedChunk>>

export const createFinishedChunks = (): FinishedChunks => ({
  anywhere: new WeakMap(),
  inScene: perObject((_scene: Scene): MadeBySource => new WeakMap()),
  lists: new WeakMap(),
  again: new LRUCache({
    max: maxCachedPieces,
    maxSize: maxCachedUtf16,
    sizeCalculation: ({ raw: { text, whole = text } }) => Math.min(Math.max(1, whole.length), maxPieceUtf16),
  }),
})

/** The one place where a draft becomes a chunk, so that no source can forget anything. */
export function createFinisher(options: {
  readonly redactor: Redactor
  readonly counter: Pick<GuardedCounter, 'count' | 'ranges' | 'failed' | 'additive'>
  /** What earlier requests made with the same tokenizer. */
  readonly finished: FinishedChunks
}): Finisher {
  const { redactor, counter, finished } = options
  const version = redactor.version?.() ?? 0

  /** What a cache has of the draft's value. */
  function cachedIn(
    cache: MadeBySource,
    source: Source,
    { of, storeId, text, title }: Draft,
    language: string,
  ): CachedChunk | undefined {
    const entry = of && cache.get(source)?.get(of)
    if (entry?.version !== version || entry.language !== language) return undefined
    // A value that all projects share, as a skill of the app: its chunk is of one of them.
    if (entry.chunk.projectId !== storeId) return undefined
    return entry.title === title && entry.text === text ? entry : undefined
  }

  // Called for hundreds of drafts in every request: it makes no object of its own.
  function fromCache(source: Source, draft: Draft, scene: Scene): Chunk | undefined {
    if (!draft.of || counter.failed()) return undefined
    const own = cachedIn(finished.inScene(scene), source, draft, scene.language)
    const general = cachedIn(finished.anywhere, source, draft, scene.language)
    if (!own && !general) return undefined
    const score = source.score?.(draft, scene)
    // The scene's own first: a chunk of the general cache may be of another place.
    const ofScene = isOfDraft(own, draft, score) ? own : undefined
    const entry = ofScene ?? (isOfDraft(general, draft, score) ? general : undefined)
    if (!entry) return undefined
    remember(source, draft.of, scene, entry)
    return entry.chunk
  }

  async function finish(source: Source, draft: Draft, scene: Scene): Promise<Chunk> {
    const { language } = scene
    const usable = counter.failed()
      ? undefined
      : (cachedIn(finished.inScene(scene), source, draft, language) ??
        cachedIn(finished.anywhere, source, draft, language))
    const redact = (text: string) => redactor.redact(text, source.redaction ?? 'creonow', scene.projectId)
    const base = usable ? usable.chunk : await makeChunk(source, draft, scene, redact)
    const reason =
      usable && isSameReason(usable.reason, draft.reason)
        ? base.reason
        : await redactReason(draft.reason, redact)
    const { score: _score, confidence: _confidence, pinned: _pinned, ...still } = base
    const chunk: Chunk = { ...still, ...rankingOf(source, draft, scene), ref: draft.ref, reason }
    if (draft.of && !counter.failed())
      remember(source, draft.of, scene, {
        language,
        version,
        chunk,
        reason: draft.reason,
        text: draft.text,
        title: draft.title,
      })
    return chunk
  }

  async function all(
    source: Source,
    drafts: readonly Draft[],
    scene: Scene,
    finish: () => Promise<readonly Chunk[]>,
  ): Promise<readonly Chunk[]> {
    const isCacheable = Object.isFrozen(drafts) && drafts.length > 0
    const before = isCacheable && !counter.failed() ? finished.lists.get(drafts) : undefined
    const isOfScene = before?.scene === scene || (!source.score && before?.scene.language === scene.language)
    if (before && before.source === source && before.version === version && isOfScene) return before.chunks
    const chunks = await finish()
    // A draft that was refused leaves its row every time.
    if (isCacheable && !counter.failed() && chunks.length === drafts.length)
      finished.lists.set(drafts, { source, scene, version, chunks })
    return chunks
  }

  function remember(source: Source, of: object, scene: Scene, value: CachedChunk): void {
    rememberIn(finished.anywhere, source, of, value)
    if (source.stability === 'scene') rememberIn(finished.inScene(scene), source, of, value)
  }

  function rememberIn(cache: MadeBySource, source: Source, of: object, value: CachedChunk): void {
    const ofSource = cache.get(source)
    if (ofSource) ofSource.set(of, value)
    else cache.set(source, new WeakMap([[of, value]]))
  }

  async function makeChunk(
    source: Source,
    draft: Draft,
    scene: Scene,
    redact: (text: string) => Promise<Redacted>,
  ): Promise<Chunk> {
    const { ref, whole, priority } = draft
    const { from = 0, to = 0 } = ref
    const guarded = await makeSafe(draft, ref, redact)
    const label = await redact(source.label?.(draft, scene.language) ?? draft.title)
    const title = await redact(draft.title)
    const forms = await guardForms(draft, guarded, redact)
    const isAsStored = whole !== undefined && guarded.text === draft.text
    const cutFrom = isAsStored && source.layer === 'immediate' && { text: whole, from }
    const chunk: Chunk = {
      source,
      projectId: draft.storeId,
      ref,
      label: label.text,
      title: title.text,
      text: guarded.text,
      tokenCount: cutFrom ? await countInTurns(whole, from, to) : await countWhole(guarded.text),
      ...(forms ? { forms } : {}),
      ...(priority === undefined ? {} : { priority }),
      ...(draft.fetchedChars === undefined ? {} : { fetchedChars: draft.fetchedChars }),
      ...(cutFrom ? { cutFrom } : {}),
      replacements: guarded.replacements,
      reason: draft.reason,
      redaction: rowsOf(ref.path, [...guarded.evidence, ...label.evidence]),
    }
    return source.maxTokens === undefined ? chunk : cutToMost(chunk, source.maxTokens, counter.count)
  }

  /** The first count of a huge chapter takes half a second: others get their turn in between. */
  async function countInTurns(text: string, from: number, to: number): Promise<number> {
    const ranges = counter.ranges(text)
    for (let start = from; counter.additive() && to - start > turnUnits; start += turnUnits) {
      ranges.count(start, start + turnUnits)
      await new Promise(setImmediate)
    }
    return ranges.count(from, to)
  }

  const countWhole = async (text: string): Promise<number> =>
    text.length > turnUnits ? countInTurns(text, 0, text.length) : counter.count(text)

  async function again(source: Source, piece: Piece, raw: Reread, scene: Scene): Promise<Chunk> {
    const { ref, label, title, reason, score, pinned } = piece
    const key = [source.name, scene.projectId, scene.language, chunkKey(piece)].join('\0')
    const before = finished.again.get(key)
    if (before && before.version === version && isSameRaw(before.raw, raw) && !counter.failed())
      return before.chunk
    const draft: Draft = { ref, storeId: scene.projectId, title, text: raw.text, reason, ...partOf(raw) }
    const redact = (text: string) => redactor.redact(text, source.redaction ?? 'creonow', scene.projectId)
    const plain = await makeChunk({ ...source, label: () => label }, draft, scene, redact)
    const chunk: Chunk = {
      ...plain,
      source,
      ...(score === undefined ? {} : { score }),
      ...(pinned === undefined ? {} : { pinned }),
    }
    if (!counter.failed()) finished.again.set(key, { raw, version, chunk })
    return chunk
  }

  return { all, fromCache, finish, again }
}

const partOf = ({ forms, whole, shortOf }: Reread): Pick<Draft, 'forms' | 'whole' | 'shortOf'> => ({
  ...(shortOf === undefined ? {} : { shortOf }),
  ...(forms === undefined ? {} : { forms }),
  ...(whole === undefined ? {} : { whole }),
})

const isSameRaw = (a: Reread, b: Reread) =>
  a.text === b.text &&
  a.whole === b.whole &&
  a.shortOf === b.shortOf &&
  a.forms?.short === b.forms?.short &&
  a.forms?.line === b.forms?.line &&
  a.forms?.name === b.forms?.name

type Ranking = Pick<Chunk, 'score' | 'confidence' | 'pinned' | 'order'>

function rankingOf(source: Source, draft: Draft, scene: Scene): Ranking {
  const { confidence, pinned, order } = draft
  const score = source.score?.(draft, scene)
  return {
    ...(score === undefined ? {} : { score }),
    ...(confidence === undefined ? {} : { confidence }),
    ...(pinned === undefined ? {} : { pinned }),
    ...(order === undefined ? {} : { order }),
  }
}

/** Whether a chunk is what the draft with this score becomes. */
const isOfDraft = (
  entry: CachedChunk | undefined,
  draft: Draft,
  score: number | undefined,
): entry is CachedChunk =>
  entry !== undefined &&
  entry.chunk.score === score &&
  entry.chunk.confidence === draft.confidence &&
  entry.chunk.pinned === draft.pinned &&
  entry.chunk.order === draft.order &&
  isSameRef(entry.chunk.ref, draft.ref) &&
  isSameReason(entry.reason, draft.reason)

/** What is in scope decides about an item's position, and not the item. */
const isSameRef = (a: Ref, b: Ref) =>
  a.path === b.path && a.item === b.item && a.from === b.from && a.to === b.to && a.position === b.position

function isSameReason(a: Reason, b: Reason): boolean {
  if (a === b) return true
  if (a.code !== b.code) return false
  const [ours, theirs] = [a.params, b.params] as Readonly<Record<string, unknown>>[] // plain values by name
  // Not by entries: hundreds of drafts are compared in every request.
  for (const name in ours) if (!isSameParam(ours[name], theirs?.[name])) return false
  return true
}

const isSameParam = (a: unknown, b: unknown): boolean =>
  a === b ||
  (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, at) => item === b[at]))

/** A reason may quote a name, and a name may be a secret. */
async function redactReason(reason: Reason, redact: (text: string) => Promise<Redacted>): Promise<Reason> {
  const clean = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map(clean))
    return typeof value === 'string' ? (await redact(value)).text : value
  }
  const params = await Promise.all(
    Object.entries(reason.params).map(async ([name, value]) => [name, await clean(value)]),
  )
  return { code: reason.code, params: Object.fromEntries(params) } as Reason // the same kinds of values
}

/** A text without secrets and without lines that could be ours; redacted whole, then cut. */
export async function makeSafe(
  { text, whole, shortOf }: Pick<Draft, 'text' | 'whole' | 'shortOf'>,
  { from = 0, to = 0 }: Ref,
  redact: (text: string) => Promise<Redacted>,
): Promise<Redacted> {
  const redacted =
    whole !== undefined
      ? await redactPart(redact, whole, from, to)
      : shortOf !== undefined
        ? await redactShortForm(text, { original: shortOf, redacted: await redact(shortOf) }, redact)
        : await redact(text)
  // The identical string where there is one: caches by identity have its values.
  return guard(redacted.text === text ? { ...redacted, text } : redacted)
}

/** Lines that could be mistaken for our section markers get one backslash, with evidence. */
function guard(redacted: Redacted): Redacted {
  if (!mayContainMarkerLine(redacted.text)) return redacted
  const { text, replacements, evidence } = escapeMarkers(redacted.text, isMarkerLine)
  if (replacements.length === 0) return redacted
  return {
    text,
    replacements: composeReplacements(redacted.replacements, replacements),
    evidence: [...redacted.evidence, ...evidence],
  }
}

async function guardForms(
  draft: Draft,
  guarded: Redacted,
  redact: (text: string) => Promise<Redacted>,
): Promise<Chunk['forms']> {
  return redactForms(draft, guarded, async (form) => guard(await redact(form)))
}

function rowsOf(sourceRef: string, evidence: Redacted['evidence']): RedactionRow[] {
  return evidence.map((row) => ({ ...row, sourceRef }))
}

function cutToMost(chunk: Chunk, maxTokens: number, count: (text: string) => number): Chunk {
  const end = headThatFits(chunk.text, (to) => count(chunk.text.slice(0, to)) <= maxTokens, 'grapheme')
  if (end === chunk.text.length) return chunk
  const text = chunk.text.slice(0, end)
  return { ...chunk, text, tokenCount: count(text), fetchedChars: chunk.text.length }
}
