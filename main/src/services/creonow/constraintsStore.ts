import { isDeepStrictEqual } from 'node:util'
import type { ConstraintBase, ConstraintItem, ListedConstraint } from '#contract/constraints.ts'
import type { Notice } from '#contract/warnings.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import type { ErrorDetails } from '../../contract/sentences/errorKeys.ts'
import { AppError } from '../../lib/appError.ts'
import { chapterNamed, chapterPositions, type NamedChapter } from '../../lib/chapterPositions.ts'
import type { Clock } from '../../lib/clock.ts'
import { idOfText, uniqueId } from '../../lib/hash.ts'
import { perObject } from '../../lib/perObject.ts'
import { noticesOf, type VersionedFiles } from '../../lib/versionedFile/index.ts'
import {
  constraintKinds,
  constraintsFormat,
  constraintsPath,
  defaultPriority,
  inOrder,
  itemFromText,
  maxConstraints,
  maxConstraintUnits,
  maxIdStem,
  type StoredConstraint,
  withScope,
} from './constraintsFile.ts'

type ItemInput = Omit<ConstraintItem, 'updatedAt'> & { readonly updatedAt?: string | undefined }
/** An item as it was requested: its kind is not checked yet. */
type RequestedItem = Omit<ItemInput, 'kind'> & { readonly kind: string }

interface NewConstraint {
  readonly text: string
  readonly kind: string
  readonly priority?: number | undefined
  readonly scope?: ConstraintItem['scope']
}

interface ConstraintPatch {
  readonly text?: string | undefined
  readonly kind?: string | undefined
  readonly priority?: number | undefined
  /** `null` removes it. */
  readonly scope?: ConstraintItem['scope'] | null
}

interface PromptConstraints {
  /** The user's, by priority, then position; at most 500. Of a broken file those of its last good copy. */
  readonly items: readonly ConstraintItem[]
  /** Those behind the 500th, in the same order, where there are any: they are in no prompt. */
  readonly unsent?: readonly ConstraintItem[]
  /** Set when the file could not be used. */
  readonly problem?: { readonly code: string }
  readonly notices: readonly Notice[]
}

interface Edited<T> {
  readonly stored: readonly StoredConstraint[]
  readonly result: T
}

export interface ConstraintsStoreOptions {
  /** The real path of a project's folder. */
  readonly rootOf: (projectId: string) => string
  /** Reads and writes `constraints.json`. */
  readonly versioned: VersionedFiles
  /** For `updatedAt`. */
  readonly clock: Clock
  /** The book's documents: a scope may name no other. Without it scopes are not checked. */
  readonly documents?: (projectId: string) => Promise<readonly NamedChapter[]>
  /** Constraints derived from codex and memory; they are listed read-only and never written. */
  readonly automatic?: (projectId: string) => Promise<readonly ListedConstraint[]>
}

export interface ConstraintsStore {
  /** User before automatic, priority descending, then position. */
  list(projectId: string): Promise<ListedConstraint[]>
  /** The file in its own order; a project without one has no items. */
  get(projectId: string): Promise<{ version: 2; items: ConstraintItem[] }>
  /** Adds one. @throws AppError CONSTRAINT_CONFLICT, CONSTRAINT_LIMIT. */
  create(projectId: string, input: NewConstraint): Promise<ConstraintItem>
  /** @throws AppError CONFLICT when it is not as in `base` any more. */
  update(
    projectId: string,
    id: string,
    patch: ConstraintPatch,
    base?: ConstraintBase,
  ): Promise<ConstraintItem>
  /** @throws AppError CONSTRAINT_NOT_FOUND, CONSTRAINT_READONLY. */
  delete(projectId: string, id: string): Promise<void>
  /** Replaces all; items without an id that equal an existing text stay that item. */
  set(
    projectId: string,
    items: readonly string[] | readonly RequestedItem[],
  ): Promise<{ version: 2; items: ConstraintItem[] }>
  /**
   * Puts the last good version back in the place of a broken file.
   * @throws AppError CONFLICT when the file is not broken, NOT_FOUND when there is no good version.
   */
  restore(projectId: string): Promise<{ version: 2; items: ConstraintItem[] }>
  /** Never throws because of the file: a broken one is a `problem`, and assembling goes on. */
  readForPrompt(projectId: string): Promise<PromptConstraints>
}

/**
 * The one store of a project's constraints: `.creonow/rules/constraints.json`. Errors are the codes of
 * `constraints:*`; a file that cannot be read is not changed and refuses writes.
 */
export function createConstraintsStore(options: ConstraintsStoreOptions): ConstraintsStore {
  const { rootOf, versioned, clock, documents, automatic = async () => [] } = options
  const file = versioned.of(constraintsFormat)
  const placeOf = (projectId: string) =>
    versioned.inProject({ id: projectId, root: rootOf(projectId) }, constraintsPath)
  const load = async (projectId: string) => {
    const stored = await file.load(placeOf(projectId))
    const isScoped = stored.some(({ item }) => item.scope !== undefined)
    return isScoped ? withChapterIds(stored, (await documents?.(projectId)) ?? []) : stored
  }
  /** Of one reading the same list. */
  const printed = perObject((stored: readonly StoredConstraint[]) => {
    const ordered = inOrder(stored)
    return { items: ordered.slice(0, maxConstraints), unsent: ordered.slice(maxConstraints) }
  })

  /** Items without a date, by hand or of version 1, get the moment of the write. */
  async function change<T>(
    projectId: string,
    edit: (stored: readonly StoredConstraint[], at: string) => Edited<T>,
  ): Promise<T> {
    const chapters = (await documents?.(projectId)) ?? []
    return file.update(placeOf(projectId), (current) => {
      const at = new Date(clock.now()).toISOString()
      const { stored, result } = edit(withChapterIds(current, chapters), at)
      const next = stored.map((entry) => ({
        ...entry,
        item: { ...entry.item, updatedAt: entry.item.updatedAt || at },
      }))
      return { next, result }
    })
  }

  /** Ids of all chapters, read only when a scope is to be written. */
  async function chaptersFor(projectId: string, scopes: readonly Scope[]): Promise<Chapters> {
    if (!documents || !scopes.some((scope) => scope?.from ?? scope?.to)) return undefined
    return chapterPositions(await documents(projectId))
  }

  async function refuseDerived(projectId: string, id: string): Promise<void> {
    if ((await automatic(projectId)).some((item) => item.id === id)) {
      throw new AppError(ErrorCode.CONSTRAINT_READONLY, { id })
    }
  }

  return {
    async list(projectId) {
      const stored = await load(projectId)
      const user = inOrder(stored).map((item) => ({
        ...item,
        source: 'user' as const,
        sourceRef: constraintsPath,
        readOnly: false,
      }))
      const derived = [...(await automatic(projectId))].sort((a, b) =>
        a.sourceRef === b.sourceRef ? 0 : a.sourceRef < b.sourceRef ? -1 : 1,
      )
      return [...user, ...derived]
    },

    async get(projectId) {
      return asFile(await load(projectId))
    },

    async create(projectId, input) {
      const text = checkText(input.text)
      const kind = checkKind(input.kind)
      const priority = checkPriority(input.priority ?? defaultPriority)
      checkScope(input.scope, await chaptersFor(projectId, [input.scope]))
      return change(projectId, (stored, updatedAt) => {
        if (stored.length >= maxConstraints) throw limitReached()
        if (stored.some(({ item }) => item.text === text)) throw conflictingText()
        const id = uniqueId(idOfText(text), new Set(stored.map(({ item }) => item.id)), maxIdStem)
        const item = { id, text, kind, priority, ...withScope(input.scope), updatedAt }
        return { stored: [...stored, { item, extra: {} }], result: item }
      })
    },

    async update(projectId, id, patch, base) {
      await refuseDerived(projectId, id)
      const text = patch.text === undefined ? undefined : checkText(patch.text)
      const kind = patch.kind === undefined ? undefined : checkKind(patch.kind)
      const priority = patch.priority === undefined ? undefined : checkPriority(patch.priority)
      const chapters = await chaptersFor(projectId, [patch.scope])
      return change(projectId, (stored, updatedAt) => {
        const existing = stored.find(({ item }) => item.id === id)
        if (!existing) throw unknownConstraint(id)
        const { id: _id, updatedAt: _at, ...current } = existing.item
        if (base && !isDeepStrictEqual(current, base)) throw changedElsewhere()
        if (Object.values(patch).every((value) => value === undefined)) throw emptyPatch()
        if (stored.some(({ item }) => item.id !== id && item.text === text)) throw conflictingText()
        const { scope, ...rest } = existing.item
        checkScope(patch.scope, chapters, scope)
        const result = {
          ...rest,
          text: text ?? rest.text,
          kind: kind ?? rest.kind,
          priority: priority ?? rest.priority,
          ...withScope(patch.scope === undefined ? scope : patch.scope),
          updatedAt,
        }
        return {
          stored: stored.map((entry) => (entry === existing ? { ...entry, item: result } : entry)),
          result,
        }
      })
    },

    async delete(projectId, id) {
      await refuseDerived(projectId, id)
      return change(projectId, (stored) => {
        const rest = stored.filter(({ item }) => item.id !== id)
        if (rest.length === stored.length) throw unknownConstraint(id)
        return { stored: rest, result: undefined }
      })
    },

    async set(projectId, items) {
      const requested = items.map((item) =>
        typeof item === 'string'
          ? { ...itemFromText(checkText(item), ''), updatedAt: undefined }
          : {
              ...item,
              text: checkText(item.text),
              kind: checkKind(item.kind),
              priority: checkPriority(item.priority),
            },
      )
      refuseDuplicates(requested)
      const chapters = await chaptersFor(
        projectId,
        requested.map((item) => ('scope' in item ? item.scope : undefined)),
      )
      return change(projectId, (stored, at) => {
        // A hand-made list above the limit may stay or be shortened, not grown: nothing of it is dropped.
        if (requested.length > Math.max(maxConstraints, stored.length)) throw limitReached()
        const storedById = new Map(stored.map((entry) => [entry.item.id, entry]))
        const next = requested.map((item) => {
          const old = storedById.get(item.id)
          checkScope('scope' in item ? item.scope : undefined, chapters, old?.item.scope)
          return { item: dated(item, old?.item, at), extra: old?.extra ?? {} }
        })
        return { stored: next, result: asFile(next) }
      })
    },

    async restore(projectId) {
      return asFile(await file.restore(placeOf(projectId)))
    },

    async readForPrompt(projectId) {
      const reading = await file.read(placeOf(projectId))
      const { value: stored, problem } = reading
      const { items, unsent } = printed(stored)
      const params = { count: stored.length, limit: maxConstraints }
      const tooMany: Notice[] = stored.length > maxConstraints ? [{ code: 'CONSTRAINT_LIMIT', params }] : []
      const notices = [...tooMany, ...noticesOf(reading)]
      return {
        ...{ items, notices },
        ...(unsent.length > 0 && { unsent }),
        ...(problem && { problem: { code: problem.code } }),
      }
    },
  }
}

/** A scope of the file may name a chapter by its path; who reads it gets the id. */
function withChapterIds(
  stored: readonly StoredConstraint[],
  chapters: readonly NamedChapter[],
): readonly StoredConstraint[] {
  if (chapters.length === 0) return stored
  const idOf = (name: string | undefined) =>
    name === undefined ? undefined : (chapterNamed(chapters, name)?.documentId ?? name)
  return stored.map((entry) => {
    const { scope, ...rest } = entry.item
    const [from, to] = [idOf(scope?.from), idOf(scope?.to)]
    if (scope === undefined || (from === scope.from && to === scope.to)) return entry
    const next = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
    return { ...entry, item: { ...rest, scope: next } }
  })
}

const asFile = (stored: readonly StoredConstraint[]) => ({
  version: 2 as const,
  items: stored.map(({ item }) => item),
})

/** The date of an item that does not change stays; `at` is now. */
function dated(
  { id, text, kind, priority, scope, updatedAt }: ItemInput,
  old: ConstraintItem | undefined,
  at: string,
): ConstraintItem {
  const undated = { id, text, kind, priority, ...withScope(scope) }
  const unchanged = old && isDeepStrictEqual({ ...undated, updatedAt: old.updatedAt }, old)
  return { ...undated, updatedAt: updatedAt || (unchanged && old.updatedAt) || at }
}

/** The text without white space around it. @throws AppError CONSTRAINT_VALIDATION_ERROR. */
function checkText(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw invalid({ why: 'empty' })
  if (trimmed.length > maxConstraintUnits) throw invalid({ why: 'long', most: maxConstraintUnits })
  if (!trimmed.isWellFormed()) throw invalid({ why: 'characters' })
  return trimmed
}

/** @throws AppError CONSTRAINT_VALIDATION_ERROR. */
function checkPriority(priority: number): number {
  if (Number.isInteger(priority) && priority >= 0 && priority <= 1000) return priority
  throw invalid({ why: 'priority' })
}

/** @throws AppError CONSTRAINT_VALIDATION_ERROR. */
function checkKind(kind: string): ConstraintItem['kind'] {
  const match = constraintKinds.find((candidate) => candidate === kind)
  if (match === undefined) throw invalid({ why: 'kind' })
  return match
}

type Scope = ConstraintItem['scope'] | null
/** What names a document of the book; undefined: there is no list. */
type Chapters = Pick<ReadonlyMap<string, number>, 'has'> | undefined

/**
 * A scope may name chapters of the book, and those that it named before: a chapter that was removed since is reported
 * by a warning and does not block other changes. @throws AppError CONSTRAINT_VALIDATION_ERROR.
 */
function checkScope(scope: Scope | undefined, chapters: Chapters, before?: Scope): void {
  for (const end of ['from', 'to'] as const) {
    const chapter = scope?.[end]
    if (!chapters || chapter === undefined || chapters.has(chapter) || before?.[end] === chapter) continue
    throw invalid({ why: 'scope', chapter: chapter.slice(0, 100).toWellFormed() })
  }
}

/** @throws AppError CONSTRAINT_CONFLICT for two equal texts, CONSTRAINT_VALIDATION_ERROR for two equal ids. */
function refuseDuplicates(items: readonly { readonly id: string; readonly text: string }[]): void {
  const texts = new Set<string>()
  const ids = new Set<string>()
  for (const { id, text } of items) {
    if (texts.has(text)) throw conflictingText()
    if (ids.has(id)) throw invalid({ why: 'id' })
    texts.add(text)
    ids.add(id)
  }
}

function conflictingText(): AppError {
  // Without the words: a cut text could show a part of a secret that redaction no longer knows.
  return new AppError(ErrorCode.CONSTRAINT_CONFLICT)
}

function limitReached(): AppError {
  return new AppError(ErrorCode.CONSTRAINT_LIMIT, { limit: maxConstraints })
}

function emptyPatch(): AppError {
  return invalid({ why: 'patch' })
}

function unknownConstraint(id: string): AppError {
  return new AppError(ErrorCode.CONSTRAINT_NOT_FOUND, { id })
}

function invalid(details: ErrorDetails<'CONSTRAINT_VALIDATION_ERROR'>): AppError {
  return new AppError(ErrorCode.CONSTRAINT_VALIDATION_ERROR, details)
}

/** A change must not overwrite what its author has not read. */
const changedElsewhere = () => new AppError(ErrorCode.CONFLICT, { why: 'constraint' })
