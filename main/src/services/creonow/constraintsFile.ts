import { z } from 'zod'
import type { ConstraintItem } from '#contract/constraints.ts'
import type { FileFault } from '#contract/warnings.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { idOfText, uniqueId } from '../../lib/hash.ts'
import type { Format } from '../../lib/versionedFile/index.ts'

export const constraintsPath = '.creonow/rules/constraints.json'
export const maxConstraints = 500
export const maxConstraintUnits = 2000
export const defaultPriority = 100
export const constraintKinds = ['narrative', 'character', 'world', 'style', 'plot'] as const
/** A hand-made file may contain more than is used; beyond this it is no list of rules any more. */
const maxFileItems = 10_000

/** An item with the additional fields of a writer or a newer version; they are written back untouched. */
export interface StoredConstraint {
  readonly item: ConstraintItem
  readonly extra: Readonly<Record<string, unknown>>
}

/** Units of an id that stay before the number of its copy. */
export const maxIdStem = 120

const documentId = z.string().min(1).max(1024)
const text = z
  .string()
  .max(maxConstraintUnits)
  .refine((value) => value.trim() !== '')
const fileItem = z.looseObject({
  id: z.string().min(1).max(128).optional(),
  text,
  kind: z.enum(constraintKinds).optional(),
  priority: z.int().min(0).max(1000).optional(),
  scope: z.strictObject({ from: documentId.optional(), to: documentId.optional() }).nullish(),
  updatedAt: z.string().max(40).optional(),
})
const fileSchema = z.object({
  version: z.union([z.literal(1), z.literal(2)]),
  items: z.array(z.union([text, fileItem])).max(maxFileItems),
})

/**
 * Version 1 (`items: string[]`) and 2. Only `text` must be there in an item written by hand; ids are made unique.
 * Anything else that does not fit breaks the whole file, with the place: a rule that silently drops out is worse than
 * a file to repair. Written as version 2.
 */
export const constraintsFormat: Format<readonly StoredConstraint[]> = {
  schema: fileSchema.transform(({ items }) => toStored(items)),
  toJson: (stored) => ({ version: 2, items: stored.map(({ item, extra }) => ({ ...item, ...extra })) }),
  absent: [],
  version: 2,
  maxBytes: 4 * 1_048_576,
  brokenCode: ErrorCode.CONSTRAINT_FILE_BROKEN,
  faultAt,
}

function toStored(items: z.infer<typeof fileSchema>['items']): StoredConstraint[] {
  const usedIds = new Set<string>()
  return items.map((raw) => {
    const { id, text, kind, priority, scope, updatedAt, ...extra } =
      typeof raw === 'string' ? { text: raw } : raw
    const item = {
      id: uniqueId(id ?? idOfText(text), usedIds, maxIdStem),
      text,
      kind: kind ?? 'narrative',
      priority: priority ?? defaultPriority,
      ...withScope(scope),
      updatedAt: updatedAt ?? '',
    } satisfies ConstraintItem
    return { item, extra }
  })
}

/** Priority descending, then position in the file: the order of the prompt and of every list. */
export function inOrder(stored: readonly StoredConstraint[]): ConstraintItem[] {
  return stored.map(({ item }) => item).sort((a, b) => b.priority - a.priority)
}

/** A new item from only a text: stable id, kind narrative, priority 100. */
export function itemFromText(text: string, updatedAt: string): ConstraintItem {
  return { id: idOfText(text), text, kind: 'narrative', priority: defaultPriority, updatedAt }
}

/** A scope without ends is none. */
export function withScope(scope: ConstraintItem['scope'] | null): Pick<ConstraintItem, 'scope'> {
  return scope?.from !== undefined || scope?.to !== undefined ? { scope } : {}
}

function faultAt(path: readonly PropertyKey[]): FileFault {
  if (path[0] === 'version') return { code: 'version', params: { versions: ['1', '2'] } }
  if (path[0] !== 'items') return { code: 'shape', params: { shape: '{"version": 2, "items": […]}' } }
  const [, index, field] = path
  if (index === undefined) return { code: 'list', params: { field: 'items' } }
  const number = Number(index) + 1
  return field === undefined
    ? { code: 'constraint', params: { number } }
    : { code: 'constraintField', params: { number, field: String(field) } }
}
