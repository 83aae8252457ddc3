import { randomBytes } from 'node:crypto'
import type { ListedConstraint } from '#contract/constraints.ts'
import type { Episode, Preference } from '#contract/memory.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import { chapterPositions, type NamedChapter } from '../../lib/chapterPositions.ts'
import type { Clock } from '../../lib/clock.ts'
import type { FileCache } from '../../lib/fileCache.ts'
import type { Logger } from '../../lib/logger.ts'
import { noticesOf, type VersionedFiles } from '../../lib/versionedFile/index.ts'
import { distilPrompt, type Generate, readProposals } from './distil.ts'
import type { EpisodeQuery, RecalledEpisode } from './episodeIndex.ts'
import { createEpisodeLog } from './episodeLog.ts'
import { type Candidate, createPreferencesStore, type PreferencesStore } from './preferencesStore.ts'
import { type EpisodicProvider, recall } from './recall.ts'
import { createVectorEpisodes, type EpisodeEmbedding } from './vectorEpisodes.ts'
import { createWorkingMemory, type WorkingMemory } from './workingMemory.ts'

export interface MemoryServiceOptions {
  /** The real path of a project's folder. */
  readonly rootOf: (projectId: string) => string
  /** The documents of a project in the order of the book. */
  readonly documents: (projectId: string) => Promise<readonly NamedChapter[]>
  /** Takes secrets out of what is about to be written or remembered; of a project its author's exceptions count. */
  readonly redactText: (text: string, projectId?: string) => string
  /** For the times of episodes. */
  readonly clock: Clock
  /** Hears of files that could not be read. */
  readonly logger: Logger
  /** Shared cache of file contents. */
  readonly files?: FileCache
  /** Reads and writes the preferences. */
  readonly versioned: VersionedFiles
  /** Recalls episodes; shared bigrams without it. */
  readonly provider?: EpisodicProvider
  /** The service that makes vectors, where the author has set one up; absent: words decide. */
  readonly embedding?: () => EpisodeEmbedding | undefined
  /** Called at each `distil`: the author may have set up a model meanwhile. */
  readonly distiller?: (projectId: string) => { readonly instruction: string; readonly generate: Generate }
}

/** An exchange with the author's decision; whole texts, cut here. */
export interface NewEpisode {
  /** Recorded again under its id, an exchange replaces the earlier record. */
  readonly id?: string
  /** The chapter it happened in. */
  readonly documentId?: string
  /** The skill that was used. */
  readonly skillId: string
  /** The author's words, redacted before they are stored. */
  readonly instruction: string
  /** What the model wrote. */
  readonly written: string
  /** What the author did with the answer. */
  readonly outcome: Episode['outcome']
  /** What the author made of it. */
  readonly text?: string
  /** The stored evidence of the prompt. */
  readonly receiptId?: string
}

export interface MemoryService extends Omit<PreferencesStore, 'propose' | 'read'> {
  /** What may be sent: confirmed ones, of a broken file those of its last good copy; without one MEMORY_UNAVAILABLE. */
  confirmed(projectId: string): Promise<readonly Preference[]>
  /** The notices of an answer that used a last good copy. */
  notices(projectId: string): Promise<ReturnType<typeof noticesOf>>
  /** Confirmed ones with `asConstraint`, for `constraints:list`; none when the file cannot be used. */
  constraintsFromMemory(projectId: string): Promise<readonly ListedConstraint[]>
  /** Appends to `episodes.jsonl`, redacted and cut. Never throws: false when it could not be, which is logged. */
  recordEpisode(projectId: string, episode: NewEpisode): Promise<boolean>
  /** Newest first. */
  episodes(projectId: string, page: { before?: string | undefined; limit: number }): Promise<Episode[]>
  /** At most three exchanges of documents up to `documentId` that resemble the query. */
  recall(
    projectId: string,
    request: { readonly documentId: string; readonly query: EpisodeQuery },
    signal: AbortSignal,
  ): Promise<readonly RecalledEpisode[]>
  /** Reads the exchanges and proposes preferences. Without a model only counting is done. */
  distil(projectId: string, signal: AbortSignal): Promise<{ proposed: Preference[]; model: boolean }>
  /** Ids for chapters that the log names by path. @throws AppError READ_ONLY, IO_ERROR, PATH_OUTSIDE_PROJECT. */
  adoptIds(projectId: string, ids: ReadonlyMap<string, string>): Promise<void>
  /** Reads and indexes the log of exchanges in advance of the first request. */
  warmUp(projectId: string): Promise<void>
  /** How often a log of exchanges was read from the disk. */
  readonly counts: { readonly read: number }
  /** The latest instructions and answers of a chapter, in memory only. */
  readonly working: WorkingMemory
}

const maxExcerptUnits = 500
const maxTextUnits = 2000
const observedEpisodes = 200

/** The memory of projects: preferences, earlier exchanges, and the instructions of this session. */
export function createMemoryService(options: MemoryServiceOptions): MemoryService {
  const { rootOf, documents, redactText, clock, logger, provider, files, versioned } = options
  const preferences = createPreferencesStore({ rootOf, versioned, clock })
  const log = createEpisodeLog({ logger, files })
  const working = createWorkingMemory(redactText)
  const vectorEpisodes = createVectorEpisodes({ clock, logger })

  async function confirmed(projectId: string) {
    const { value, problem, from } = await preferences.read(projectId)
    if (problem && from !== 'copy') {
      throw new AppError(ErrorCode.MEMORY_UNAVAILABLE, Object(problem.details), { cause: problem })
    }
    return value.filter(({ status }) => status === 'confirmed')
  }

  async function recordEpisode(projectId: string, input: NewEpisode): Promise<boolean> {
    const { documentId, skillId, outcome, receiptId } = input
    const excerpt = shortened(input.written, maxExcerptUnits)
    const text = input.text === undefined ? undefined : shortened(input.text, maxTextUnits)
    const episode: Episode = {
      id: input.id ?? `${String(clock.now()).padStart(13, '0')}-${randomBytes(4).toString('hex')}`,
      at: new Date(clock.now()).toISOString(),
      ...(documentId === undefined ? {} : { documentId }),
      skillId,
      instruction: shortened(input.instruction, maxTextUnits),
      excerpt,
      outcome,
      ...(text === undefined || outcome !== 'edited' ? {} : { text }),
      ...(receiptId === undefined ? {} : { receiptId }),
    }
    try {
      await log.append(rootOf(projectId), episode)
    } catch (error) {
      // The author's decision counts even when it cannot be stored.
      logger.warn({ projectId, code: codeOf(error) }, 'outcome not remembered')
      return false
    }
    try {
      if (outcome === 'edited') await proposeObserved(projectId)
    } catch (error) {
      logger.warn({ projectId, code: codeOf(error) }, 'nothing proposed from an outcome')
    }
    return true
  }

  /** Redacted before it is cut, so that a secret is not split beyond recognition. */
  function shortened(text: string, maxUnits: number): string {
    const clean = redactText(text.toWellFormed())
    if (clean.length <= maxUnits) return clean
    const cut = clean.slice(0, maxUnits)
    return cut.isWellFormed() ? cut : cut.slice(0, -1)
  }

  async function proposeObserved(projectId: string): Promise<Preference[]> {
    const recent = (await log.read(rootOf(projectId))).all().slice(-observedEpisodes)
    const candidates = observe(recent)
    return candidates.length === 0 ? [] : preferences.propose(projectId, candidates)
  }

  async function distil(projectId: string, signal: AbortSignal) {
    const { instruction = '', generate } = options.distiller?.(projectId) ?? {}
    const observed = await proposeObserved(projectId)
    if (!generate) return { proposed: observed, model: false }
    const episodes = (await log.read(rootOf(projectId))).all()
    const prompt = distilPrompt(instruction, episodes, await preferences.list(projectId))
    if (!prompt) return { proposed: observed, model: true }
    const safe = { ...prompt, userContent: redactText(prompt.userContent) }
    const candidates = readProposals(await generate(safe, signal), episodes.length)
    return { proposed: [...observed, ...(await preferences.propose(projectId, candidates))], model: true }
  }

  return {
    list: preferences.list,
    save: preferences.save,
    decide: preferences.decide,
    delete: preferences.delete,
    confirmed,
    async notices(projectId) {
      const reading = await preferences.read(projectId)
      return reading.from === 'copy' ? noticesOf(reading) : []
    },
    recordEpisode,
    distil,
    working,
    counts: log.counts,
    async warmUp(projectId) {
      const limits = { minimum: 1, count: 0 }
      await (await log.read(rootOf(projectId))).find({ instruction: '', text: '' }, new Set(), limits)
    },
    adoptIds: (projectId, ids) => log.adoptIds(rootOf(projectId), ids),

    async constraintsFromMemory(projectId) {
      try {
        const rules = (await confirmed(projectId)).filter(({ asConstraint }) => asConstraint)
        return rules.map(toConstraint)
      } catch (error) {
        // Reported where the memory itself is shown; the author's own constraints must not fail with it.
        if (isAppError(error)) return []
        throw error
      }
    },

    async episodes(projectId, { before, limit }) {
      const all = (await log.read(rootOf(projectId))).all().toReversed()
      const at = before === undefined ? -1 : all.findIndex(({ id }) => id === before)
      if (before !== undefined && at < 0) throw new AppError(ErrorCode.NOT_FOUND, { why: 'episode' })
      return all.slice(at + 1, at + 1 + limit)
    },

    async recall(projectId, { documentId, query }, signal) {
      const episodes = await log.read(rootOf(projectId))
      const positions = chapterPositions(await documents(projectId))
      const current = positions.get(documentId) ?? -1
      const chapters = { has: (name: string) => (positions.get(name) ?? Infinity) <= current }
      const comparedBy = provider ?? vectorEpisodes(options.embedding?.())
      return recall(episodes, { query, chapters }, { provider: comparedBy, signal, logger })
    },
  }
}

function toConstraint({ id, text, updatedAt }: Preference): ListedConstraint {
  const source = `memory:${id}`
  return {
    id: source,
    text: text.trim(),
    kind: 'style',
    priority: 100,
    updatedAt,
    source: 'memory',
    sourceRef: source,
    readOnly: true,
  }
}

const codeOf = (error: unknown) => (isAppError(error) ? error.code : ErrorCode.INTERNAL)

const marks: readonly { readonly pattern: RegExp; readonly text: string }[] = [
  { pattern: /[！!]/, text: '少用感叹号' },
  { pattern: /…|\.{3}/, text: '少用省略号' },
  { pattern: /——|—{2}/, text: '少用破折号' },
]
const neededEvidence = 3
/** An edit that leaves less of the text than this took away more than marks. */
const leastLeft = 0.5

/**
 * Counts, without a model, which mark the author tends to remove: one that the model wrote and the edited text no
 * longer has, at least three times and twice as often as it was left in place. Nothing else is inferred.
 */
function observe(episodes: readonly Episode[]): Candidate[] {
  return marks.flatMap(({ pattern, text }): Candidate[] => {
    const written = episodes.filter(({ excerpt, outcome }) => outcome !== 'rejected' && pattern.test(excerpt))
    const removed = written.filter(
      (episode) =>
        episode.outcome === 'edited' &&
        episode.text !== undefined &&
        episode.text.length >= episode.excerpt.length * leastLeft &&
        !pattern.test(episode.text),
    ).length
    if (removed < neededEvidence || removed < 2 * (written.length - removed)) return []
    const confidence = Math.min(0.9, 0.5 + 0.1 * (removed - neededEvidence))
    return [{ text, kind: 'style', confidence, evidenceCount: removed, source: 'observed' }]
  })
}
