import type { ChannelInput, ChannelOutput } from '#contract/index.ts'
import { AppError } from '../../../lib/appError.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import { perObject } from '../../../lib/perObject.ts'
import { randomId } from '../../../lib/randomId.ts'
import type { NextPlan, PlanOfChapter } from '../../sources/index.ts'
import type { ManuscriptService } from '../manuscriptService.ts'
import type { Book, BookChapter } from './bookFile.ts'
import { withChapter } from './entries.ts'

type StoredPlan = ChannelOutput<'plan:get'>
type PlanChange = Omit<ChannelInput<'plan:set'>, 'projectId' | 'documentId'>

/** What the plan says of a chapter in a word. */
interface ChapterWords {
  readonly status?: string | undefined
  readonly label?: string | undefined
}

export interface ChapterPlans {
  /** @throws AppError NOT_FOUND (no chapter; front matter has no plan). */
  get(projectId: string, documentId: string): Promise<StoredPlan>
  /** @throws AppError NOT_FOUND, CONFLICT {currentHash}, and as `VersionedFile.update`; nothing has changed then. */
  set(projectId: string, documentId: string, change: PlanChange): Promise<StoredPlan>
  /**
   * Sets status and label of chapters, by their ids, in one step; what a chapter has already stays. @throws AppError as
   * `VersionedFile.update`; nothing has changed then.
   */
  complete(projectId: string, words: ReadonlyMap<string, ChapterWords>): Promise<void>
  /** Codex entry, or name, of the point-of-view character; undefined: not stated. */
  povOf(projectId: string, documentId: string): Promise<string | undefined>
  /** Undefined: there is none. */
  planOf(projectId: string, documentId: string): Promise<PlanOfChapter | undefined>
  /** Of the next `count` chapters of the book those that have one, planned ones included. */
  nextPlans(projectId: string, documentId: string, count: number): Promise<readonly NextPlan[]>
}

/** The plans in `book.json`. `povOf`: the point of view of a chapter, wherever it is stated. */
export function createChapterPlans({
  manuscript,
  povOf,
}: {
  readonly manuscript: Pick<ManuscriptService, 'locate' | 'book' | 'arranging' | 'changeBook' | 'outline'>
  povOf(projectId: string, documentId: string): Promise<string | undefined>
}): ChapterPlans {
  async function chapterOf(projectId: string, documentId: string): Promise<BookChapter> {
    const { chapter } = await manuscript.locate(projectId, documentId)
    if (!chapter) throw new AppError('NOT_FOUND', { why: 'chapter' })
    return chapter
  }

  async function get(projectId: string, documentId: string): Promise<StoredPlan> {
    const { id, plan, status, label } = await chapterOf(projectId, documentId)
    const pov = (await povOf(projectId, id)) || null
    const stored = { plan: plan ? shown(plan) : null, pov, status: status || null, label: label || null }
    return { documentId: id, ...stored, hash: sha256Hex(JSON.stringify(stored)) }
  }

  return {
    get,
    complete: (projectId, words) =>
      manuscript.arranging(projectId, () =>
        manuscript.changeBook(projectId, (book) => ({
          ...book,
          chapters: book.chapters.map((chapter) => {
            const { status, label } = words.get(chapter.id) ?? {}
            return { ...chapter, ...(status && { status }), ...(label && { label }), ...wordsIn(chapter) }
          }),
        })),
      ),
    povOf: async (projectId, documentId) => (await povOf(projectId, documentId)) || undefined,
    set: (projectId, documentId, { plan, pov, status, label, baseHash }) =>
      manuscript.arranging(projectId, async () => {
        const { documentId: id, hash } = await get(projectId, documentId)
        if (hash !== baseHash) throw new AppError('CONFLICT', { why: 'plan', currentHash: hash })
        await manuscript.changeBook(projectId, (book) =>
          withChapter(book, id, (chapter) =>
            withStatus(withPov(withPlan(chapter, plan), pov), { status, label }),
          ),
        )
        return get(projectId, id)
      }),
    async planOf(projectId, documentId) {
      const { chapter } = await manuscript.locate(projectId, documentId)
      return chapter && printedPlan(chapter)
    },
    async nextPlans(projectId, documentId, count) {
      const [outline, book] = await Promise.all([manuscript.outline(projectId), manuscript.book(projectId)])
      const at = outline.findIndex((each) => each.documentId === documentId)
      if (at === -1) return []
      const next = outline.slice(at + 1).filter(({ kind, missing }) => kind === 'chapter' && !missing)
      return next.slice(0, count).flatMap(({ documentId: id, title }) => {
        const chapter = chaptersById(book).get(id)
        const plan = chapter && printedPlan(chapter)
        return plan ? [{ title, plan }] : []
      })
    },
  }
}

const chaptersById = perObject((book: Book) => new Map(book.chapters.map((each) => [each.id, each])))

const printedPlans = perObject(
  ({ text = '', beats }: NonNullable<BookChapter['plan']>): PlanOfChapter => ({
    text: text.trim(),
    beats: beats
      .filter((beat) => beat.text.trim() !== '')
      .map((beat) => ({ text: beat.text.trim(), isWritten: beat.written !== undefined })),
  }),
)

/** Undefined where neither a word nor a beat is there. */
function printedPlan({ plan }: BookChapter): PlanOfChapter | undefined {
  const printed = plan && printedPlans(plan)
  return printed && (printed.text !== '' || printed.beats.length > 0) ? printed : undefined
}

/** Without the fields of newer versions. */
function shown({ text = '', beats }: NonNullable<BookChapter['plan']>): NonNullable<StoredPlan['plan']> {
  return {
    text,
    beats: beats.map(({ id, text, written }) => ({
      id,
      text,
      ...(written && {
        written: { at: written.at, ...(written.receiptId !== undefined && { receiptId: written.receiptId }) },
      }),
    })),
  }
}

/** A chapter with a plan, new beats with an id. Fields of newer versions stay, of the plan and of each beat. */
export function withPlan(chapter: BookChapter, plan: PlanChange['plan']): BookChapter {
  if (plan === undefined) return chapter
  const { plan: before, ...rest } = chapter
  if (plan === null) return rest as BookChapter // without a plan; `looseObject` hides that from the type
  const beatsBefore = new Map(before?.beats.map((beat) => [beat.id, beat]))
  const beats = plan.beats.map(({ id, text, written }) => {
    const { written: _, ...same } = (id !== undefined && beatsBefore.get(id)) || {}
    return { ...same, id: id ?? randomId('b_'), text, ...(written && { written }) }
  })
  return { ...chapter, plan: { ...before, text: plan.text, beats } }
}

/** An empty one states that there is none, whatever `project.json` has. */
const withPov = (chapter: BookChapter, pov: PlanChange['pov']): BookChapter =>
  pov === undefined ? chapter : { ...chapter, pov: pov ?? '' }

/** Its own status and label. */
const wordsIn = ({ status, label }: BookChapter): ChapterWords => ({
  ...(status && { status }),
  ...(label && { label }),
})

/** What is null leaves the entry, what is absent stays. */
function withStatus(chapter: BookChapter, words: Pick<PlanChange, 'status' | 'label'>): BookChapter {
  let entry = chapter
  for (const name of ['status', 'label'] as const) {
    const word = words[name]
    if (word === undefined) continue
    const { [name]: _, ...rest } = entry
    entry = (word === null ? rest : { ...rest, [name]: word }) as BookChapter // `looseObject` hides that it is one
  }
  return entry
}
