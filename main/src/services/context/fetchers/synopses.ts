import { score } from '../layers.ts'
import type { Fetcher } from '../types.ts'
import type { DocumentPort, SynopsisPort } from './ports.ts'
import { redactedChunk } from './redactedChunk.ts'

/** Synopses of the last chapters in front of the current one, for skills that go on with the text. */
export function createSynopsesFetcher(synopses: SynopsisPort, documents: DocumentPort): Fetcher {
  return {
    name: 'synopses',
    layer: 'retrieved',
    unavailable: 'SYNOPSES_UNAVAILABLE: 章节梗概读取失败，未注入',
    async fetch(request, context) {
      if (request.skill.output !== 'insert') return { chunks: [] }
      const listed = await documents.list(request.projectId)
      const here = listed.findIndex(({ documentId }) => documentId === request.documentId)
      const before = listed
        .slice(0, Math.max(0, here))
        .filter(({ kind }) => kind === 'chapter')
        .slice(-score.synopsis.length)
      if (before.length === 0) return { chunks: [] }
      const known = new Map((await synopses.list(request.projectId)).map((it) => [it.documentId, it]))
      const found = before.flatMap(({ documentId, title }, at) => {
        const synopsis = known.get(documentId)
        const weight = score.synopsis[before.length - 1 - at] ?? 0
        return synopsis ? [{ ...synopsis, title, weight, place: at }] : []
      })
      const finished = await Promise.all(
        found.map(({ path, text, stale, title, weight, place }) =>
          redactedChunk(context, 'creonow', {
            layer: 'retrieved',
            kind: 'synopsis',
            projectId: request.projectId,
            source: path,
            label: title,
            text,
            place,
            score: weight,
            reason: stale ? '前面章节的梗概（那一章后来改过）' : '前面章节的梗概',
          }),
        ),
      )
      return {
        chunks: finished.map(({ chunk }) => chunk),
        redaction: finished.flatMap(({ redaction }) => redaction),
      }
    },
  }
}
