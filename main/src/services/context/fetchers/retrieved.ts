import { score } from '../layers.ts'
import { marker } from '../redaction/index.ts'
import type { ContextRequest, FetchContext, Fetcher, FetchResult } from '../types.ts'
import type { DocumentPort, PassagePort } from './ports.ts'
import { redactedChunk } from './redactedChunk.ts'

/** Characters before the cursor whose rarest words make the query. */
const queryUnits = 1500
const passagesAtMost = 24

/** Passages of earlier chapters that share the rare words of the text at the cursor and of what is asked. */
export function createPassagesFetcher(passages: PassagePort, documents: DocumentPort): Fetcher {
  async function fetch(request: ContextRequest, context: FetchContext): Promise<FetchResult> {
    // A word of a secret must not come back as the reason of a hit.
    const clean = async (text: string) =>
      (await context.redact(text, 'manuscript')).text.replaceAll(marker, ' ')
    const [windowText, askedText] = await Promise.all([clean(textBefore(request)), clean(askedFor(request))])
    if (windowText.trim() === '' && askedText.trim() === '') return { chunks: [] }
    const query = { windowText, askedText, before: request.documentId, k: passagesAtMost }
    const { hits, warnings } = await passages.forWindow(request.projectId, query, context.signal)
    const refs = new Map((await documents.list(request.projectId)).map((ref) => [ref.documentId, ref]))
    const chunks: FetchResult['chunks'][number][] = []
    const redaction: NonNullable<FetchResult['redaction']>[number][] = []
    const trim: NonNullable<FetchResult['trim']>[number][] = []
    let room = context.limits.retrievedTokens
    for (const [index, hit] of hits.entries()) {
      const ref = refs.get(hit.documentId)
      const finished = await redactedChunk(context, 'manuscript', {
        layer: 'retrieved',
        kind: 'passage',
        projectId: request.projectId,
        source: hit.documentId,
        from: hit.from,
        to: hit.to,
        label: ref?.title ?? hit.documentId,
        text: hit.text,
        score: score.passage(hit.score),
        reason: `相似第 ${index + 1}${hit.matchedTerms.length > 0 ? `：${hit.matchedTerms.slice(0, 4).join('、')}` : ''}`,
      })
      if (finished.chunk.tokenCount > room) {
        const { source, from, to, text } = finished.chunk
        trim.push({
          layer: 'retrieved',
          sourceRef: `${source}#${from}-${to}`,
          action: 'dropped',
          reason: 'over_budget',
          beforeChars: text.length,
          afterChars: 0,
        })
        continue
      }
      room -= finished.chunk.tokenCount
      chunks.push(finished.chunk)
      redaction.push(...finished.redaction)
    }
    return { chunks, warnings, trim, redaction }
  }
  return {
    name: 'passages',
    layer: 'retrieved',
    unavailable: 'RAG_UNAVAILABLE: 前文检索不可用，召回未注入',
    fetch,
  }
}

function textBefore({ document, cursorPosition }: ContextRequest): string {
  return document.text.slice(Math.max(0, cursorPosition - queryUnits), cursorPosition)
}

function askedFor({ document, selection, additionalInput }: ContextRequest): string {
  const selected = selection
    ? document.text.slice(selection.from, Math.min(selection.to, selection.from + queryUnits))
    : ''
  return [selected, additionalInput?.slice(0, queryUnits) ?? ''].filter((part) => part !== '').join('\n')
}
