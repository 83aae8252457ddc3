import { marker, redactPart } from '../../redaction/index.ts'
import { score } from '../layers.ts'
import type { ContextRequest, FetchContext, Fetcher, FetchResult } from '../types.ts'
import type { DocumentPort, DocumentRef, PassageHit, PassagePort } from './ports.ts'
import { redactedChunk, redactedPart } from './redactedChunk.ts'

/** Characters before the cursor whose rarest words make the query. */
const queryUnits = 1500
const passagesAtMost = 24

/** Passages of earlier chapters that share the rare words of the text at the cursor and of what is asked. */
export function createPassagesFetcher(passages: PassagePort, documents: DocumentPort): Fetcher {
  /** A chapter that changes is listed by another object. */
  const texts = new WeakMap<DocumentRef, Promise<string | undefined>>()

  async function fetch(request: ContextRequest, context: FetchContext): Promise<FetchResult> {
    const { windowText, askedText } = await queryText(request, context)
    if (windowText.trim() === '' && askedText.trim() === '') return { chunks: [] }
    const query = { windowText, askedText, before: request.documentId, k: passagesAtMost }
    const { hits, warnings } = await passages.forWindow(request.projectId, query, context.signal)
    const refs = byId(await documents.list(request.projectId))
    const chunks: FetchResult['chunks'][number][] = []
    const redaction: NonNullable<FetchResult['redaction']>[number][] = []
    const trim: NonNullable<FetchResult['trim']>[number][] = []
    let room = context.limits.retrievedTokens
    for (const [index, hit] of hits.entries()) {
      const ref = refs.get(hit.documentId)
      const chapter = ref && (await textOf(request.projectId, ref))
      const finished = await passageChunk(context, chapter, hit, {
        layer: 'retrieved',
        kind: 'passage',
        projectId: request.projectId,
        source: hit.documentId,
        from: hit.from,
        to: hit.to,
        label: ref?.title ?? hit.documentId,
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
  /** Undefined when it cannot be read now: what the index holds of it is still true enough to be shown. */
  function textOf(projectId: string, ref: DocumentRef): Promise<string | undefined> {
    const known = texts.get(ref)
    if (known) return known
    const read = documents.read(projectId, ref.documentId).then(
      ({ text }) => text,
      () => undefined,
    )
    texts.set(ref, read)
    return read
  }

  return {
    name: 'passages',
    layer: 'retrieved',
    unavailable: 'RAG_UNAVAILABLE: 前文检索不可用，召回未注入',
    fetch,
  }
}

const byId = (list: readonly DocumentRef[]) => new Map(list.map((ref) => [ref.documentId, ref]))

/** Cut from its chapter where that still holds it; the index may be behind the file. */
function passageChunk(
  context: FetchContext,
  chapter: string | undefined,
  { from, to, text }: PassageHit,
  draft: Parameters<typeof redactedPart>[2],
) {
  return chapter?.slice(from, to) === text
    ? redactedPart(context, chapter, draft, text)
    : redactedChunk(context, 'manuscript', { ...draft, text })
}

/** Without secrets: a word of one must not come back as the reason of a hit. */
async function queryText(request: ContextRequest, context: FetchContext) {
  const { document, cursorPosition, selection, additionalInput } = request
  const redact = (text: string) => context.redact(text, 'manuscript')
  const part = async (from: number, to: number) => (await redactPart(redact, document.text, from, to)).text
  const windowText = await part(Math.max(0, cursorPosition - queryUnits), cursorPosition)
  const { from, to } = selection ?? { from: 0, to: 0 }
  const selected = await part(from, Math.min(to, from + queryUnits))
  const input = (await context.redact(additionalInput ?? '', 'manuscript')).text.slice(0, queryUnits)
  const askedText = [selected, input].filter((one) => one !== '').join('\n')
  return { windowText: windowText.replaceAll(marker, ' '), askedText: askedText.replaceAll(marker, ' ') }
}
