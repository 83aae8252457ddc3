import type { retrieval as contract } from '../contract/retrieval.ts'
import { describeNotice } from '../contract/sentences/codedSentence.ts'
import { chapterNamed, type NamedChapter } from '../lib/chapterPositions.ts'
import type { RetrievalService, SynopsesService, VolumeSynopses } from '../services/retrieval/index.ts'
import type { Jobs } from './jobs.ts'
import { withNotices } from './noticeFields.ts'
import type { Handlers } from './router.ts'

export interface RetrievalHandlerOptions {
  readonly retrieval: Pick<RetrievalService, 'answer' | 'rebuild' | 'status'>
  readonly synopses: SynopsesService
  readonly volumeSynopses: VolumeSynopses
  readonly jobs: Jobs
  /** The chapters of a project, for the paths of hits. */
  readonly documents: (projectId: string) => Promise<readonly NamedChapter[]>
}

/** Handlers of the `retrieval:` channels. */
export function retrievalHandlers(options: RetrievalHandlerOptions): Handlers<typeof contract> {
  const { retrieval, synopses, volumeSynopses, jobs, documents } = options
  return {
    'retrieval:search': async ({ projectId, queries, k, before }, { signal }) => {
      const request = { queries, k, ...(before !== undefined && { before }) }
      const { results, notices } = await retrieval.answer(projectId, request, signal)
      const chapters = await documents(projectId)
      const placed = results.map((hits) =>
        hits.map(({ documentId, from, to, score, text }) => ({
          ...{ documentId, from, to, score, text },
          path: chapterNamed(chapters, documentId)?.path ?? null,
        })),
      )
      return {
        results: placed,
        ...(notices.length > 0 && { warnings: notices.map((notice) => describeNotice(notice, 'zh')) }),
      }
    },
    'retrieval:status': ({ projectId }) => retrieval.status(projectId),
    'retrieval:rebuild': async ({ projectId }, { session }) =>
      jobs.start(session, (signal, onProgress) => retrieval.rebuild(projectId, { signal, onProgress })),
    'retrieval:synopses:list': async ({ projectId }) => ({
      synopses: await synopses.list(projectId),
      volumes: (await volumeSynopses.list(projectId)).map(({ id, kind, title, chapters, synopsis }) => ({
        ...{ id, kind, title, chapters: chapters.length, stale: synopsis?.stale === true },
        ...(synopsis && { text: synopsis.text, source: synopsis.source }),
      })),
      ...withNotices([...(await synopses.notices(projectId)), ...(await volumeSynopses.notices(projectId))]),
    }),
    'retrieval:synopses:save': ({ projectId, documentId, ...synopsis }) =>
      /^(?:v_|_book$)/.test(documentId)
        ? volumeSynopses.save(projectId, { ...synopsis, source: synopsis.source ?? 'user', id: documentId })
        : synopses.save(projectId, { documentId, ...synopsis }),
  }
}
