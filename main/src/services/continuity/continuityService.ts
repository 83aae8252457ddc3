import type { CodexEntry, CodexMention } from '#contract/codex.ts'
import type { DocumentSummary } from '#contract/documents.ts'
import type { ChannelOutput } from '#contract/index.ts'
import { AppError } from '../../lib/appError.ts'
import { chapterNamed, chapterPositions } from '../../lib/chapterPositions.ts'
import type { Clock } from '../../lib/clock.ts'
import type { VersionedFiles } from '../../lib/versionedFile/index.ts'
import type { OpenThread } from './bookFacts.ts'
import { readChapter } from './chapterText.ts'
import { checkContinuity } from './continuity.ts'
import {
  type DecisionsFile,
  decisionsFormat,
  decisionsPath,
  type Intended,
  maxIntended,
} from './decisionsFile.ts'
import { type Contradiction, findingId, keysOf } from './finding.ts'

type Finding = ChannelOutput<'continuity:decide'>
type Thread = ChannelOutput<'threads:create'>

export interface ContinuityService {
  /** @throws AppError NOT_FOUND, FILE_BROKEN {path, line, column}. */
  list(projectId: string, documentId: string): Promise<readonly Finding[]>
  /** @throws AppError NOT_FOUND (no such finding now), INVALID_ARGUMENT (too many), as `VersionedFile.update`. */
  decide(
    projectId: string,
    decision: { readonly documentId: string; readonly id: string; readonly intended: boolean },
  ): Promise<Finding>
}

export interface ContinuityOptions {
  readonly rootOf: (projectId: string) => string
  readonly versioned: Pick<VersionedFiles, 'of' | 'inProject'>
  /** Chapters in the order of the book, and their texts. */
  readonly manuscript: {
    outline(projectId: string): Promise<readonly DocumentSummary[]>
    read(projectId: string, documentId: string): Promise<{ readonly text: string }>
  }
  /** The cards, and their names in a text. */
  readonly codex: {
    all(projectId: string): Promise<readonly CodexEntry[]>
    mentions(projectId: string, text: string): Promise<CodexMention[]>
  }
  readonly threads: { list(projectId: string): Promise<readonly Thread[]> }
  /** Whose rules read the book. */
  readonly language: (projectId: string) => Promise<'zh' | 'en'>
  readonly clock: Clock
}

/** Contradictions in chapters, found by rule when they are asked for, and which of them the author means. */
export function createContinuityService(options: ContinuityOptions): ContinuityService {
  const { rootOf, versioned, manuscript, codex, threads, language, clock } = options
  const file = versioned.of(decisionsFormat)
  const placeOf = (projectId: string) =>
    versioned.inProject({ id: projectId, root: rootOf(projectId) }, decisionsPath)

  async function check(projectId: string, name: string) {
    const outline = await manuscript.outline(projectId)
    const summary = chapterNamed(outline, name)
    if (!summary) throw new AppError('NOT_FOUND', { why: 'chapter' })
    const { documentId } = summary
    const order = chapterPositions(outline)
    const isWritten = !summary.planned && !summary.missing
    const text = isWritten ? (await manuscript.read(projectId, documentId)).text : ''
    const [entries, mentions, open, rules] = await Promise.all([
      codex.all(projectId),
      codex.mentions(projectId, text),
      // A broken file of threads is told by their own list; the other rules go on.
      threads.list(projectId).catch(() => []),
      language(projectId),
    ])
    const contradictions = checkContinuity({
      ...{ entries, order, position: order.get(documentId) ?? 0 },
      chapter: readChapter(text, rules, mentions),
      overdue: overdueIn(open, outline, documentId),
    })
    return { outline, documentId, contradictions }
  }

  return {
    async list(projectId, name) {
      const { value, problem } = await file.read(placeOf(projectId))
      if (problem) throw problem
      const { outline, documentId, contradictions } = await check(projectId, name)
      const isIntended = intendedIn(value)
      return contradictions.map((each) => shown(documentId, each, outline, isIntended(documentId, each)))
    },

    async decide(projectId, { documentId: name, id, intended }) {
      const { outline, documentId, contradictions } = await check(projectId, name)
      const contradiction = contradictions.find((each) => findingId(documentId, each) === id)
      if (!contradiction) throw new AppError('NOT_FOUND', { why: 'finding' })
      const { rule } = contradiction
      const keys = keysOf(documentId, contradiction)
      await file.update(placeOf(projectId), (current) => {
        const rest = current.intended.filter((each) => pairOf(each) !== pairOf({ rule, ...keys }))
        if (intended && rest.length >= maxIntended)
          throw new AppError('INVALID_ARGUMENT', { why: 'findingLimit', most: maxIntended })
        const added = intended ? [{ rule, ...keys, at: new Date(clock.now()).toISOString() }] : []
        return { next: { ...current, intended: [...rest, ...added] }, result: undefined }
      })
      return shown(documentId, contradiction, outline, intended)
    },
  }
}

const pairOf = ({ rule, a, b }: Pick<Intended, 'rule' | 'a' | 'b'>) =>
  JSON.stringify([rule, a.ref, a.hash, b.ref, b.hash])

function intendedIn({ intended }: DecisionsFile) {
  const pairs = new Set(intended.map(pairOf))
  return (documentId: string, each: Contradiction) =>
    pairs.has(pairOf({ rule: each.rule, ...keysOf(documentId, each) }))
}

/** Threads that are listed as overdue, at the end of the chapter where they were due. */
function overdueIn(
  threads: readonly Thread[],
  outline: readonly DocumentSummary[],
  documentId: string,
): OpenThread[] {
  return threads.flatMap(({ id, title, overdue, due, marks }) => {
    const [planted] = marks
    const isHere = overdue && due !== null && chapterNamed(outline, due)?.documentId === documentId
    if (!isHere || !planted) return []
    return [{ id, title, sentence: planted.exact, chapter: planted.place?.documentId ?? '' }]
  })
}

function shown(
  documentId: string,
  contradiction: Contradiction,
  outline: readonly DocumentSummary[],
  intended: boolean,
): Finding {
  const { rule, sentence, other } = contradiction
  const chapter = other.chapter === undefined ? undefined : chapterNamed(outline, other.chapter)
  return {
    id: findingId(documentId, contradiction),
    rule,
    text: sentence.text.slice(0, maxTextUnits),
    ...{ from: sentence.from, to: sentence.to },
    other: {
      text: other.text.slice(0, maxTextUnits),
      title: other.title.slice(0, 1000),
      entryId: other.ref.startsWith('entry:') ? other.ref.slice('entry:'.length) : null,
      chapterTitle: chapter?.title ?? null,
    },
    intended,
  }
}

const maxTextUnits = 20_000
