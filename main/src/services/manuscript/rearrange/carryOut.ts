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
import type { Step } from './journal.ts'

/** A chapter whose bytes changed with its title. Hashes are sha256hex. */
export interface Rewritten {
  readonly documentId: string
  readonly from: string
  readonly to: string
}

/**
 * Gives the files of a step their new names and the chapter its title line. What is done already is passed over,
 * so that a step a crash has cut short can be carried out again.
 * @throws AppError CONFLICT when a new name was taken meanwhile, NOT_FOUND when a file is gone, READ_ONLY.
 */
export async function carryOutFiles(root: string, step: Step): Promise<Rewritten | undefined> {
  try {
    const folder = await resolveContained(root, manuscriptFolder)
    for (const [from, to] of Object.entries(step.renames)) {
      await moveOne(join(folder, basename(from)), join(folder, basename(to)))
    }
    await syncFolder(folder)
  } catch (error) {
    throw fileError(error)
  }
  return step.heading && (await rewriteTitle(root, step.documentId, step.heading))
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

/** Undefined when the chapter's title line is not the expected one: the words in it are then left alone. */
async function rewriteTitle(
  root: string,
  documentId: string,
  { from, to }: NonNullable<Step['heading']>,
): Promise<Rewritten | undefined> {
  const bytes = await readContained(root, documentId, maxDocumentBytes)
  const decoded = decodeUtf8(bytes)
  const text = decoded && replaceTitleLine(decoded.text, isFront(basename(documentId)), from, to)
  if (decoded === undefined || text === undefined) return undefined
  const next = encodeUtf8(text, decoded.bom)
  const before = sha256Hex(bytes)
  const beforeRename = async () => {
    const present = await readContained(root, documentId, maxDocumentBytes)
    if (sha256Hex(present) !== before) throw new AppError('CONFLICT', '这一章刚刚在别处被改过，没有改名。')
  }
  await writeContained(root, documentId, next, { beforeRename })
  return { documentId, from: before, to: sha256Hex(next) }
}

/** The step that leads back from `step`. */
export function inverseOf(step: Step): Step {
  const renames = Object.fromEntries(Object.entries(step.renames).map(([from, to]) => [to, from]))
  const { heading } = step
  return {
    ...step,
    documentId: renames[step.documentId] ?? step.documentId,
    renames,
    ...(heading ? { heading: { from: heading.to, to: heading.from } } : {}),
  }
}
