import type { CodexEntry, CodexMention } from '#contract/codex.ts'
import type { DocumentSummary } from '#contract/documents.ts'
import type { ChannelOutput } from '#contract/index.ts'
import type { Synopsis } from '#contract/retrieval.ts'
import { AppError } from '../../lib/appError.ts'
import { chapterNamed, chapterPositions } from '../../lib/chapterPositions.ts'
import { sentencesOf } from '../ai/index.ts'
import { type RippleText, ripple } from './ripple.ts'
import { unnamedIn } from './unnamed.ts'

type Readiness = ChannelOutput<'scene:readiness:get'>
type Ripple = ChannelOutput<'scene:ripple:list'>

export interface SceneCheck {
  /** What a run at a cursor would lack. @throws AppError NOT_FOUND. */
  readiness(projectId: string, documentId: string, cursorPosition: number): Promise<Readiness>
  /** What rests on sentences or names that a card had. @throws AppError NOT_FOUND. */
  ripple(projectId: string, id: string, removed: readonly string[]): Promise<Ripple>
}

export interface SceneCheckOptions {
  /** Chapters in the order of the book, and their texts. */
  readonly manuscript: {
    outline(projectId: string): Promise<readonly DocumentSummary[]>
    read(projectId: string, documentId: string): Promise<{ readonly text: string }>
  }
  readonly codex: {
    all(projectId: string): Promise<readonly CodexEntry[]>
    mentions(projectId: string, text: string): Promise<CodexMention[]>
    suggestions(
      projectId: string,
      filter: { readonly limit: number },
      signal?: AbortSignal,
    ): Promise<{ readonly items: readonly Suggested[] }>
  }
  readonly threads: { list(projectId: string): Promise<readonly ChannelOutput<'threads:create'>[]> }
  readonly synopses: { list(projectId: string): Promise<readonly Synopsis[]> }
  readonly planOf: (
    projectId: string,
    documentId: string,
  ) => Promise<{ readonly text: string; readonly beats: readonly { readonly text: string }[] } | undefined>
}

/** A name that the book uses and the codex does not have. */
interface Suggested
  extends Pick<ChannelOutput<'codex:suggestions'>['items'][number], 'kind' | 'text' | 'count'> {
  readonly aliases: readonly string[]
  readonly firstChapter: string
  readonly lastChapter: string
  readonly sample: string
  readonly of?: string
}

/** UTF-16 units around a cursor: what is on the page. */
const unitsBefore = 2000
const unitsAfter = 500
/** Names of each kind that are compared with the page. */
const maxNames = 2000
/** Chapters before this one whose synopsis a prompt needs most. */
const neededSynopses = 3
const maxSentences = 5000

/** Checks of a scene before a run and of a book after a card changed; both read, and call no model. */
export function createSceneCheck(options: SceneCheckOptions): SceneCheck {
  const { manuscript, codex, threads, synopses, planOf } = options

  async function textOf(
    projectId: string,
    { documentId, planned, missing }: DocumentSummary,
  ): Promise<string> {
    return planned || missing ? '' : (await manuscript.read(projectId, documentId)).text
  }

  return {
    async readiness(projectId, name, cursorPosition) {
      const outline = await manuscript.outline(projectId)
      const summary = chapterNamed(outline, name)
      if (!summary) throw new AppError('NOT_FOUND', { why: 'chapter' })
      const { documentId } = summary
      const text = await textOf(projectId, summary)
      const at = Math.min(cursorPosition, text.length)
      const plan = await planOf(projectId, documentId)
      const page = [
        text.slice(Math.max(0, at - unitsBefore), at + unitsAfter),
        plan?.text ?? '',
        ...(plan?.beats.map((beat) => beat.text) ?? []),
      ].join('\n')
      const [named, { items }, all, listed] = await Promise.all([
        codex.mentions(projectId, page),
        codex.suggestions(projectId, { limit: maxNames }),
        threads.list(projectId).catch(() => []),
        synopses.list(projectId),
      ])
      const order = chapterPositions(outline)
      const position = order.get(documentId) ?? 0
      const synopsisOf = new Map(listed.map((synopsis) => [synopsis.documentId, synopsis]))
      const earlier = outline
        .slice(0, position)
        .filter(({ characters }) => characters > 0)
        .toReversed()
      return {
        names: unnamedIn(
          page,
          named,
          items.map((item) => ({ ...item, aliases: [...item.aliases] })),
        ).slice(0, 500),
        threads: all.flatMap(({ id, title, state, due, marks }) => {
          const isOpen = state === 'planned' || state === 'planted'
          const dueAt = due === null ? undefined : order.get(due)
          if (!isOpen || due === null || dueAt === undefined || dueAt > position) return []
          return [{ id, title, sentence: marks[0]?.exact ?? '', due }]
        }),
        synopses: earlier.flatMap((chapter, index) => {
          const synopsis = synopsisOf.get(chapter.documentId)
          const state = synopsis?.stale
            ? 'stale'
            : !synopsis && index < neededSynopses
              ? 'missing'
              : undefined
          return state ? [{ documentId: chapter.documentId, title: chapter.title.slice(0, 1000), state }] : []
        }),
      }
    },

    async ripple(projectId, id, removed) {
      const entries = await codex.all(projectId)
      const entry = entries.find((each) => each.id === id)
      if (!entry) throw new AppError('NOT_FOUND', { why: 'entry' })
      const otherEntries = entries.filter((each) => each !== entry)
      const outline = await manuscript.outline(projectId)
      const names = namesOf(entry)
      const card = {
        names: [...names, ...removed.filter((each) => isName(each))],
        removed: removed.filter((each) => !names.includes(each)),
        present: sentencesOfCard(entry),
        otherNames: new Set(otherEntries.flatMap(namesOf)),
      }
      const sentences = ripple(card, await textsOf(projectId, outline, otherEntries))
      return {
        sentences: sentences.slice(0, maxSentences).map(({ text, title, ...rest }) => ({
          ...rest,
          title: title.slice(0, 1000),
          text: text.slice(0, 20_000),
        })),
        omitted: Math.max(0, sentences.length - maxSentences),
      }
    },
  }

  async function textsOf(
    projectId: string,
    outline: readonly DocumentSummary[],
    otherEntries: readonly CodexEntry[],
  ): Promise<readonly RippleText[]> {
    const [listed, all] = await Promise.all([
      synopses.list(projectId),
      threads.list(projectId).catch(() => []),
    ])
    const texts: RippleText[] = []
    for (const summary of outline) {
      const { documentId, title } = summary
      const text = await textOf(projectId, summary).catch(() => '')
      texts.push({ in: 'chapter', id: documentId, title, text })
    }
    const titles = new Map(outline.map(({ documentId, title }) => [documentId, title]))
    for (const { documentId, text } of listed)
      texts.push({ in: 'synopsis', id: documentId, title: titles.get(documentId) ?? '', text })
    for (const { id, title, marks } of all)
      texts.push({ in: 'thread', id, title, text: [title, ...marks.map(({ exact }) => exact)].join('\n') })
    for (const other of otherEntries) {
      const text = sentencesOfCard(other).join('\n')
      const { id, name } = other
      texts.push({ in: 'card', id, title: name, text })
    }
    return texts
  }
}

/** One word, or a few without an end: no sentence. */
const isName = (words: string) =>
  !/[。！？.!?，,；;]/.test(words) && words.split(' ').length <= 4 && words.length <= 24

const namesOf = ({ name, aliases }: CodexEntry): string[] => [
  name,
  ...aliases.map((alias) => (typeof alias === 'string' ? alias : alias.name)),
]

function sentencesOfCard({ body, progressions }: CodexEntry): string[] {
  return [body, ...progressions.map(({ text, value = '' }) => text || value)].flatMap((text) =>
    sentencesOf(text).map(({ from, to }) => text.slice(from, to).trim()),
  )
}
