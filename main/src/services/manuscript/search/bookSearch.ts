import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../../lib/appError.ts'
import { chapterNamed } from '../../../lib/chapterPositions.ts'
import type { Clock } from '../../../lib/clock.ts'
import { characterEnd, characterStart } from '../../../lib/text.ts'
import type { Fold, WholeName } from '../../codex/index.ts'
import type { EditJournal } from '../../edits/index.ts'
import type { ManuscriptService } from '../manuscriptService.ts'
import type { ExpressionThread } from './expressionThread.ts'
import { type BookQuery, type Find, type Match, withReplacements } from './match.ts'

/** A page of results ends after this time or so many hits, whatever comes first. */
const pageMs = 80
const pageHits = 300

interface ChapterHits {
  readonly documentId: string
  readonly title: string
  /** sha256hex of the bytes that were searched. */
  readonly hash: string
  /** All matches; `hits` may be the first of them only. */
  readonly count: number
  readonly hits: readonly Hit[]
}

export interface SearchPage {
  readonly chapters: readonly ChapterHits[]
  /** Chapters searched so far, from the first on, and of how many. */
  readonly searched: number
  readonly total: number
  /** Where the next page begins; null: that was all. */
  readonly next: string | null
  /** Chapters that could not be read. */
  readonly unread: readonly { readonly documentId: string; readonly title: string }[]
  /** Places that may belong to a longer name the codex does not know: they are no matches. */
  readonly doubtful: number
}

export interface ReplaceRequest {
  readonly query: BookQuery
  readonly replacement: string
  /** As the search has them, with so many matches; `except`: numbers of those that stay. */
  readonly chapters: readonly {
    readonly documentId: string
    readonly hash: string
    readonly count: number
    readonly except: readonly number[]
  }[]
}

export interface Replaced {
  /** What `edits:undo` takes; null: nothing was written. */
  readonly editId: string | null
  readonly chapters: readonly {
    readonly documentId: string
    readonly title: string
    readonly count: number
  }[]
  readonly skipped: readonly {
    readonly documentId: string
    readonly title: string
    readonly why: 'changed' | 'gone' | 'failed'
  }[]
}

export interface BookSearchOptions {
  readonly manuscript: Pick<ManuscriptService, 'list' | 'read'>
  /** Finds a name as a whole one, judged by codex and book. */
  readonly wholeName: (projectId: string, name: string, signal?: AbortSignal) => Promise<WholeName>
  readonly fold: Fold
  readonly expressions: ExpressionThread
  readonly edits: Pick<EditJournal, 'startRound'>
  readonly clock: Clock
  /** Runs before several chapters are changed; what it throws leaves them as they are. */
  readonly beforeMany?: ((projectId: string) => Promise<unknown>) | undefined
}

interface Finding {
  readonly replacement: string
  readonly signal?: AbortSignal
  readonly onUncertain?: (count: number) => void
}

/** Searching and replacing in all chapters of a book. */
export function createBookSearch(options: BookSearchOptions) {
  const { manuscript, wholeName, fold, expressions, edits, clock } = options

  async function finder(
    projectId: string,
    query: BookQuery,
    { replacement, signal, onUncertain = () => {} }: Finding,
  ): Promise<Find> {
    if (query.mode === 'regex') return expressions.find(query, replacement)
    if (query.mode === 'literal')
      return query.fold ? findFolded(query.text, replacement, fold) : findExact(query.text, replacement)
    const judge = await wholeName(projectId, query.text.trim(), signal)
    return (text) => {
      const { matches: positions, uncertain } = judge(text)
      onUncertain(uncertain.filter(({ reason }) => reason === 'usage').length)
      const variants = uncertain.filter(({ reason }) => reason === 'variant')
      const matches =
        variants.length === 0 ? positions : [...positions, ...variants].sort((a, b) => a.from - b.from)
      return matches.map(({ from, to }) => ({ from, to, replacement }))
    }
  }

  /**
   * The next page of results, from the chapter `from` on. @throws AppError CONFLICT when that chapter is missing,
   * INVALID_ARGUMENT, SEARCH_TOO_SLOW, CANCELLED.
   */
  async function search(
    projectId: string,
    request: {
      readonly query: BookQuery
      readonly replacement: string
      readonly from?: string | undefined
      readonly hitsPerChapter: number
      readonly signal: AbortSignal
    },
  ): Promise<SearchPage> {
    let uncertain = 0
    const onUncertain = (more: number) => {
      uncertain += more
    }
    const find = await finder(projectId, request.query, { ...request, onUncertain })
    const documents = await manuscript.list(projectId)
    let at =
      request.from === undefined ? 0 : documents.findIndex(({ documentId }) => documentId === request.from)
    if (at < 0) throw new AppError(ErrorCode.CONFLICT, { why: 'search' })
    const startedAt = clock.monotonic()
    const chapters: ChapterHits[] = []
    const failedReads: SearchPage['unread'][number][] = []
    let hits = 0
    for (; at < documents.length; at++) {
      const { documentId, title } = documents[at] ?? { documentId: '', title: '' }
      if (hits >= pageHits || clock.monotonic() - startedAt >= pageMs)
        return {
          chapters,
          unread: failedReads,
          doubtful: uncertain,
          searched: at,
          total: documents.length,
          next: documentId,
        }
      const read = await manuscript.read(projectId, documentId).catch(unreadable)
      if (!read) {
        failedReads.push({ documentId, title })
        continue
      }
      const matches = await find(read.text)
      request.signal.throwIfAborted()
      // The event loop gets its turn between chapters.
      await new Promise(setImmediate)
      if (matches.length === 0) continue
      const shown = hitsOf(read.text, matches, request.hitsPerChapter)
      hits += shown.length
      chapters.push({ documentId, title, hash: read.hash, count: matches.length, hits: shown })
    }
    return {
      chapters,
      unread: failedReads,
      doubtful: uncertain,
      searched: at,
      total: documents.length,
      next: null,
    }
  }

  /** All chapters as one round, which one undo takes back. @throws AppError INVALID_ARGUMENT, SEARCH_TOO_SLOW. */
  async function replace(
    projectId: string,
    { query, replacement, chapters }: ReplaceRequest,
  ): Promise<Replaced> {
    if (!replacement.isWellFormed()) throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'replacement' })
    const find = await finder(projectId, query, { replacement })
    const documents = await manuscript.list(projectId)
    if (chapters.length > 1) await options.beforeMany?.(projectId)
    const round = edits.startRound(projectId, { kind: 'replace', label: `${query.text} → ${replacement}` })
    const done: Replaced['chapters'][number][] = []
    const skipped: Replaced['skipped'][number][] = []
    try {
      for (const { documentId, hash, count: expected, except } of chapters) {
        const document = chapterNamed(documents, documentId)
        const title = document?.title ?? documentId
        try {
          const { text, hash: present } = await manuscript.read(projectId, documentId)
          if (present !== hash) throw new AppError(ErrorCode.CONFLICT, { why: 'searchChapter' })
          const matches = await find(text)
          // Names are judged by the whole book: a match that was not shown to the author is not replaced.
          if (matches.length !== expected) throw new AppError(ErrorCode.CONFLICT, { why: 'searchResults' })
          const leftOut = new Set(except)
          const next = withReplacements(text, matches, leftOut)
          if (next === text) continue
          await round.write(document?.path ?? documentId, next, hash)
          const count = matches.filter((_, index) => !leftOut.has(index)).length
          done.push({ documentId, title, count })
        } catch (error) {
          if (!isAppError(error)) throw error
          // Chapters that are written already are in the answer, with the id for undoing.
          if (error.code === ErrorCode.SEARCH_TOO_SLOW && done.length === 0) throw error
          skipped.push({ documentId, title, why: whyOf(error.code) })
        }
      }
    } finally {
      await round.done()
    }
    return { editId: done.length === 0 ? null : round.editId, chapters: done, skipped }
  }

  return { search, replace }
}

export type BookSearch = ReturnType<typeof createBookSearch>

const whyOf = (code: string) =>
  code === ErrorCode.CONFLICT ? 'changed' : code === ErrorCode.NOT_FOUND ? 'gone' : 'failed'

function unreadable(error: unknown): undefined {
  if (isAppError(error)) return undefined
  throw error
}

/** Finds exactly these characters. */
export function findExact(query: string, replacement: string): Find {
  return (text) => {
    const matches: Match[] = []
    for (let from = text.indexOf(query); from >= 0; from = text.indexOf(query, from + query.length))
      matches.push({ from, to: from + query.length, replacement })
    return matches
  }
}

/** Finds these characters whatever their letter case, width and form; a line break only where the query has one. */
export function findFolded(query: string, replacement: string, fold: Fold): Find {
  const folded = fold(query).text
  const mayBreak = /[\r\n]/.test(query)
  // Nothing is left of a query of characters that nobody sees.
  if (folded === '') return findExact(query, replacement)
  return (text) => {
    const { text: searched, starts } = fold(text)
    const matches: Match[] = []
    for (let at = searched.indexOf(folded); at >= 0; ) {
      const end = at + folded.length
      const from = starts[at] ?? 0
      const to = characterEnd(text, starts[end - 1] ?? 0)
      // Not half of a character that folds to several, nor a letter without its accent.
      const isWhole = (at === 0 || starts[at - 1] !== from) && starts[end] !== starts[end - 1]
      const fits = isWhole && (mayBreak || !/[\r\n]/.test(text.slice(from, to)))
      if (fits) matches.push({ from, to, replacement })
      at = searched.indexOf(folded, fits ? end : at + 1)
    }
    return matches
  }
}

/** A match as it is shown: with its line and the text around it in that line. */
interface Hit extends Match {
  /** Its number among the matches of the chapter, counted from 0. */
  readonly index: number
  /** Counted from 1. */
  readonly line: number
  readonly before: string
  readonly text: string
  readonly after: string
}

const unitsBefore = 30
const unitsAfter = 60
const mostUnits = 200

/** The first `most` matches of a text, ready to be shown; linear in the text. */
export function hitsOf(text: string, matches: readonly Match[], maxHits: number): Hit[] {
  let line = 1
  let lineStart = 0
  let scannedTo = 0
  const breaks = /\r\n|\r|\n/g
  return matches.slice(0, maxHits).map((match, index) => {
    breaks.lastIndex = scannedTo
    for (
      let lineBreak = breaks.exec(text);
      lineBreak && lineBreak.index < match.from;
      lineBreak = breaks.exec(text)
    ) {
      if (lineBreak.index + lineBreak[0].length > match.from) break
      line += 1
      lineStart = lineBreak.index + lineBreak[0].length
      scannedTo = lineStart
    }
    const from = characterStart(text, Math.max(lineStart, match.from - unitsBefore))
    const end = characterStart(text, Math.min(text.length, match.to + unitsAfter))
    return {
      ...match,
      replacement: shortened(match.replacement),
      index,
      line,
      before: text.slice(from, match.from),
      text: shortened(text.slice(match.from, match.to)),
      after: (/^[^\r\n]*/.exec(text.slice(match.to, end)) ?? [''])[0],
    }
  })
}

const shortened = (text: string) =>
  text.length <= mostUnits ? text : `${text.slice(0, characterStart(text, mostUnits - 1))}…`
