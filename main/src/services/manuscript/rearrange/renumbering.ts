import type { DocumentSummary } from '#contract/documents.ts'
import { isAppError } from '../../../lib/appError.ts'
import { foldedName } from '../../../lib/fileName.ts'
import { createNameCheck } from '../../../lib/orphanedFiles.ts'
import { chapterBefore } from '../book/entries.ts'
import { nameWithoutPrefix } from '../describe.ts'
import { chapterFileName, paddedOrdinal } from '../import/fileNames.ts'
import { parseHeading } from '../import/headings.ts'
import type { ManuscriptService } from '../manuscriptService.ts'
import { manuscriptFolder, nameOf } from '../scan.ts'
import { findTitleLine } from '../titleLine.ts'
import { hasDigitsOnly, numberIn, numbersFrom, withNumber } from './numbering.ts'
import type { Plan } from './step.ts'
import { named, type Stepped, type StepRunner } from './stepRunner.ts'

/** One step over many chapters. */
export interface ManyStepped extends Stepped {
  /** Chapters that were changed. */
  readonly changed: number
}

export interface RenumberingOptions {
  readonly manuscript: ManuscriptService
  readonly stepRunner: StepRunner
  /** Runs before several chapters are changed; what it throws leaves them as they are. */
  readonly beforeMany?: ((projectId: string, cause: 'renumber' | 'fileNames') => Promise<unknown>) | undefined
}

/** The numbers in the titles of chapters, and those of their files. All of it runs inside the chapters' lock. */
export function createRenumbering({ manuscript, stepRunner, beforeMany }: RenumberingOptions) {
  const { runStep } = stepRunner

  const chaptersOf = async (projectId: string) =>
    (await manuscript.outline(projectId)).filter(({ kind, missing }) => kind === 'chapter' && !missing)

  /** How the title line of a written chapter changes; undefined when its title is the name of its file. */
  async function headingOf(
    projectId: string,
    { documentId }: DocumentSummary,
    value: number,
    digitsOnly: boolean,
  ) {
    try {
      const { path, text } = await manuscript.read(projectId, documentId)
      if (path === null) return undefined
      const line = findTitleLine(text, false, nameWithoutPrefix(nameOf(path)))?.line
      const marks = /^\s*(?:#{1,6}\s+)?/.exec(line ?? '')?.[0] ?? ''
      const title = line?.slice(marks.length)
      const number = title === undefined ? undefined : numberIn(title)
      if (line === undefined || title === undefined || number === undefined) return undefined
      const next = withNumber(title, number, value, digitsOnly)
      // A line that is a heading only because its file is named after it.
      const needsMarks = !marks.includes('#') && !parseHeading(next)
      return { documentId, path, from: line, to: (needsMarks ? '# ' : marks) + next }
    } catch (error) {
      // What cannot be read stays as it is.
      if (isAppError(error)) return undefined
      throw error
    }
  }

  return {
    async renumber(projectId: string, documentId: string, first?: number): Promise<ManyStepped> {
      const chapters = await chaptersOf(projectId)
      const start = chapters.findIndex((chapter) => chapter.documentId === documentId)
      let volumeIndex: number | undefined
      const titles = chapters.map(({ title, volume }) => {
        // A planned chapter is in no volume.
        const startsVolume = volume !== undefined && volume.index !== volumeIndex
        volumeIndex = volume?.index ?? volumeIndex
        return { title, startsVolume }
      })
      const digitsOnly = titles.some(({ title }) => {
        const written = numberIn(title)?.written ?? ''
        // Some books write only hundreds like that: 九十九, then 一零零.
        return written.length === 2 && hasDigitsOnly(written)
      })
      const book = await manuscript.book(projectId)
      const headings: NonNullable<Plan['headings']> = []
      const entries: NonNullable<Plan['entries']> = []
      for (const [index, value] of (start < 0 ? [] : numbersFrom(titles, start, first)).entries()) {
        const chapter = chapters[start + index]
        const number = chapter && numberIn(chapter.title)
        if (!chapter || !number || value === null || value === number.value) continue
        const entry = book.chapters.find(({ id }) => id === chapter.documentId)
        if (chapter.planned && entry) {
          const behind = chapterBefore(book, entry.id)
          const title = withNumber(chapter.title, number, value, digitsOnly)
          entries.push({ from: { chapter: entry, behind }, to: { chapter: { ...entry, title }, behind } })
          continue
        }
        const heading = await headingOf(projectId, chapter, value, digitsOnly)
        if (heading) headings.push(heading)
      }
      const plan = {
        ...{ documentId, files: {} },
        ...(headings.length > 0 && { headings }),
        ...(entries.length > 0 && { entries }),
      }
      if (headings.length + entries.length > 1) await beforeMany?.(projectId, 'renumber')
      const step = await runStep(projectId, plan)
      return { documentId, changed: headings.length + entries.length, ...named(step) }
    },

    async tidyNames(projectId: string): Promise<ManyStepped> {
      const chapters = await chaptersOf(projectId)
      const usedNames = new Set(await manuscript.usedNames(projectId))
      const check = createNameCheck(usedNames)
      const files: Record<string, string> = {}
      let first: string | undefined
      for (const [index, { documentId, path, title }] of chapters.entries()) {
        if (path === null) continue
        const present = nameOf(path)
        const ordinal = paddedOrdinal(index + 1, chapters.length)
        // Where the name is in use, a zero more in front is the same number to everybody.
        const names = ['', '0', '00'].map((zeros) => chapterFileName(zeros + ordinal, title))
        const name = names.find(
          (each) => each === present || (!usedNames.has(foldedName(each)) && check.accepts(each)),
        )
        if (name === undefined || name === present) continue
        usedNames.add(foldedName(name))
        files[path] = `${manuscriptFolder}/${name}`
        first ??= documentId
      }
      const documentId = first ?? chapters[0]?.documentId ?? ''
      if (Object.keys(files).length > 1) await beforeMany?.(projectId, 'fileNames')
      const step = await runStep(projectId, { documentId, files })
      return { documentId, changed: Object.keys(files).length, ...named(step) }
    },
  }
}
