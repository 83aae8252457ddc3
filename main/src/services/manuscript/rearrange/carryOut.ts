import { basename, join } from 'node:path'
import { AppError, systemCode } from '../../../lib/appError.ts'
import { readContained, resolveContained, writeContained } from '../../../lib/containedPath.ts'
import { fileError } from '../../../lib/files.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import { exists, moveWithoutReplacing, syncFolder } from '../../../lib/moveFile.ts'
import { decodeUtf8, encodeUtf8 } from '../../../lib/textFile.ts'
import { isFront } from '../describe.ts'
import { manuscriptFolder, maxDocumentBytes } from '../scan.ts'
import { replaceTitleLine } from '../titleLine.ts'
import { changedStart } from '../volumeText.ts'
import type { Step } from './journal.ts'

/** A chapter whose bytes changed with its title or its volume. Hashes are sha256hex. */
export interface Rewritten {
  readonly documentId: string
  readonly from: string
  readonly to: string
}

/**
 * Gives the files of a step their new names, the chapter its title line, and chapters their volumes. What is done
 * already is passed over, so that a step a crash has cut short can be carried out again. `back`: on the way back words
 * that somebody has changed meanwhile are left alone.
 * @throws AppError CONFLICT when a new name was taken or a chapter's start changed meanwhile, NOT_FOUND when a file is
 * gone, READ_ONLY.
 */
export async function carryOutFiles(
  root: string,
  step: Step,
  way: 'there' | 'back' = 'there',
): Promise<readonly Rewritten[]> {
  try {
    const folder = await resolveContained(root, manuscriptFolder)
    for (const [from, to] of Object.entries(step.renames)) {
      await moveOne(join(folder, basename(from)), join(folder, basename(to)))
    }
    await syncFolder(folder)
  } catch (error) {
    throw fileError(error)
  }
  const { documentId, heading, starts = [] } = step
  const rewritten: (Rewritten | undefined)[] = []
  // A title line that is not the expected one: the words in it are left alone.
  if (heading) {
    const isFrontMatter = isFront(basename(documentId))
    const retitled = (text: string) => replaceTitleLine(text, isFrontMatter, heading.from, heading.to) ?? text
    rewritten.push(await rewrite(root, documentId, retitled))
  }
  for (const start of starts) {
    const restarted = (text: string) => {
      const next = changedStart(text, start)
      if (next === undefined && way === 'there')
        throw new AppError('CONFLICT', '这一章的开头刚刚在别处被改过，没有改动。')
      return next ?? text
    }
    rewritten.push(await rewrite(root, start.documentId, restarted))
  }
  return rewritten.filter((each) => each !== undefined)
}

async function moveOne(from: string, to: string): Promise<void> {
  try {
    if (await moveWithoutReplacing(from, to)) return
  } catch (error) {
    if (systemCode(error) === 'ENOENT' && (await exists(to))) return
    throw error
  }
  throw new AppError('CONFLICT', '要用的文件名刚刚被别的文件占用，没有改动。')
}

/** Undefined when the chapter says already what it is to say. */
async function rewrite(
  root: string,
  documentId: string,
  edit: (text: string) => string,
): Promise<Rewritten | undefined> {
  const bytes = await readContained(root, documentId, maxDocumentBytes)
  const decoded = decodeUtf8(bytes)
  if (decoded === undefined) return undefined
  const text = edit(decoded.text)
  if (text === decoded.text) return undefined
  const next = encodeUtf8(text, decoded.bom)
  const before = sha256Hex(bytes)
  const beforeRename = async () => {
    const present = await readContained(root, documentId, maxDocumentBytes)
    if (sha256Hex(present) !== before) throw new AppError('CONFLICT', '这一章刚刚在别处被改过，没有改动。')
  }
  await writeContained(root, documentId, next, { beforeRename })
  return { documentId, from: before, to: sha256Hex(next) }
}

/** The step that leads back from `step`. */
export function inverseOf(step: Step): Step {
  const renames = Object.fromEntries(Object.entries(step.renames).map(([from, to]) => [to, from]))
  const { heading, starts } = step
  const earlier = (documentId: string) => renames[documentId] ?? documentId
  const turned = starts?.map(({ documentId, from, to }) => ({
    documentId: earlier(documentId),
    from: to,
    to: from,
  }))
  return {
    ...step,
    documentId: earlier(step.documentId),
    renames,
    ...(heading ? { heading: { from: heading.to, to: heading.from } } : {}),
    ...(turned ? { starts: turned } : {}),
  }
}
