import type { Scene } from '../context/index.ts'
import { type Draft, defineSource, type Source } from '../context/source.ts'
import { marker } from '../redaction/index.ts'
import { rereadChapter } from './chapterText.ts'
import type { DocumentPort, DocumentRef, PassageHit, PassagePort } from './ports.ts'

/** Characters before the cursor whose rarest words make the query. */
const queryUnits = 1500
const passagesAtMost = 24
const termsInReason = 4

interface PassageDraft extends Draft {
  readonly relative: number
}

/** Passages of earlier chapters that share the rare words of the text at the cursor and of what is asked. */
export function createPassages(passages: PassagePort, documents: DocumentPort): Source {
  /** A chapter that changes is listed by another object. */
  const texts = new WeakMap<DocumentRef, Promise<string | undefined>>()
  const places = new WeakMap<DocumentRef, Map<string, object>>()

  /** Undefined when it cannot be read now: what the index holds of it is still true enough to be shown. */
  function textOf(projectId: string, ref: DocumentRef): Promise<string | undefined> {
    const known = texts.get(ref)
    if (known) return known
    const read = documents.read(projectId, ref.documentId).then(
      ({ text }) => text,
      () => {
        texts.delete(ref)
        return undefined
      },
    )
    texts.set(ref, read)
    return read
  }

  /** A place in a chapter, the same object as long as the chapter is. */
  function placeOf(ref: DocumentRef, from: number, to: number): object {
    const ofChapter = places.get(ref) ?? new Map<string, object>()
    places.set(ref, ofChapter)
    const place = ofChapter.get(`${from}-${to}`) ?? {}
    ofChapter.set(`${from}-${to}`, place)
    return place
  }

  async function draftOf(
    hit: PassageHit,
    rank: number,
    { projectId }: Scene,
    ref: DocumentRef | undefined,
  ): Promise<PassageDraft> {
    const { documentId, from, to, text, score, matchedTerms } = hit
    const chapter = ref && (await textOf(projectId, ref))
    return {
      ref: { path: documentId, from, to },
      storeId: projectId,
      title: ref?.title ?? documentId,
      text,
      // Cut from its chapter where that still holds it; the index may be behind the file.
      ...(ref && chapter?.slice(from, to) === text ? { whole: chapter, of: placeOf(ref, from, to) } : {}),
      relative: score,
      reason: { code: 'passage', params: { rank, terms: matchedTerms.slice(0, termsInReason) } },
    }
  }

  return defineSource<PassageDraft>({
    name: 'passages',
    layer: 'retrieved',
    place: 3,
    stability: 'scene',
    redaction: 'manuscript',
    ladder: [
      { step: 'out', cutOrder: 1, keepFirst: 5 },
      { step: 'out', cutOrder: 4 },
    ],
    missing: { code: 'RAG_UNAVAILABLE', params: { still: 'nothing', cause: '' } },
    score: ({ relative }) => 0.6 * relative,
    async read(scene, io) {
      const { projectId, documentId } = scene
      const { windowText, askedText } = queryOf(scene)
      if (windowText.trim() === '' && askedText.trim() === '') return []
      const query = { windowText, askedText, before: documentId, k: passagesAtMost }
      const { hits, notices } = await passages.forWindow(projectId, query, io.signal)
      for (const notice of notices) io.notice(notice)
      const refs = new Map((await documents.list(projectId)).map((ref) => [ref.documentId, ref]))
      return Promise.all(hits.map((hit, at) => draftOf(hit, at + 1, scene, refs.get(hit.documentId))))
    },
    reread: rereadChapter(documents),
  })
}

/** Without secrets: a word of one must not come back as the reason of a hit. */
function queryOf({ before, selected, asked }: Scene) {
  const windowText = before.text.slice(-queryUnits)
  const askedText = [selected?.text.slice(0, queryUnits) ?? '', asked.text.slice(0, queryUnits)]
    .filter((one) => one !== '')
    .join('\n')
  return { windowText: windowText.replaceAll(marker, ' '), askedText: askedText.replaceAll(marker, ' ') }
}
