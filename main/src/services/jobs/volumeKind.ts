import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError, toPayload } from '../../lib/appError.ts'
import type { ItemResult, JobItem } from './job.ts'
import { volumePrompt } from './volumePrompt.ts'

/** A place for a synopsis of several chapters: a volume, a range of chapters, or those far back. */
interface WidePlace {
  /** Of the volume; `_book`. */
  readonly id: string
  readonly kind: 'volume' | 'range' | 'book'
  /** Of the volume or range; empty for the book. */
  readonly title: string
  /** Ids of its chapters. */
  readonly chapters: readonly string[]
  /** Words of these chapters. */
  readonly words: number
  /** What it is made from. */
  readonly basis: {
    readonly hash: string
    /** Parts that have none yet. */
    readonly missing: number
    readonly texts: readonly { readonly title: string; readonly text: string }[]
  }
  /** Absent: none is written yet. */
  readonly synopsis?: {
    readonly text: string
    readonly source: 'user' | 'model'
    readonly stale: boolean
  }
}

/** What the synopses of volumes need of the rest of the app. */
export interface VolumeKindPorts {
  /** In the order of the book, what they are made from first. */
  list(projectId: string): Promise<readonly WidePlace[]>
  save(
    projectId: string,
    synopsis: {
      readonly id: string
      readonly text: string
      readonly source: 'model'
      readonly basisHash: string
      readonly base: string
    },
  ): Promise<unknown>
  /** Ids of chapters that have a synopsis. */
  written(projectId: string): Promise<ReadonlySet<string>>
  /** Language of the book. */
  language(projectId: string): Promise<'zh' | 'en'>
  /** Without secrets. */
  redact(projectId: string, text: string): Promise<string>
  /** Who answers. */
  model(modelId: string): Promise<{
    readonly windowTokens: number
    readonly outputReserveTokens: number
    /** Tokens of a text. */
    count(text: string): number
    /** US dollars of one request; undefined: it has no price. */
    price(usage: { readonly inputTokens: number; readonly outputTokens: number }): number | undefined
  }>
  /** Sends a request. Never rejects for a failure of the service. */
  generate(
    projectId: string,
    modelId: string,
    prompt: { readonly systemPrompt: string; readonly userContent: string },
    signal: AbortSignal,
  ): Promise<Pick<ItemResult, 'text' | 'cutOff' | 'error' | 'spending'>>
}

/** Tokens that the synopsis of a chapter is expected to have. */
const chapterTokens = 300
const tokensPerWord = 1.4
const rankOf = { volume: 1, range: 1, book: 2 } as const

/** Whether an item is the synopsis of a volume or of the book. */
export const isWide = ({ itemId }: Pick<JobItem, 'itemId'>): boolean => itemId !== undefined

/** The part of a job that writes the synopses of volumes and of the book, from those that the job has written. */
export function createVolumeKind(ports: VolumeKindPorts) {
  /** Those that are missing or stale, or will be when these chapters have new synopses. */
  function needed(places: readonly WidePlace[], rewritten: ReadonlySet<string>): readonly WidePlace[] {
    const affected = new Set<WidePlace>()
    for (const place of places) {
      const { kind, synopsis, chapters } = place
      if (synopsis?.source === 'user') continue
      const isOpen = synopsis === undefined || synopsis.stale || chapters.some((id) => rewritten.has(id))
      const restsOnOpen =
        kind === 'book' && [...affected].some((each) => each.chapters.some((id) => chapters.includes(id)))
      if (isOpen || restsOnOpen) affected.add(place)
    }
    return [...affected]
  }

  return {
    /** The requests, when these chapters are going to have new synopses; only of readable chapters is one expected. */
    async plan(
      projectId: string,
      readable: readonly string[],
      rewritten: readonly string[],
      modelId: string,
    ): Promise<readonly JobItem[]> {
      const places = needed(await ports.list(projectId), new Set(rewritten))
      if (places.length === 0) return []
      const [model, language] = [await ports.model(modelId), await ports.language(projectId)]
      const isReadable = new Set(readable)
      return places.map((place): JobItem => {
        const reads = place.chapters.filter((id) => isReadable.has(id))
        const { systemPrompt, userContent, mostWords } = volumePrompt({ ...place, texts: [] }, language)
        const parts =
          place.kind === 'book'
            ? model.count(place.basis.texts.map(({ text }) => text).join('\n'))
            : reads.length * chapterTokens
        const usage = {
          inputTokens: model.count(systemPrompt) + model.count(userContent) + parts,
          outputTokens: Math.round(mostWords * tokensPerWord),
        }
        return {
          ...{ documentId: place.chapters[0] ?? '', itemId: place.id, rank: rankOf[place.kind] },
          reads: reads.map((documentId) => ({ documentId, part: 0, parts: 1 })),
          ...{ ...usage, price: model.price(usage) },
        }
      })
    },

    /** Of these, those that still need an answer, when the chapters among the items have theirs. */
    async select(projectId: string, items: readonly JobItem[]): Promise<readonly JobItem[]> {
      const rewritten = items.filter((item) => !isWide(item)).map(({ documentId }) => documentId)
      const open = needed(await ports.list(projectId), new Set(rewritten)).map(({ id }) => id)
      return items.filter((item) => open.includes(item.itemId ?? ''))
    },

    /** Writes one, where it is still missing or stale. Never rejects: a failure is a result. */
    async run(
      projectId: string,
      { documentId, itemId = '', reads = [] }: JobItem,
      modelId: string,
      signal: AbortSignal,
    ): Promise<ItemResult> {
      const result = { documentId, itemId, text: '' }
      try {
        const place = (await ports.list(projectId)).find(({ id }) => id === itemId)
        if (!place) throw new AppError(ErrorCode.NOT_FOUND, { why: 'volumeSynopsis' })
        const { synopsis, basis } = place
        // What it rests on has been written again, and says the same.
        if (synopsis && (synopsis.source === 'user' || !synopsis.stale))
          return { ...result, text: synopsis.text, documentHash: basis.hash }
        const written = await ports.written(projectId)
        const isMissing =
          place.kind === 'book' ? basis.missing > 0 : reads.some((part) => !written.has(part.documentId))
        if (basis.texts.length === 0 || isMissing)
          throw new AppError(ErrorCode.NOT_FOUND, { why: 'chapterSynopses' })
        const texts = await Promise.all(
          basis.texts.map(async ({ title, text }) => ({
            title: await ports.redact(projectId, title),
            text: await ports.redact(projectId, text),
          })),
        )
        const prompt = volumePrompt({ ...place, texts }, await ports.language(projectId))
        const model = await ports.model(modelId)
        const size = model.count(prompt.systemPrompt) + model.count(prompt.userContent)
        if (size > model.windowTokens - model.outputReserveTokens)
          throw new AppError(ErrorCode.AI_CONTEXT_TOO_LONG, { host: '', model: modelId })
        const answer = await ports.generate(projectId, modelId, prompt, signal)
        const error =
          answer.error ??
          (answer.cutOff ? toPayload(new AppError(ErrorCode.AI_ANSWER_INCOMPLETE)) : undefined)
        const text = error ? '' : answer.text.trim()
        return { ...result, ...answer, text, documentHash: basis.hash, ...(error && { error }) }
      } catch (failure) {
        if (!isAppError(failure)) throw failure
        return { ...result, error: toPayload(failure) }
      }
    },

    /** Puts an answer into its file, unless the author has written one meanwhile. Throws what writing throws. */
    async store(projectId: string, { itemId = '', text, documentHash = '' }: ItemResult): Promise<void> {
      const place = (await ports.list(projectId)).find(({ id }) => id === itemId)
      const before = place?.synopsis
      if (before && (before.source === 'user' || !before.stale)) return
      const base = before?.text ?? ''
      await ports.save(projectId, { id: itemId, text, source: 'model', basisHash: documentHash, base })
    },
  }
}
