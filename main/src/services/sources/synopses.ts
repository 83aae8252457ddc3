import type { Language } from '../context/index.ts'
import { type Draft, defineSource, type Source } from '../context/source.ts'
import type { DocumentPort, SynopsisPort } from './ports.ts'

/** Of the last chapters, the nearest first. */
const scores = [0.7, 0.65, 0.6]

/** A stale one is still better than none, when it is marked as stale. */
const staleWords = {
  zh: '（这是梗概；那一章后来改过，可能过时）',
  en: ' (synopsis; that chapter changed since, so it may be outdated)',
} as const satisfies Record<Language, string>

interface SynopsisDraft extends Draft {
  readonly weight: number
  readonly stale: boolean
}

/** Synopses of the last chapters in front of the current one, for skills that go on with the text. */
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
    label: ({ title, stale }, language) => `${title}${stale ? staleWords[language] : ''}`,
    score: ({ weight }) => weight,
    async read({ projectId, documentId, skill }) {
      if (skill.output !== 'insert') return []
      const listed = await documents.list(projectId)
      const currentIndex = listed.findIndex((document) => document.documentId === documentId)
      const before = listed
        .slice(0, Math.max(0, currentIndex))
        .filter(({ kind, planned }) => kind === 'chapter' && !planned)
        .slice(-scores.length)
      if (before.length === 0) return []
      const byDocumentId = new Map(
        (await synopses.list(projectId)).map((synopsis) => [synopsis.documentId, synopsis]),
      )
      return before.flatMap((chapter, at) => {
        const synopsis = byDocumentId.get(chapter.documentId)
        if (!synopsis) return []
        return {
          ref: { path: synopsis.path, position: at },
          storeId: projectId,
          order: at,
          title: chapter.title,
          text: synopsis.text,
          stale: synopsis.stale,
          weight: scores[before.length - 1 - at] ?? 0,
          reason: { code: 'synopsis', params: { stale: synopsis.stale } } as const,
        }
      })
    },
    async reread({ path }, { projectId }) {
      return (await synopses.list(projectId)).find((synopsis) => synopsis.path === path)
    },
  })
}
