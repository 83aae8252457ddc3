import { AppError } from '../../../lib/appError.ts'
import { fileNameStem } from '../../../lib/fileName.ts'
import { chapterBefore } from '../book/entries.ts'
import { nameWithoutPrefix } from '../describe.ts'
import { parseHeading } from '../import/headings.ts'
import type { ManuscriptService } from '../manuscriptService.ts'
import { checkedTitle, newChapterName } from '../newChapter.ts'
import { compareKeys, orderKey } from '../order.ts'
import { manuscriptFolder, nameOf } from '../scan.ts'
import { findTitleLine } from '../titleLine.ts'
import { findVolumeLine } from '../volumeLine.ts'
import type { Discarding } from './discarding.ts'
import { type ChapterFileText, named, type StepRunner } from './stepRunner.ts'
import { volumeAfterRemoval } from './volumeAfterRemoval.ts'
import type { Volumes } from './volumes.ts'

export interface SplittingOptions {
  readonly manuscript: ManuscriptService
  readonly stepRunner: StepRunner
  readonly volumes: Volumes
  readonly discarding: Pick<Discarding, 'noteOf' | 'copy'>
}

/** One chapter into two, and two into one. All of it runs inside the chapters' lock. */
export function createSplitting({ manuscript, stepRunner, volumes, discarding }: SplittingOptions) {
  const { runStep, textOf } = stepRunner

  return {
    async split(
      projectId: string,
      idOrPath: string,
      { offsetUtf16, title: given }: { readonly offsetUtf16: number; readonly title: string },
    ) {
      const asked = checkedTitle(given)
      const { documentId, path, text } = await textOf(projectId, idOrPath)
      const { chapter } = await manuscript.locate(projectId, documentId)
      if (!chapter) throw refused('splitFront')
      const [head, tail] = [text.slice(0, offsetUtf16), text.slice(offsetUtf16)]
      const firstWords = text.slice(text.length - bodyOf(text, path).length, offsetUtf16)
      if (!head.isWellFormed() || !tail.isWellFormed() || isEmpty(firstWords) || isEmpty(tail))
        throw refused('splitPlace')
      const end = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n'
      const rest = tail.replace(/^(?:[^\S\r\n\u3000]*(?:\r\n|\r|\n))+/, '')
      const own = ownTitle(rest)
      const title = own ?? asked
      const next = own === undefined ? `# ${title}${end}${end}${rest}` : rest
      const first = head.trimEnd() + end
      const newPath = `${manuscriptFolder}/${await nameBehind(projectId, documentId, title)}`
      const splitId = manuscript.newChapterId(await manuscript.book(projectId), newPath)
      const { volume, status, label, pov } = chapter
      const entry = {
        ...{ id: splitId, file: newPath },
        ...(volume !== undefined && { volume }),
        // Both halves are as far as the whole was, and seen by the same eyes.
        ...(status !== undefined && { status }),
        ...(label !== undefined && { label }),
        ...(pov !== undefined && { pov }),
      }
      const step = await runStep(
        projectId,
        {
          documentId,
          files: {},
          texts: [
            { documentId: splitId, path: newPath, from: null, to: next },
            { documentId, path, from: text, to: first },
          ],
          entries: [{ from: null, to: { chapter: entry, behind: documentId } }],
        },
        'split',
      )
      return { documentId, splitId, ...named(step) }
    },

    async merge(projectId: string, idOrPath: string, nextId?: string) {
      const first = await textOf(projectId, idOrPath)
      const { documentId, path, text } = first
      const { chapter } = await manuscript.locate(projectId, documentId)
      const book = await manuscript.book(projectId)
      const at = book.chapters.findIndex(({ id }) => id === documentId)
      const following = book.chapters.slice(at + 1).find(({ missing }) => !missing)
      if (!chapter || following?.file === undefined) throw refused('mergeNext')
      if (nextId !== undefined && (await manuscript.locate(projectId, nextId)).documentId !== following.id)
        throw new AppError('CONFLICT', { why: 'mergeNext' })
      const second = await textOf(projectId, following.id)
      const end = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n'
      const body = bodyOf(second.text, second.path).trimStart()
      const joined = body === '' ? text : `${text.trimEnd()}${end}${end}${leading(second)}${body}`
      const note = await discarding.noteOf(projectId, following.id)
      const volume = volumeAfterRemoval(await manuscript.list(projectId), following.id, [])
      const starts = volume?.to === undefined ? [] : await volumes.inheritance(projectId, volume.to, second)
      const handedOn = starts[0]?.to
      await discarding.copy(projectId, { ...note, ...(handedOn !== undefined && { handedOn }) })
      const behind = chapterBefore(book, following.id)
      const step = await runStep(
        projectId,
        {
          documentId,
          files: {},
          texts: [
            { documentId, path, from: text, to: joined },
            { documentId: following.id, path: second.path, from: second.text, to: null },
          ],
          starts,
          entries: [{ from: { chapter: following, behind }, to: null }],
        },
        'merge',
      )
      return { documentId, mergedId: following.id, ...named(step) }
    },
  }

  async function nameBehind(projectId: string, documentId: string, title: string): Promise<string> {
    const order = await manuscript.outline(projectId)
    const at = order.findIndex((each) => each.documentId === documentId)
    const keyAt = (index: number) => {
      const path = order[index]?.path
      return path === null || path === undefined ? undefined : orderKey(nameOf(path), '')
    }
    const [before, next] = [keyAt(at), keyAt(at + 1)]
    const isInOrder = !before || !next || compareKeys(before, next) < 0
    return newChapterName(title, before, isInOrder ? next : undefined, await manuscript.usedNames(projectId))
  }
}

/** Without the lines of a volume and the title line. */
function bodyOf(text: string, path: string): string {
  const name = nameWithoutPrefix(nameOf(path))
  const titleLine = findTitleLine(text, false, name)
  if (titleLine) return text.slice(titleLine.from + titleLine.line.length)
  return text.slice(findVolumeLine(text, name)?.to ?? 0)
}

/** The title that a text begins with, when it is a chapter's: not a volume's, nor a scene's (`##`). */
function ownTitle(text: string): string | undefined {
  const titleLine = findTitleLine(text, false)
  if (!titleLine || !isEmpty(text.slice(0, titleLine.from))) return undefined
  const kind = parseHeading(titleLine.line.replace(/^\s*#+\s*/, ''))?.kind
  const isChapter = kind === undefined ? /^ {0,3}#\s/.test(titleLine.line) : kind !== 'volume'
  return isChapter && fileNameStem(titleLine.title) !== '' ? titleLine.title : undefined
}

/** The indent of the first paragraph, which trimming has removed. */
const leading = ({ text, path }: ChapterFileText) =>
  /^\s*?([^\S\r\n]*)(?=\S)/.exec(bodyOf(text, path))?.[1] ?? ''

const isEmpty = (text: string) => text.trim() === ''

const refused = (why: 'splitFront' | 'splitPlace' | 'mergeNext') => new AppError('INVALID_ARGUMENT', { why })
