import { unlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError, isAppError, systemCode } from '../../../lib/appError.ts'
import { readContained, resolveContained, resolveName, writeContained } from '../../../lib/containedPath.ts'
import { fileError } from '../../../lib/files.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import { createFileSynced, exists, moveWithoutReplacing, syncFolder } from '../../../lib/moveFile.ts'
import { decodeUtf8, encodeUtf8 } from '../../../lib/textFile.ts'
import { isFront } from '../describe.ts'
import { manuscriptFolder, maxDocumentBytes } from '../scan.ts'
import { replaceTitleLine } from '../titleLine.ts'
import { changedStart } from '../volumeText.ts'
import type { Step } from './step.ts'

/** A chapter whose bytes changed with its title, its volume or its text. Hashes are sha256hex. */
export interface Rewritten {
  readonly documentId: string
  /** Project-relative. */
  readonly path: string
  readonly from: string
  readonly to: string
}

/**
 * Moves the files of a step, and changes title line, volumes and texts of the chapters it names. What is done already
 * is skipped, so that a step a crash has cut short can be carried out again. `back`: on the way back words that
 * somebody has changed meanwhile stay as they are.
 * @throws AppError CONFLICT when a new name was in use or a chapter changed meanwhile, NOT_FOUND when a file is missing,
 * READ_ONLY, IO_ERROR.
 */
export async function carryOutFiles(
  root: string,
  step: Step,
  way: 'there' | 'back' = 'there',
): Promise<readonly Rewritten[]> {
  const moves = Object.entries(step.files)
  if (moves.length > 0) await moveAll(root, moves, way)
  const rewritten: (Rewritten | undefined)[] = []
  const { headings = [], starts = [], texts = [] } = step
  // A title line that is not the expected one: the words in it stay.
  for (const heading of headings) {
    const isFrontMatter = isFront(basename(heading.path))
    const retitled = (text: string) => replaceTitleLine(text, isFrontMatter, heading.from, heading.to) ?? text
    rewritten.push(await rewrite(root, heading, retitled))
  }
  for (const each of texts) {
    if (each.to === null) await removeText(root, each.path, each.from ?? '', way)
    else if (each.from === null) await createText(root, each.path, each.to)
    else {
      const { from, to } = each
      const replaced = (text: string) => (text === from ? to : unchanged(text, text === to, way))
      rewritten.push(await rewrite(root, each, replaced))
    }
  }
  for (const start of starts) {
    const restarted = (text: string) => changedStart(text, start) ?? unchanged(text, false, way)
    rewritten.push(await rewrite(root, start, restarted))
  }
  return rewritten.filter((each) => each !== undefined)
}

function unchanged(text: string, isDone: boolean, way: 'there' | 'back'): string {
  if (isDone || way === 'back') return text
  throw changedMeanwhile()
}

async function moveAll(
  root: string,
  moves: readonly (readonly [string, string])[],
  way: 'there' | 'back',
): Promise<void> {
  try {
    const folder = await resolveContained(root, manuscriptFolder)
    for (const [from, to] of moves) {
      const source = join(folder, basename(from))
      // On the way back a file that never moved is not there to be moved.
      if (way === 'back' && !(await exists(source))) continue
      await moveOne(source, join(folder, basename(to)))
    }
    await syncFolder(folder)
  } catch (error) {
    throw fileError(error)
  }
}

async function moveOne(from: string, to: string): Promise<void> {
  try {
    if (await moveWithoutReplacing(from, to)) return
  } catch (error) {
    if (systemCode(error) === 'ENOENT' && (await exists(to))) return
    throw error
  }
  throw nameInUse()
}

/** Undefined when the chapter has that text already. */
async function rewrite(
  root: string,
  { documentId, path }: { readonly documentId: string; readonly path: string },
  edit: (text: string) => string,
): Promise<Rewritten | undefined> {
  const bytes = await readContained(root, path, maxDocumentBytes)
  const decoded = decodeUtf8(bytes)
  if (decoded === undefined) return undefined
  const text = edit(decoded.text)
  if (text === decoded.text) return undefined
  const next = encodeUtf8(text, decoded.bom)
  const before = sha256Hex(bytes)
  const beforeRename = async () => {
    const present = await readContained(root, path, maxDocumentBytes)
    if (sha256Hex(present) !== before) throw changedMeanwhile()
  }
  await writeContained(root, path, next, { beforeRename })
  return { documentId, path, from: before, to: sha256Hex(next) }
}

async function textAt(root: string, path: string): Promise<string | undefined> {
  try {
    return decodeUtf8(await readContained(root, path, maxDocumentBytes))?.text
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return undefined
    throw error
  }
}

async function createText(root: string, path: string, text: string): Promise<void> {
  try {
    if (await createFileSynced(await resolveContained(root, path), encodeUtf8(text, false))) return
  } catch (error) {
    throw fileError(error)
  }
  if ((await textAt(root, path)) !== text) throw nameInUse()
}

/** Only while it has the text that the step expects; on the way back another text stays. */
async function removeText(root: string, path: string, text: string, way: 'there' | 'back'): Promise<void> {
  const present = await textAt(root, path)
  if (present === undefined) return
  if (present !== text) return void unchanged(present, false, way)
  try {
    await unlink(await resolveName(root, path))
    await syncFolder(await resolveContained(root, manuscriptFolder))
  } catch (error) {
    throw fileError(error)
  }
}

const changedMeanwhile = () => new AppError('CONFLICT', { why: 'chapterChanged' })
const nameInUse = () => new AppError('CONFLICT', { why: 'fileName' })
