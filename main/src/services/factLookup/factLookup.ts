import type { CodexMention } from '#contract/codex.ts'
import type { Receipt, ReceiptChunk } from '#contract/context.ts'
import type { LookupAnswer } from '#contract/factLookup.ts'
import type { DeepReadonly } from '#contract/shared.ts'
import { chapterNamed, type NamedChapter } from '../../lib/chapterPositions.ts'
import type { EntryVisibility } from '../codex/index.ts'
import { marker } from '../redaction/index.ts'
import type { Hit } from '../retrieval/index.ts'
import { comparable, readQuestion } from './question.ts'
import { countIn, hasKind, isQuestion, type Sentence, sentencesOf, shareOf, weightsOf } from './sentences.ts'
import { type Holder, holderOf, type Person, type TitledName, titledIn } from './titledNames.ts'

type Chunk = DeepReadonly<ReceiptChunk>

export interface FactLookupPorts {
  readonly readReceipt: (
    projectId: string,
    receiptId: string,
  ) => Promise<{ readonly receipt: DeepReadonly<Receipt>; readonly chunks: readonly Chunk[] }>
  readonly mentions: (projectId: string, text: string) => Promise<readonly CodexMention[]>
  /** The characters of the codex. */
  readonly people: (projectId: string) => Promise<readonly Person[]>
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

/** A person or a thing in a text: of the codex, or somebody with a title whom it does not have. */
type Mention = Omit<CodexMention, 'confidence'>

/** @throws AppError NOT_FOUND: no such receipt. */
export type FactLookup = (
  projectId: string,
  request: { readonly receiptId: string; readonly question: string },
) => Promise<{ names: string[]; words: string[]; answers: LookupAnswer[] }>

/** A sentence that has something of the question. */
interface Candidate {
  readonly sentence: Pick<Sentence, 'from' | 'to'>
  /** How much of the question's names it is about, and of its words it has with its neighbours: both in [0,1]. */
  readonly named: number
  readonly share: number
  /** Of sentences that have as much: more is better. */
  readonly fit: number
  /** It has the subject and what is asked of it. */
  readonly isAnswer: boolean
}

/** A text with its sentences that have something of the question, the best first. */
interface Place<T> {
  readonly of: T
  readonly text: string
  readonly candidates: readonly Candidate[]
}

const mostPlaces = 3
const mostClose = 3
const searched = 20
/** A shorter sentence with nothing of the question is a heading. */
const leastUnits = 6
/** A name so many UTF-16 units away may be what a sentence is about. */
const subjectUnits = 150
/** So much of the question's words a sentence has to have to be its answer. */
const answerShare = 0.75

/**
 * Where the answer to a question is in what a run read, or why it is missing there. Names are detected by the codex, the
 * other words are compared with each sentence. Only a sentence that has the subject and what is asked of it is said to be
 * an answer; what comes near is shown as that.
 */
export function createFactLookup(ports: FactLookupPorts): FactLookup {
  return async (projectId, { receiptId, question: words }) => {
    const { receipt, chunks } = await ports.readReceipt(projectId, receiptId)
    const people = await ports.people(projectId)
    const texts = chunks.map(({ text }) => text ?? '')
    const titlesOfQuestion = new Set(titledIn(words).map(({ text }) => text))
    const holders = new Map<string, Holder>()
    const mentionsIn = async (text: string): Promise<readonly Mention[]> => {
      const mentions = await ports.mentions(projectId, text)
      const isFree = ({ from, to }: TitledName) => !mentions.some((each) => each.to > from && each.from < to)
      const titled = titledIn(text).filter(isFree).flatMap(calledBy)
      return [...mentions, ...titled]
    }
    /** Whoever has a title: a person of the codex, or one whom nothing but the title names. */
    function calledBy({ from, to, ...name }: TitledName): Mention[] {
      // Without a surname it may be anybody's, unless the question calls its person so.
      if (name.surname === '' && !titlesOfQuestion.has(name.text)) return []
      const holder = holders.get(name.text) ?? holderOf(name, people, texts)
      holders.set(name.text, holder)
      if (name.surname === '' && holder.kind === 'nobody') return []
      const person = holder.kind === 'person' ? people.find(({ id }) => id === holder.id) : undefined
      return [
        {
          entityId: person?.id ?? `?${name.text}`,
          name: person?.names[0] ?? name.text,
          key: name.text,
          from,
          to,
        },
      ]
    }
    const mentioned = await mentionsIn(words)
    const entries = [...new Map(mentioned.map((mention) => [mention.entityId, mention])).values()]
    const question = readQuestion(words, mentioned)
    const isSubject = ({ entityId }: Mention) => entries.some((entry) => entry.entityId === entityId)
    const idsOf = (mentions: readonly Mention[]) =>
      new Set(mentions.filter(isSubject).map(({ entityId }) => entityId))
    const redact = (text: string) => ports.redactText(text, projectId)
    const read = chunks.map((chunk) => ({ chunk, sentences: sentencesOf(chunk.text ?? '') }))
    const weights = weightsOf(
      question.units,
      read.flatMap(({ sentences }) => sentences),
    )

    /** `label`: of a card, which is about the entry that it names. */
    async function candidatesIn(
      text: string,
      sentences: readonly Sentence[],
      label?: string,
    ): Promise<Candidate[]> {
      const mentions = entries.length === 0 ? [] : await mentionsIn(text)
      const about = label === undefined ? [] : await ports.mentions(projectId, label)
      const candidates = sentences.flatMap((sentence, at) => {
        const share = shareOf(sentences, at, weights)
        const inside = mentions.filter(({ from, to }) => to > sentence.from && from < sentence.to)
        const near = mentions.filter(
          ({ from, to }) => to > sentence.from - subjectUnits && from < sentence.to + subjectUnits,
        )
        // It speaks of somebody else, unless it names whom it is asked about.
        const isOfOthers = inside.some((mention) => !isSubject(mention)) || about.some((it) => !isSubject(it))
        const names = idsOf([...about, ...(isOfOthers ? inside : near)])
        const named = entries.length === 0 ? 1 : names.size / entries.length
        const isHeading = share === 0 && sentence.text.trim().length < leastUnits
        if ((share === 0 && names.size === 0) || isHeading) return []
        const hasAll = question.units.length === 0 ? entries.length > 0 : share >= answerShare
        // One word near a name is chance.
        const evidence = idsOf([...about, ...inside]).size + countIn(sentence, question.units)
        const isAnswer =
          named === 1 &&
          hasAll &&
          evidence >= Math.min(2, entries.length + question.units.length) &&
          hasKind(sentences, at, question)
        // A question is answered behind it; a card about the subject says more than a mention of it.
        const fit = (isQuestion(sentence) ? -0.3 : 0) + (about.some(isSubject) ? 0.3 : 0)
        return { sentence, named, share, fit, isAnswer }
      })
      return candidates.toSorted(byValue).slice(0, mostPlaces)
    }

    const places = await Promise.all(
      read.map(async ({ chunk, sentences }): Promise<Place<Chunk>> => {
        const text = chunk.text ?? ''
        const label = chunk.card === 'entry' ? chunk.label : undefined
        return { of: chunk, text, candidates: await candidatesIn(text, sentences, label) }
      }),
    )
    const documents = await ports.documents(projectId)
    const titleOf = (id: string) => chapterNamed(documents, id)?.title ?? id
    function placed(
      code: LookupAnswer['code'],
      { of: chunk, text }: Place<Chunk>,
      { sentence }: Candidate,
    ): LookupAnswer {
      const excerpt = excerptOf(text, sentence)
      const params = { label: chunk.label, ...(code === 'leftOut' ? { reason: chunk.trimReason } : {}) }
      return {
        ...{ code, layer: chunk.layer, params, excerpt: redact(excerpt.text) },
        ...openingOf(chunk, excerpt, documents),
      }
    }
    const sent = places.filter(({ of: { action } }) => action !== 'dropped')
    const out = places.filter(({ of: { action } }) => action === 'dropped')
    const complete = bestOf(sent, true)
    const answers: LookupAnswer[] = [
      ...complete.slice(0, mostPlaces).map(([place, candidate]) => placed('inPrompt', place, candidate)),
      ...bestOf(out, true)
        .slice(0, mostPlaces)
        .map(([place, candidate]) => placed('leftOut', place, candidate)),
    ]
    const visibilities = await Promise.all(
      entries.map(({ entityId }) => ports.entryVisibility(projectId, receipt.documentId, entityId)),
    )
    const isThere = complete.length > 0
    for (const visibility of visibilities.filter((item) => item !== undefined))
      answers.push(...whyNot(visibility, { chunks, terms: question.words, titleOf, redact, isThere }))
    if (!isThere) {
      const hits = await inBook()
      const [before, after] = [true, false].map((isEarlier) =>
        hits.filter(({ of }) => of.isEarlier === isEarlier),
      )
      const [answer] = [...bestOf(before ?? [], true), ...bestOf(after ?? [], true)]
      if (answer) answers.push(inChapter(...answer))
      else if (!answers.some(({ code }) => claims.has(code))) {
        const unsure = entries.filter(({ key }) => holders.get(key)?.kind === 'unsure')
        answers.push(...unsure.map(({ key }) => ({ code: 'nameUnsure' as const, params: { name: key } })), {
          code: 'noAnswer',
          params: {},
        })
        answers.push(
          ...bestOf(sent, false)
            .slice(0, mostClose)
            .map(([place, candidate]) => placed('closeInPrompt', place, candidate)),
        )
        // A passage that only has the name says nothing about the question.
        for (const part of [before ?? [], after ?? []])
          answers.push(
            ...bestOf(part, false)
              .filter(([, { share }]) => share > 0 || question.units.length === 0)
              .slice(0, mostClose)
              .map((hit) => inChapter(...hit)),
          )
      }
    }
    return {
      names: entries.map(({ name }) => name),
      words: [...question.words],
      answers: answers.slice(0, 100),
    }

    function inChapter({ of, text }: Place<BookHit>, { sentence, isAnswer }: Candidate): LookupAnswer {
      const { documentId, from, isEarlier } = of
      const excerpt = excerptOf(text, sentence)
      const code = isEarlier ? (isAnswer ? 'earlier' : 'closeEarlier') : isAnswer ? 'notYet' : 'closeLater'
      return {
        ...{ code, params: { chapter: titleOf(documentId) }, excerpt: redact(excerpt.text) },
        open: { kind: 'chapter', documentId, ...rangeOf(text, from, excerpt) },
      }
    }

    /** Passages of the manuscript: of earlier chapters, and of all. */
    async function inBook(): Promise<readonly Place<BookHit>[]> {
      const names = entries.flatMap(({ key, name }) => (holders.has(key) ? [key, name] : [key]))
      const query = [...new Set([...names, ...question.words])].join(' ')
      if (query === '') return []
      const current = chapterNamed(documents, receipt.documentId)
      const search = async (scope: { readonly before?: string }) =>
        (await ports.search(projectId, { queries: [query], k: searched, ...scope }))[0] ?? []
      const earlier = current ? await search({ before: receipt.documentId }) : []
      const known = new Set(earlier.map(({ documentId, from }) => `${documentId} ${from}`))
      const elsewhere = (await search({})).filter(
        ({ documentId, from }) => !known.has(`${documentId} ${from}`),
      )
      const indexOf = (id: string) => documents.findIndex(({ documentId }) => documentId === id)
      const hits = [...earlier, ...elsewhere].map((hit) => ({
        ...hit,
        isEarlier: current !== undefined && indexOf(hit.documentId) < indexOf(current.documentId),
      }))
      return Promise.all(
        hits.map(async (hit) => {
          // Whole: a sentence may end inside of a secret.
          const text = redact(hit.text)
          return { of: hit, text, candidates: await candidatesIn(text, sentencesOf(text)) }
        }),
      )
    }
  }
}

interface BookHit extends Pick<Hit, 'documentId' | 'from'> {
  readonly isEarlier: boolean
}

/** Codes that say where the answer is, or why it is not there. */
const claims = new Set<LookupAnswer['code']>([
  ...(['leftOut', 'changeLater', 'changeOver', 'changeHidden'] as const),
  ...(['entryLater', 'entryHidden', 'levelNever', 'levelManual', 'shortened'] as const),
])

const byValue = (a: Candidate, b: Candidate) => fitnessOf(b) - fitnessOf(a)
const fitnessOf = ({ named, share, fit, isAnswer }: Candidate) => (isAnswer ? 2 : 0) + named + share + fit

/** Answers, or what comes near to one, the best first. */
function bestOf<T>(places: readonly Place<T>[], isAnswer: boolean): (readonly [Place<T>, Candidate])[] {
  return places
    .flatMap((place) => place.candidates.map((candidate) => [place, candidate] as const))
    .filter(([, candidate]) => candidate.isAnswer === isAnswer)
    .toSorted(([, a], [, b]) => byValue(a, b))
}

/** The way to a sentence of the chapter. What was redacted before it has moved it: then to the part's beginning. */
function openingOf(
  { source, from, to, text }: Chunk,
  excerpt: Excerpt,
  documents: readonly NamedChapter[],
): Pick<LookupAnswer, 'open'> {
  if (!source.startsWith('manuscript/') || from === undefined || to === undefined) return {}
  const documentId = chapterNamed(documents, source)?.documentId ?? source
  return { open: { kind: 'chapter', documentId, ...rangeOf(text, from, excerpt) } }
}

function rangeOf(text: string | null, from: number, excerpt: Excerpt) {
  const isMoved = text?.slice(0, excerpt.to).includes(marker) ?? true
  return isMoved ? { from, to: from } : { from: from + excerpt.from, to: from + excerpt.to }
}

const mostExcerptUnits = 160

/** A sentence of a text: UTF-16 units, `to` exclusive, and what a person is shown of it. */
interface Excerpt {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** A sentence as it is shown; a long one is cut, and says so. */
function excerptOf(text: string, { from, to }: Pick<Sentence, 'from' | 'to'>): Excerpt {
  // What answers a question, or goes on, is behind it.
  const end = Math.min(
    Math.max(to, isQuestion({ text: text.slice(from, to) }) ? from + mostExcerptUnits : 0),
    text.length,
    from + mostExcerptUnits,
  )
  const shown = text
    .slice(from, end)
    .toWellFormed()
    .replace(/\uFFFD$/u, '')
    .trim()
  return { from, to: end, text: `${shown}${end < to ? '…' : ''}` }
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
    ...(text === undefined ? {} : { excerpt: redact(text).slice(0, excerptUnits).toWellFormed() }),
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
  // “人物 林远（重伤）”
  const own = chunks.find(
    ({ card, label }) => card === 'entry' && ` ${label.replace(/（.*$/s, '')}`.endsWith(` ${name}`),
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
