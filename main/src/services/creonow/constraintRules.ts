import type { ConstraintItem } from '#contract/constraints.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import { constraintKinds, maxConstraints, maxConstraintUnits } from './constraintsFile.ts'

/** The text without white space around it. @throws AppError CONSTRAINT_VALIDATION_ERROR. */
export function checkText(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw invalid('约束的内容不能为空。', 'text')
  if (trimmed.length > maxConstraintUnits)
    throw invalid(`一条约束最多 ${maxConstraintUnits} 个字符。`, 'text')
  if (!trimmed.isWellFormed()) throw invalid('约束里有坏掉的字符。', 'text')
  return trimmed
}

/** @throws AppError CONSTRAINT_VALIDATION_ERROR. */
export function checkPriority(priority: number): number {
  if (Number.isInteger(priority) && priority >= 0 && priority <= 1000) return priority
  throw invalid('优先级是 0 到 1000 之间的整数。', 'priority')
}

/** @throws AppError CONSTRAINT_VALIDATION_ERROR. */
export function checkKind(kind: string): ConstraintItem['kind'] {
  const match = constraintKinds.find((candidate) => candidate === kind)
  if (match === undefined) throw invalid('没有这一类约束。', 'kind')
  return match
}

export type Scope = ConstraintItem['scope'] | null
/** Ids of the book's documents; undefined: nobody can tell. */
export type Chapters = ReadonlySet<string> | undefined

/**
 * A scope may name chapters of the book, and those that it named before: a chapter that has gone since is told by
 * a warning and keeps nobody from changing the rest. @throws AppError CONSTRAINT_VALIDATION_ERROR.
 */
export function checkScope(scope: Scope | undefined, chapters: Chapters, before?: Scope): void {
  for (const end of ['from', 'to'] as const) {
    const chapter = scope?.[end]
    if (!chapters || chapter === undefined || chapters.has(chapter) || before?.[end] === chapter) continue
    throw invalid(`书里没有“${chapter.slice(0, 100).toWellFormed()}”这一章，请另选适用章节。`, 'scope')
  }
}

/** @throws AppError CONSTRAINT_CONFLICT for two equal texts, CONSTRAINT_VALIDATION_ERROR for two equal ids. */
export function refuseDuplicates(items: readonly { readonly id: string; readonly text: string }[]): void {
  const texts = new Set<string>()
  const ids = new Set<string>()
  for (const { id, text } of items) {
    if (texts.has(text)) throw conflictingText()
    if (ids.has(id)) throw invalid('两条约束的编号相同。', 'id')
    texts.add(text)
    ids.add(id)
  }
}

export function conflictingText(): AppError {
  // Without the words: a cut text could show a part of a secret that redaction no longer knows.
  return new AppError(ErrorCode.CONSTRAINT_CONFLICT, '已有一条内容相同的约束。')
}

export function limitReached(): AppError {
  return new AppError(ErrorCode.CONSTRAINT_LIMIT, `创作约束最多 ${maxConstraints} 条，请先合并或删除一些。`, {
    data: { limit: maxConstraints },
  })
}

export function emptyPatch(): AppError {
  return invalid('没有要改的内容：请给出内容、类别、优先级或适用章节。', 'patch')
}

export function unknownConstraint(id: string): AppError {
  return new AppError(ErrorCode.CONSTRAINT_NOT_FOUND, '没有这条约束，也许已经删除。', { data: { id } })
}

function invalid(message: string, field: string): AppError {
  return new AppError(ErrorCode.CONSTRAINT_VALIDATION_ERROR, message, { data: { field } })
}

/** A change must not overwrite what its author has never seen. */
export const changedElsewhere = () =>
  new AppError(ErrorCode.CONFLICT, '这条约束刚刚在别处改过，没有覆盖。请看过再改。')
