import type { CodexMention } from '#contract/codex.ts'
import type { Receipt, ReceiptChunk } from '#contract/context.ts'
import type { LookupAnswer } from '#contract/factLookup.ts'
import type { DeepReadonly } from '#contract/shared.ts'
import { chapterNamed, type NamedChapter } from '../../lib/chapterPositions.ts'
import type { EntryVisibility } from '../codex/index.ts'
import { marker } from '../redaction/index.ts'
import type { Hit } from '../retrieval/index.ts'
import { comparable, questionWords } from './questionWords.ts'

type Chunk = DeepReadonly<ReceiptChunk>

export interface FactLookupPorts {
  readonly readReceipt: (
    projectId: string,
    receiptId: string,
  ) => Promise<{ readonly receipt: DeepReadonly<Receipt>; readonly chunks: readonly Chunk[] }>
  readonly mentions: (projectId: string, text: string) => Promise<readonly CodexMention[]>
  readonly entryVisibility: (
    projectId: string,
    documentId: string,
    id: string,
  ) => Promise<EntryVisibility | undefined>
  readonly search: (
    projectId: string,
    request: { readonly queries: string[]; readonly k: number; readonly before?: string },
  ) => Promise<readonly (readonly Hit[])[]>
  readonly documents: (projectId: string) => Promise<readonly (NamedChapter & { readonly title: string })[]>
  readonly redactText: (text: string, projectId: string) => string
}

/** @throws AppError NOT_FOUND: no such receipt. */
export type FactLookup = (
  projectId: string,
  request: { readonly receiptId: string; readonly question: string },
) => Promise<{ names: string[]; words: string[]; answers: LookupAnswer[] }>

/** The parts of the question that a text contains, and where. */
interface TextMatch {
  readonly names: ReadonlySet<string>
  readonly terms: ReadonlySet<string>
  readonly at: number
}

const mostPlaces = 10
const searched = 20
const mostOccurrences = 200

/**
 * Where a name or a fact is in what a run read, or why it is missing there. Names are detected by the codex, the
 * other words of the question are compared literally.
 */
export function createFactLookup(ports: FactLookupPorts): FactLookup {
  return async (projectId, { receiptId, question }) => {
    const { receipt, chunks } = await ports.readReceipt(projectId, receiptId)
    const mentioned = await ports.mentions(projectId, question)
    const entries = [...new Map(mentioned.map((mention) => [mention.entityId, mention])).values()]
    const terms = questionWords(question, mentioned)
    const redact = (text: string) => ports.redactText(text, projectId)

    /** Undefined: nothing of the question is in it. */
    async function matchText(text: string, label = ''): Promise<TextMatch | undefined> {
      const folded = comparable(text)
      const matchedTerms = terms.flatMap((word) => (folded.includes(word) ? [word] : []))
      const named = entries.length === 0 ? [] : await ports.mentions(projectId, text)
      const own = named.filter(({ entityId }) => entries.some((entry) => entry.entityId === entityId))
      // A card of the codex is about the entry whose name is its label.
      const above = entries.length === 0 ? [] : await ports.mentions(projectId, label)
      const matchedNames = [...above, ...own].flatMap(({ entityId }) =>
        entries.some((entry) => entry.entityId === entityId) ? [entityId] : [],
      )
      if (matchedTerms.length === 0 && matchedNames.length === 0) return undefined
      const at = densest([
        ...own.map(({ entityId, from }) => ({ what: entityId, at: from })),
        ...matchedTerms.flatMap((word) => placesOf(word, folded).map((place) => ({ what: word, at: place }))),
      ])
      return { names: new Set(matchedNames), terms: new Set(matchedTerms), at }
    }
    // A question is never worded as the text is: half of its words are enough.
    const isAll = ({ names, terms: matched }: TextMatch) =>
      names.size === entries.length && matched.size >= terms.length / 2
    const isNamed = ({ names }: TextMatch) => entries.length > 0 && names.size > 0

    const matchedChunks = await Promise.all(
      chunks.map(async (chunk) => ({
        chunk,
        match: chunk.text === null ? undefined : await matchText(chunk.text, chunk.label),
      })),
    )
    const documents = await ports.documents(projectId)
    function placed(
      code: LookupAnswer['code'],
      { chunk, match: it }: (typeof matchedChunks)[number],
    ): LookupAnswer {
      const sentence = excerptAt(chunk.text ?? '', it?.at ?? 0)
      const params = { label: chunk.label, ...(code === 'leftOut' ? { reason: chunk.trimReason } : {}) }
      return {
        code,
        layer: chunk.layer,
        params,
        excerpt: redact(sentence.text),
        ...openingOf(chunk, sentence, documents),
      }
    }
    const sent = matchedChunks.filter(({ chunk }) => chunk.action !== 'dropped')
    const wordsOf = ({ match: it }: (typeof matchedChunks)[number]) => it?.terms.size ?? 0
    const complete = sent.filter(({ match: it }) => it && isAll(it)).sort((a, b) => wordsOf(b) - wordsOf(a))
    const named = sent.filter(({ match: it }) => it && !isAll(it) && isNamed(it))
    const out = matchedChunks.filter(({ chunk, match: it }) => chunk.action === 'dropped' && it && isAll(it))

    const answers: LookupAnswer[] = [
      ...complete.slice(0, mostPlaces).map((item) => placed('inPrompt', item)),
      ...(complete.length > 0 ? [] : named.slice(0, 3).map((item) => placed('nameInPrompt', item))),
      ...out.slice(0, mostPlaces).map((item) => placed('leftOut', item)),
    ]
    const titleOf = (id: string) => chapterNamed(documents, id)?.title ?? id
    const visibilities = await Promise.all(
      entries.map(({ entityId }) => ports.entryVisibility(projectId, receipt.documentId, entityId)),
    )
    for (const visibility of visibilities.filter((item) => item !== undefined))
      answers.push(...whyNot(visibility, { chunks, terms, titleOf, redact, isThere: complete.length > 0 }))
    if (complete.length === 0) {
      const hit = await inBook()
      if (hit) answers.push(hit)
      else if (answers.every(({ code }) => code === 'notNamed' || code === 'nameInPrompt'))
        answers.push({ code: 'nowhere', params: {} })
    }
    return { names: entries.map(({ name }) => name), words: terms, answers: answers.slice(0, 100) }

    /** The best place of the manuscript that contains all of it: in an earlier chapter, else anywhere. */
    async function inBook(): Promise<LookupAnswer | undefined> {
      const query = [...entries.map(({ key }) => key), ...terms].join(' ')
      if (query === '') return undefined
      for (const scope of [{ before: receipt.documentId }, {}]) {
        const isListed = chapterNamed(documents, receipt.documentId) !== undefined
        if (!isListed && 'before' in scope) continue
        const [hits = []] = await ports.search(projectId, { queries: [query], k: searched, ...scope })
        for (const { documentId, from, text } of hits) {
          const it = await matchText(text)
          if (!it || !isAll(it)) continue
          const sentence = excerptAt(text, it.at)
          return {
            code: 'before' in scope ? 'earlier' : 'notYet',
            params: { chapter: titleOf(documentId) },
            excerpt: redact(sentence.text),
            open: { kind: 'chapter', documentId, from: from + sentence.from, to: from + sentence.to },
          }
        }
      }
      return undefined
    }
  }
}

/** The first places of a word. */
function placesOf(word: string, text: string): number[] {
  const positions: number[] = []
  for (
    let at = text.indexOf(word);
    at >= 0 && positions.length < mostOccurrences;
    at = text.indexOf(word, at + 1)
  )
    positions.push(at)
  return positions
}

/** The way to a sentence of the chapter. What was redacted before it has moved it: then to the part's beginning. */
function openingOf(
  { source, from, to, text }: Chunk,
  sentence: Excerpt,
  documents: readonly NamedChapter[],
): Pick<LookupAnswer, 'open'> {
  if (!source.startsWith('manuscript/') || from === undefined || to === undefined) return {}
  const isMoved = text?.slice(0, sentence.to).includes(marker) ?? true
  const range = isMoved ? { from, to: from } : { from: from + sentence.from, to: from + sentence.to }
  const documentId = chapterNamed(documents, source)?.documentId ?? source
  return { open: { kind: 'chapter', documentId, ...range } }
}

const reach = 60
/** Closing marks belong to the sentence before them. */
const sentenceEnd = /[。！？!?…\r\n]+[”’」』）)"]*/gu

/** A sentence of a text: UTF-16 units, `to` exclusive, and what a person is shown of it. */
interface Excerpt {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** The sentence around a place, at most 60 units to each side; cut ends are marked. */
export function excerptAt(text: string, at: number): Excerpt {
  const first = Math.max(0, at - reach)
  const before = text.slice(first, at)
  const after = text.slice(at, at + reach)
  const begins = [...before.matchAll(sentenceEnd)].at(-1)
  const ends = [...after.matchAll(sentenceEnd)][0]
  const from = first + (begins === undefined ? 0 : begins.index + begins[0].length)
  const to = at + (ends === undefined ? after.length : ends.index + ends[0].length)
  const isCutBefore = begins === undefined && first > 0
  const isCutAfter = ends === undefined && to < text.length
  const whole = text
    .slice(from, to)
    .toWellFormed()
    .replace(/^\uFFFD|\uFFFD$/gu, '')
  return { from, to, text: `${isCutBefore ? '…' : ''}${whole.trim()}${isCutAfter ? '…' : ''}` }
}

/** Of all matches, the one with the most different terms within reach; of equals the first. */
export function densest(occurrences: readonly { readonly what: string; readonly at: number }[]): number {
  const inOrder = occurrences.toSorted((a, b) => a.at - b.at)
  let [best, maxKinds] = [inOrder[0]?.at ?? 0, 0]
  for (const { at } of inOrder) {
    const near = inOrder.filter((other) => other.at >= at && other.at < at + reach)
    const kinds = new Set(near.map(({ what }) => what)).size
    if (kinds > maxKinds) [best, maxKinds] = [at, kinds]
  }
  return best
}

const excerptUnits = 200

/** Why an entry, or the fact about it, is missing in a prompt. */
function whyNot(
  { id, name, level, unknown, omitted }: EntryVisibility,
  about: {
    readonly chunks: readonly DeepReadonly<ReceiptChunk>[]
    /** The other words of the question; none: every change may be meant. */
    readonly terms: readonly string[]
    readonly titleOf: (documentId: string) => string
    readonly redact: (text: string) => string
    /** The prompt contains everything in question. */
    readonly isThere: boolean
  },
): LookupAnswer[] {
  const { chunks, terms, titleOf, redact, isThere } = about
  const open = { kind: 'entry' as const, id }
  const createAnswer = (
    code: LookupAnswer['code'],
    params: LookupAnswer['params'] = {},
    text?: string,
  ): LookupAnswer => ({
    ...{ code, params: { name, ...params }, open },
    ...(text === undefined ? {} : { excerpt: redact(text.slice(0, excerptUnits).toWellFormed()) }),
  })
  const changes = omitted
    .filter(({ text }) => terms.length === 0 || terms.some((word) => comparable(text).includes(word)))
    .map(({ reason, from, text }) => {
      const code = { later: 'changeLater', over: 'changeOver', hidden: 'changeHidden' } as const
      return createAnswer(code[reason], { chapter: titleOf(from) }, text)
    })
  if (unknown?.reason === 'later')
    return [createAnswer('entryLater', { chapter: titleOf(unknown.from ?? '') }), ...changes]
  if (unknown) return [createAnswer('entryHidden'), ...changes]
  if (isThere) return changes
  if (level === 'never') return [createAnswer('levelNever'), ...changes]
  const own = chunks.find(
    ({ card, label }) => card === 'entry' && (label === name || label.startsWith(`${name}（`)),
  )
  if (own === undefined)
    return [createAnswer(level === 'manual_only' ? 'levelManual' : 'notNamed'), ...changes]
  if (own.action === 'dropped')
    return [createAnswer('leftOut', { label: own.label, reason: own.trimReason }), ...changes]
  const isShort = own.level !== undefined && own.level !== 'full'
  return isShort
    ? [{ ...createAnswer('shortened', { level: own.level ?? 'full' }), layer: own.layer }, ...changes]
    : changes
}
