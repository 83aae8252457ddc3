import type { ChannelInput } from '#contract/index.ts'
import { AppError } from '../../../lib/appError.ts'
import { withPlan } from '../book/chapterPlans.ts'
import { chapterBefore, placed } from '../book/entries.ts'
import type { ManuscriptService } from '../manuscriptService.ts'
import { checkedTitle } from '../newChapter.ts'
import type { Plan } from './step.ts'
import { named, type StepRunner } from './stepRunner.ts'

type PlannedChapters = Omit<ChannelInput<'plan:insert'>, 'projectId'>

/** Chapters to be written: entries of the book without a file. All of it runs inside the chapters' lock. */
export function createPlanning({
  manuscript,
  stepRunner,
}: {
  readonly manuscript: ManuscriptService
  readonly stepRunner: Pick<StepRunner, 'runStep'>
}) {
  /** The chapter behind which they come; null: they are the first. */
  async function placeOf(projectId: string, place: PlannedChapters['place']): Promise<string | null> {
    const { chapters } = await manuscript.book(projectId)
    if (!place) return chapters.at(-1)?.id ?? null
    const { documentId } = await manuscript.locate(projectId, place.documentId)
    const outline = await manuscript.outline(projectId)
    const at = outline.find((each) => each.documentId === documentId)
    if (!at) throw new AppError('NOT_FOUND', { why: 'chapter' })
    if (place.at === 'before') return chapterBefore(await manuscript.book(projectId), documentId)
    const index = at.volume?.index
    const last = place.at === 'after' ? at : outline.findLast(({ volume }) => volume?.index === index)
    return last === undefined || last.kind === 'front' ? null : last.documentId
  }

  return {
    async insert(projectId: string, { chapters, place }: PlannedChapters) {
      const titles = chapters.map(({ title }) => checkedTitle(title))
      let behind = await placeOf(projectId, place)
      let book = await manuscript.book(projectId)
      const entries: NonNullable<Plan['entries']> = []
      for (const [at, { plan }] of chapters.entries()) {
        const title = titles[at] ?? ''
        const entry = withPlan({ id: manuscript.newChapterId(book, title), title }, plan)
        book = placed(book, entry, behind)
        entries.push({ from: null, to: { chapter: entry, behind } })
        behind = entry.id
      }
      const documentIds = entries.flatMap(({ to }) => to?.chapter.id ?? [])
      const [documentId = ''] = documentIds
      const step = await stepRunner.runStep(projectId, { documentId, files: {}, entries })
      return { documentId, documentIds, ...named(step) }
    },
  }
}
