import type { CodexMention } from '#contract/codex.ts'
import type { Receipt, ReceiptChunk } from '#contract/context.ts'
import type { LookupAnswer } from '#contract/factLookup.ts'
import type { DeepReadonly } from '#contract/shared.ts'
import type { EntryVisibility } from '../codex/index.ts'
import { marker } from '../redaction/index.ts'
import type { Hit } from '../retrieval/index.ts'
import { densest, type Excerpt, excerptAt } from './excerpt.ts'
import { comparable, questionWords } from './questionWords.ts'
import { whyNot } from './whyNot.ts'

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
  readonly documents: (
    projectId: string,
  ) => Promise<readonly { readonly documentId: string; readonly title: string }[]>
  readonly redactText: (text: string, projectId: string) => string
}

/** @throws AppError NOT_FOUND: no such receipt. */
export type FactLookup = (
  projectId: string,
  request: { readonly receiptId: string; readonly question: string },
) => Promise<{ names: string[]; words: string[]; answers: LookupAnswer[] }>

/** What a text holds of what is asked, and where. */
interface TextMatch {
  readonly names: ReadonlySet<string>
  readonly terms: ReadonlySet<string>
  readonly at: number
}

const mostPlaces = 10
const searched = 20
const mostOccurrences = 200

/**
 * Where a name or a fact stands in what a run read, or why it does not. The codex finds the names, the words left of
 * the question are compared as they are written.
 */
export function createFactLookup(ports: FactLookupPorts): FactLookup {
  return async (projectId, { receiptId, question }) => {
    const { receipt, chunks } = await ports.readReceipt(projectId, receiptId)
    const mentioned = await ports.mentions(projectId, question)
    const entries = [...new Map(mentioned.map((mention) => [mention.entityId, mention])).values()]
    const terms = questionWords(question, mentioned)
    const redact = (text: string) => ports.redactText(text, projectId)

    /** Undefined: it says nothing of what is asked. */
    async function matchText(text: string, label = ''): Promise<TextMatch | undefined> {
      const folded = comparable(text)
      const matchedTerms = terms.flatMap((word) => (folded.includes(word) ? [word] : []))
      const named = entries.length === 0 ? [] : await ports.mentions(projectId, text)
      const own = named.filter(({ entityId }) => entries.some((entry) => entry.entityId === entityId))
      // A card of the codex tells of the one whose name stands above it.
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
        ...openingOf(chunk, sentence),
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
    const documents = await ports.documents(projectId)
    const titleOf = (id: string) => documents.find(({ documentId }) => documentId === id)?.title ?? id
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

    /** The best place of the manuscript that holds all of it: in an earlier chapter, else anywhere. */
    async function inBook(): Promise<LookupAnswer | undefined> {
      const query = [...entries.map(({ key }) => key), ...terms].join(' ')
      if (query === '') return undefined
      for (const scope of [{ before: receipt.documentId }, {}]) {
        const isListed = documents.some(({ documentId }) => documentId === receipt.documentId)
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
function openingOf({ source, from, to, text }: Chunk, sentence: Excerpt): Pick<LookupAnswer, 'open'> {
  if (!source.startsWith('manuscript/') || from === undefined || to === undefined) return {}
  const isMoved = text?.slice(0, sentence.to).includes(marker) ?? true
  const range = isMoved ? { from, to: from } : { from: from + sentence.from, to: from + sentence.to }
  return { open: { kind: 'chapter', documentId: source, ...range } }
}
