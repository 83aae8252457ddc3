import type { AskAnswer } from '#contract/ask.ts'
import type { CodexMention } from '#contract/codex.ts'
import type { Receipt, ReceiptChunk } from '#contract/context.ts'
import type { DeepReadonly } from '#contract/shared.ts'
import type { EntryStanding } from '../codex/index.ts'
import { marker } from '../redaction/index.ts'
import type { Hit } from '../retrieval/index.ts'
import { densest, type Excerpt, excerptAt } from './excerpt.ts'
import { comparable, questionWords } from './questionWords.ts'
import { whyNot } from './whyNot.ts'

type Chunk = DeepReadonly<ReceiptChunk>

export interface AskPorts {
  readonly readReceipt: (
    projectId: string,
    receiptId: string,
  ) => Promise<{ readonly receipt: DeepReadonly<Receipt>; readonly chunks: readonly Chunk[] }>
  readonly mentions: (projectId: string, text: string) => Promise<readonly CodexMention[]>
  readonly standing: (projectId: string, documentId: string, id: string) => Promise<EntryStanding | undefined>
  readonly search: (
    projectId: string,
    asked: { readonly queries: string[]; readonly k: number; readonly before?: string },
  ) => Promise<readonly (readonly Hit[])[]>
  readonly documents: (
    projectId: string,
  ) => Promise<readonly { readonly documentId: string; readonly title: string }[]>
  readonly redactText: (text: string, projectId: string) => string
}

/** @throws AppError NOT_FOUND: no such receipt. */
export type Ask = (
  projectId: string,
  asked: { readonly receiptId: string; readonly question: string },
) => Promise<{ names: string[]; words: string[]; answers: AskAnswer[] }>

/** What a text holds of what is asked, and where. */
interface Held {
  readonly names: ReadonlySet<string>
  readonly words: ReadonlySet<string>
  readonly at: number
}

const mostPlaces = 10
const searched = 20
const mostOccurrences = 200

/**
 * Where a name or a fact stands in what a run read, or why it does not. The codex finds the names, the words left of
 * the question are compared as they are written.
 */
export function createAsk(ports: AskPorts): Ask {
  return async (projectId, { receiptId, question }) => {
    const { receipt, chunks } = await ports.readReceipt(projectId, receiptId)
    const mentioned = await ports.mentions(projectId, question)
    const entries = [...new Map(mentioned.map((mention) => [mention.entityId, mention])).values()]
    const words = questionWords(question, mentioned)
    const redact = (text: string) => ports.redactText(text, projectId)

    /** Undefined: it says nothing of what is asked. */
    async function heldIn(text: string, label = ''): Promise<Held | undefined> {
      const folded = comparable(text)
      const found = words.flatMap((word) => (folded.includes(word) ? [word] : []))
      const named = entries.length === 0 ? [] : await ports.mentions(projectId, text)
      const own = named.filter(({ entityId }) => entries.some((entry) => entry.entityId === entityId))
      // A card of the codex tells of the one whose name stands above it.
      const above = entries.length === 0 ? [] : await ports.mentions(projectId, label)
      const known = [...above, ...own].flatMap(({ entityId }) =>
        entries.some((entry) => entry.entityId === entityId) ? [entityId] : [],
      )
      if (found.length === 0 && known.length === 0) return undefined
      const at = densest([
        ...own.map(({ entityId, from }) => ({ what: entityId, at: from })),
        ...found.flatMap((word) => placesOf(word, folded).map((place) => ({ what: word, at: place }))),
      ])
      return { names: new Set(known), words: new Set(found), at }
    }
    // A question is never worded as the text is: half of its words are enough.
    const isAll = ({ names, words: found }: Held) =>
      names.size === entries.length && found.size >= words.length / 2
    const isNamed = ({ names }: Held) => entries.length > 0 && names.size > 0

    const held = await Promise.all(
      chunks.map(async (chunk) => ({
        chunk,
        held: chunk.text === null ? undefined : await heldIn(chunk.text, chunk.label),
      })),
    )
    function placed(code: AskAnswer['code'], { chunk, held: it }: (typeof held)[number]): AskAnswer {
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
    const sent = held.filter(({ chunk }) => chunk.action !== 'dropped')
    const wordsOf = ({ held: it }: (typeof held)[number]) => it?.words.size ?? 0
    const there = sent.filter(({ held: it }) => it && isAll(it)).sort((a, b) => wordsOf(b) - wordsOf(a))
    const named = sent.filter(({ held: it }) => it && !isAll(it) && isNamed(it))
    const out = held.filter(({ chunk, held: it }) => chunk.action === 'dropped' && it && isAll(it))

    const answers: AskAnswer[] = [
      ...there.slice(0, mostPlaces).map((one) => placed('inPrompt', one)),
      ...(there.length > 0 ? [] : named.slice(0, 3).map((one) => placed('nameInPrompt', one))),
      ...out.slice(0, mostPlaces).map((one) => placed('leftOut', one)),
    ]
    const documents = await ports.documents(projectId)
    const titleOf = (id: string) => documents.find(({ documentId }) => documentId === id)?.title ?? id
    const standings = await Promise.all(
      entries.map(({ entityId }) => ports.standing(projectId, receipt.documentId, entityId)),
    )
    for (const standing of standings.filter((one) => one !== undefined))
      answers.push(...whyNot(standing, { chunks, words, titleOf, redact, isThere: there.length > 0 }))
    if (there.length === 0) {
      const hit = await inBook()
      if (hit) answers.push(hit)
      else if (answers.every(({ code }) => code === 'notNamed' || code === 'nameInPrompt'))
        answers.push({ code: 'nowhere', params: {} })
    }
    return { names: entries.map(({ name }) => name), words, answers: answers.slice(0, 100) }

    /** The best place of the manuscript that holds all of it: in an earlier chapter, else anywhere. */
    async function inBook(): Promise<AskAnswer | undefined> {
      const query = [...entries.map(({ key }) => key), ...words].join(' ')
      if (query === '') return undefined
      for (const scope of [{ before: receipt.documentId }, {}]) {
        const known = documents.some(({ documentId }) => documentId === receipt.documentId)
        if (!known && 'before' in scope) continue
        const [hits = []] = await ports.search(projectId, { queries: [query], k: searched, ...scope })
        for (const { documentId, from, text } of hits) {
          const it = await heldIn(text)
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
  const places: number[] = []
  for (
    let at = text.indexOf(word);
    at >= 0 && places.length < mostOccurrences;
    at = text.indexOf(word, at + 1)
  )
    places.push(at)
  return places
}

/** The way to a sentence of the chapter. What was redacted before it has moved it: then to the part's beginning. */
function openingOf({ source, from, to, text }: Chunk, sentence: Excerpt): Pick<AskAnswer, 'open'> {
  if (!source.startsWith('manuscript/') || from === undefined || to === undefined) return {}
  const isMoved = text?.slice(0, sentence.to).includes(marker) ?? true
  const range = isMoved ? { from, to: from } : { from: from + sentence.from, to: from + sentence.to }
  return { open: { kind: 'chapter', documentId: source, ...range } }
}
