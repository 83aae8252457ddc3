import { LRUCache } from 'lru-cache'
import { chapterNamed } from '../../lib/chapterPositions.ts'
import { perObject } from '../../lib/perObject.ts'
import { largestFittingNear, wholeStarts } from '../context/core/cuts.ts'
import type { Scene } from '../context/index.ts'
import { type Draft, defineSource, type Source, type SourceIo } from '../context/source.ts'
import { marker } from '../redaction/index.ts'
import { rereadChapter } from './chapterText.ts'
import type { DocumentPort, DocumentRef, PassageHit, PassagePort } from './ports.ts'

/** Characters before the cursor that describe the scene. */
const queryUnits = 3000
/** Characters of the instruction and of the selection, each. */
const requestUnits = 1500
const mostToContinue = 6
const mostForRequest = 10
/** A passage is sent with more or less of the text before it; drafts are cached by its place. */
const placesPerChapter = 64
/**
 * A passage with the full score is sent with the text before it, up to this length; one with less is as long as it
 * is.
 */
const fullUnits = 400
/** So far a passage is lengthened to the beginning of its first sentence and to the end of its last; letters say less. */
const sentenceReach = (chapter: string, at: number) =>
  /[a-z]{2}/i.test(chapter.slice(Math.max(0, at - 20), at + 20)) ? 300 : 120

interface PassageDraft extends Draft {
  readonly score: number
  readonly rank: number
}

/** Passages out of view: relevant to the instruction, and likely to be needed to continue the story. */
export function createPassages(passages: PassagePort, documents: DocumentPort): Source {
  /** A chapter that changes is listed by another object. */
  const texts = new WeakMap<DocumentRef, Promise<string | undefined>>()
  const positions = new WeakMap<DocumentRef, LRUCache<string, object>>()

  /** Undefined when it cannot be read now: the indexed text is current enough to be shown. */
  function textOf(projectId: string, ref: DocumentRef): Promise<string | undefined> {
    const cached = texts.get(ref)
    if (cached) return cached
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

  /** A place in a chapter, the same object as long as the chapter lives and it is in use now and then. */
  function placeOf(ref: DocumentRef, from: number, to: number): object {
    const ofChapter = positions.get(ref) ?? new LRUCache<string, object>({ max: placesPerChapter })
    positions.set(ref, ofChapter)
    const place = ofChapter.get(`${from}-${to}`) ?? {}
    ofChapter.set(`${from}-${to}`, place)
    return place
  }

  /** Nothing when its chapter is missing or no longer contains it: the index may be behind the files. */
  async function draftOf(
    hit: PassageHit,
    rank: number,
    { projectId, documentId }: Scene,
    chapters: readonly DocumentRef[],
    otherHits: readonly PassageHit[],
  ): Promise<PassageDraft | undefined> {
    const ref = byDocument(chapters).get(hit.documentId)
    if (!ref) return undefined
    const chapter = await textOf(projectId, ref)
    const at = chapter === undefined ? hit.from : placeIn(chapter, hit)
    if (at < 0) return undefined
    const end = at + hit.text.length
    const from = chapter === undefined ? at : widened(chapter, at, end, hit, otherHits)
    // In the chapter that is written, what follows may be in view.
    const isWritten = ref.documentId === documentId
    const to = chapter === undefined || isWritten ? end : completed(chapter, end, hit, otherHits)
    const { score, reason, terms } = hit
    const position = chapters.indexOf(ref)
    return {
      ref: { path: pathOf(ref), from, to },
      storeId: projectId,
      title: ref.title,
      text: chapter?.slice(from, to) ?? hit.text,
      ...(chapter !== undefined ? { whole: chapter, of: placeOf(ref, from, to) } : {}),
      order: position,
      score,
      rank,
      reason: { code: reason === 'shared' ? 'passage' : 'active', params: { rank, terms } },
    }
  }

  return defineSource<PassageDraft>({
    name: 'passages',
    display: { name: { zh: '前文', en: 'Earlier passage' }, card: 'title' },
    layer: 'retrieved',
    place: 3,
    stability: 'scene',
    redaction: 'manuscript',
    maxAppended: 5,
    shrinkSteps: [
      { step: 'out', cutOrder: 1, sparedCount: 5 },
      { step: 'around', cutOrder: 3.5, boundary: 'grapheme', leastUnits: 220 },
      { step: 'out', cutOrder: 4 },
    ],
    missing: { code: 'RAG_UNAVAILABLE', params: { still: 'nothing', cause: '' } },
    // Of equals the one that ranks first stays longest.
    score: ({ score, rank }) => 0.6 * score * (1 - rank / 10_000),
    async read(scene, io) {
      const { projectId, documentId } = scene
      const { windowText, queryText } = queryOf(scene)
      if (windowText.trim() === '' && queryText.trim() === '') return []
      const k = queryText.trim() === '' ? mostToContinue : mostForRequest
      const chapters = await documents.list(projectId)
      const previouslyIncluded = (io.previouslyIncluded ?? []).map(({ path, from = 0, to = 0 }) => ({
        documentId: chapterNamed(chapters, path)?.documentId ?? path,
        from,
        to,
      }))
      const query = {
        windowText,
        queryText,
        before: documentId,
        within: outOfView(scene, io),
        k,
        previouslyIncluded,
      }
      const { hits, left, notices } = await passages.forWindow(projectId, query, io.signal)
      for (const notice of notices) io.notice(notice)
      const refs = byDocument(chapters)
      for (const { documentId, from, to } of left) {
        const path = refs.get(documentId)?.path ?? documentId
        io.reportOmitted(`${path}#${from}-${to}`, 'not_selected', to - from)
      }
      const drafts = await Promise.all(hits.map((hit, at) => draftOf(hit, at + 1, scene, chapters, hits)))
      return drafts.filter((draft) => draft !== undefined)
    },
    reread: rereadChapter(documents),
  })
}

const pathOf = ({ path, documentId }: DocumentRef) => path ?? documentId

const byDocument = perObject(
  (list: readonly DocumentRef[]) => new Map(list.map((ref) => [ref.documentId, ref])),
)

/** The present position of a passage: unchanged, or moved by text inserted in front of it; −1: nowhere. */
function placeIn(chapter: string, { from, text }: PassageHit): number {
  return chapter.startsWith(text, from) ? from : chapter.indexOf(text)
}

/**
 * The start of what leads up to a passage, at a whole sentence; not into another one that is sent. A passage that begins
 * inside a sentence begins with it, where that is near.
 */
function widened(
  chapter: string,
  from: number,
  to: number,
  { documentId, score }: PassageHit,
  otherHits: readonly PassageHit[],
): number {
  const inFront = otherHits.filter((it) => it.documentId === documentId && it.to <= from)
  const floor = Math.max(0, ...inFront.map((it) => it.to))
  const minStart = Math.min(from, Math.max(floor, to - Math.round(fullUnits * score)))
  const starts = wholeStarts(chapter, Math.max(floor, minStart - sentenceReach(chapter, from)), from)
  const start = starts.find((at) => at >= minStart) ?? starts.at(-1) ?? from
  const spaces = /^\s*/u.exec(chapter.slice(start, from))?.[0].length ?? 0
  return start + spaces
}

/** The end of a passage, at the end of its last sentence where that is near; not into another one that is sent. */
function completed(
  chapter: string,
  to: number,
  { documentId }: PassageHit,
  otherHits: readonly PassageHit[],
): number {
  const behind = otherHits.filter((it) => it.documentId === documentId && it.from >= to)
  const ceiling = Math.min(chapter.length, to + sentenceReach(chapter, to), ...behind.map((it) => it.from))
  const next = ceiling === chapter.length ? [ceiling] : []
  const [end = to] = [...wholeStarts(chapter, to, ceiling), ...next]
  return to + chapter.slice(to, end).trimEnd().length
}

/** The part of the chapter that Immediate may not reach, as its end: it is searched like an earlier chapter. */
function outOfView({ text, before }: Scene, { limits, countRange }: SourceIo): number {
  const fits = (units: number) => countRange(text, before.to - units, before.to) <= limits.immediateTokens
  return before.to - largestFittingNear(before.to, limits.immediateTokens, fits)
}

/** Without secrets: a word of one must not come back as the reason of a hit. */
function queryOf({ before, selected, authorInput }: Scene) {
  const windowText = before.text.slice(-queryUnits)
  const queryText = [selected?.text.slice(0, requestUnits) ?? '', authorInput.text.slice(0, requestUnits)]
    .filter((text) => text !== '')
    .join('\n')
  return { windowText: windowText.replaceAll(marker, ' '), queryText: queryText.replaceAll(marker, ' ') }
}
