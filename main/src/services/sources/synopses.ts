import type { Language } from '../context/index.ts'
import { type Draft, defineSource, type Source } from '../context/source.ts'
import type { DocumentPort, DocumentRef, SynopsisPort } from './ports.ts'
import { chooseSynopses, nearChapters, type WideSynopsis } from './synopsisChoice.ts'

/** Of the last chapters, the nearest first. */
const nearScores = [0.7, 0.65, 0.6]
/** What tells of many chapters in few words leaves after the near ones, and before chapters farther back. */
const scores = { book: 0.59, volume: 0.58, range: 0.58, chapter: 0.45 } as const
const scoreStep = 0.005

const words = {
  zh: {
    /** A stale one is still better than none, when it is marked as stale. */
    stale: '（这是梗概；那一章后来改过，可能过时）',
    volume: (title: string, stale: boolean) =>
      `${title}（整卷的梗概${stale ? '；里面的章节后来改过，可能过时' : ''}）`,
    range: (title: string, stale: boolean) =>
      `${title}（各章合在一起的梗概${stale ? '；里面的章节后来改过，可能过时' : ''}）`,
    book: (stale: boolean) => `更早各章（合在一起的梗概${stale ? '；后来改过，可能过时' : ''}）`,
  },
  en: {
    stale: ' (synopsis; that chapter changed since, so it may be outdated)',
    volume: (title: string, stale: boolean) =>
      `${title} (synopsis of the volume${stale ? '; its chapters changed since, so it may be outdated' : ''})`,
    range: (title: string, stale: boolean) =>
      `${title} (synopsis of these chapters${stale ? '; some changed since, so it may be outdated' : ''})`,
    book: (stale: boolean) =>
      `The chapters before (one synopsis${stale ? '; changed since, so it may be outdated' : ''})`,
  },
} as const satisfies Record<Language, unknown>

interface SynopsisDraft extends Draft {
  readonly weight: number
  readonly stale: boolean
  /** Absent: of a chapter. */
  readonly kind?: WideSynopsis['kind']
}

/**
 * Synopses of what is in front of the current chapter, for skills that go on with the text: the last chapters one by
 * one, and where volumes have a synopsis, everything before them.
 */
export function createSynopses(synopses: SynopsisPort, documents: DocumentPort): Source {
  return defineSource<SynopsisDraft>({
    name: 'synopses',
    display: { name: { zh: '章节梗概', en: 'Synopsis' }, card: 'title' },
    layer: 'retrieved',
    place: 2,
    stability: 'chapter',
    maxAppended: Number.POSITIVE_INFINITY,
    // Behind the passages of the fourth step, whatever they score.
    shrinkSteps: [{ step: 'out', cutOrder: 4.5 }],
    missing: { code: 'SYNOPSES_UNAVAILABLE', params: {} },
    label({ title, stale, kind }, language) {
      if (kind === 'volume' || kind === 'range') return words[language][kind](title, stale)
      return kind === 'book' ? words[language].book(stale) : `${title}${stale ? words[language].stale : ''}`
    },
    score: ({ weight }) => weight,
    async read({ projectId, documentId, skill }, io) {
      if (skill.output !== 'insert') return []
      const listed = await documents.list(projectId)
      const currentIndex = listed.findIndex((document) => document.documentId === documentId)
      const isWritten = ({ kind, planned }: DocumentRef) => kind === 'chapter' && !planned
      const before = listed.slice(0, Math.max(0, currentIndex)).filter(isWritten)
      if (before.length === 0) return []
      const later = listed.slice(currentIndex)
      const own = new Map((await synopses.list(projectId)).map((synopsis) => [synopsis.documentId, synopsis]))
      const chosen = chooseSynopses({
        order: [...before, ...later].map((each) => each.documentId),
        position: before.length,
        own: new Map([...own].map(([chapter, { path }]) => [chapter, path])),
        wide: (await synopses.wide?.(projectId)) ?? [],
        reused: new Set(io.previouslyIncluded?.map(({ path }) => path)),
      })
      for (const path of chosen.omitted) io.reportOmitted(path, 'not_selected')
      const placeOf = new Map(before.map((chapter, index) => [chapter.documentId, index]))
      const wide = chosen.wide.map((synopsis, at) => ({
        ...{ path: synopsis.path, title: synopsis.title, text: synopsis.text, stale: synopsis.stale },
        kind: synopsis.kind,
        weight: scores[synopsis.kind] - scoreStep * (chosen.wide.length - 1 - at),
      }))
      // The place among the last three, also where one of them has no synopsis.
      const firstPlace = chosen.wide.length > 0 ? 0 : Math.max(0, before.length - nearChapters)
      const single = chosen.chapters.flatMap((chapter, at) => {
        const synopsis = own.get(chapter)
        const place = placeOf.get(chapter) ?? 0
        const distance = before.length - 1 - place
        if (!synopsis) return []
        return {
          ...{ path: synopsis.path, title: before[place]?.title ?? '', text: synopsis.text },
          stale: synopsis.stale,
          weight: nearScores[distance] ?? scores.chapter - scoreStep * (chosen.chapters.length - at),
          at: chosen.wide.length > 0 ? at : place - firstPlace,
        }
      })
      return [
        ...wide.map((synopsis, at) => ({ ...synopsis, at })),
        ...single.map((synopsis) => ({ ...synopsis, at: wide.length + synopsis.at })),
      ].map(({ path, at, ...synopsis }) => ({
        ref: { path, position: at },
        storeId: projectId,
        order: at,
        ...synopsis,
        reason: { code: 'synopsis', params: { stale: synopsis.stale } } as const,
      }))
    },
    async reread({ path }, { projectId, documentId }) {
      const own = (await synopses.list(projectId)).find((synopsis) => synopsis.path === path)
      const wide = own ? undefined : (await synopses.wide?.(projectId))?.find((each) => each.path === path)
      if (!wide) return own
      // Chapters may have been moved behind the one at work since.
      const order = (await documents.list(projectId)).map((each) => each.documentId)
      const current = order.indexOf(documentId)
      const isBefore = current < 0 || wide.chapters.every((chapter) => order.indexOf(chapter) < current)
      return isBefore ? wide : undefined
    },
  })
}
