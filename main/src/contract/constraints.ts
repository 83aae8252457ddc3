import { z } from 'zod'
import { type Channel, documentId, id, path, projectId } from './shared.ts'
import { codexFolders } from './subjects.ts'

/** The rule in the author's words. */
const constraintText = z.string().trim().min(1).max(2000)
/** What the rule is about. */
const constraintKind = z.enum(['narrative', 'character', 'world', 'style', 'plot'])
/** Rules with a higher one are sent first and dropped last. */
const priority = z.int().min(0).max(1000)
/** Chapters in which a constraint applies. */
const scope = z.strictObject({
  /** The first one; absent: from the start of the book. */
  from: documentId.optional(),
  /** The last one; absent: to the end of the book. */
  to: documentId.optional(),
})

/** A constraint as it is stored in `.creonow/rules/constraints.json`. */
const constraintItem = z.strictObject({
  /** Unique in the project; stays when the text changes. */
  id,
  /** Sent as it is. */
  text: constraintText,
  /** For the author's own order and for the Judge. */
  kind: constraintKind,
  /** 100 unless the author chose another. */
  priority,
  /** Absent: it applies in the whole book. */
  scope: scope.optional(),
  /** ISO 8601; empty for an item that was written by hand and never by the app. */
  updatedAt: z.string().max(40),
})

/** A constraint in the list, of whatever origin. */
const listedConstraint = constraintItem.extend({
  /** `user`: of the file. `kg`: of a codex entry. `memory`: a preference of the author. */
  source: z.enum(['user', 'kg', 'memory']),
  /** The file's path, the entry's path, or `memory:<id>`. */
  sourceRef: path,
  /** True for all but those of the file. */
  readOnly: z.boolean(),
})

/** What a request may contain; the service checks it and answers with the codes of constraints. */
const requested = {
  /** At most 2000 UTF-16 units are accepted. */
  text: z.string().max(1_000_000),
  /** One of the kinds of constraints, or else it is refused. */
  kind: z.string().max(200),
  /** A whole number from 0 to 1000, or else it is refused. */
  priority: z.number(),
}
/** More are read than are accepted, so that a list that is too long gets its own code. */
const maxRequested = 10_000

/** The file as it is. The app makes at most 500; a list made by hand may be longer. */
const file = z.strictObject({
  /** Of the file's form. */
  version: z.literal(2),
  /** In the order of the file. */
  items: z.array(constraintItem).max(10_000),
})

/** Constraints of a project. */
export const constraints = {
  /** The author's own first, then derived ones; by priority, then position. */
  'constraints:list': {
    effect: 'reads',
    subjects: ['.creonow/rules/constraints.json', 'manuscript', ...codexFolders],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** In that order. */
      items: z.array(listedConstraint).max(20_000),
    }),
  },
  /** Adds one; CONSTRAINT_CONFLICT for a text that is there already, CONSTRAINT_LIMIT for the 501st. */
  'constraints:create': {
    largeRequests: { maxBytes: 8_000_000 },
    effect: 'writes',
    subjects: ['.creonow/rules/constraints.json'],
    input: z.strictObject({
      projectId,
      /** The rule. */
      text: requested.text,
      /** One of the kinds of constraints. */
      kind: requested.kind,
      /** Absent: 100. */
      priority: requested.priority.optional(),
      /** Absent: the whole book. */
      scope: scope.optional(),
    }),
    output: constraintItem,
  },
  /** Changes the given fields of one. */
  'constraints:update': {
    largeRequests: { maxBytes: 16_000_000 },
    effect: 'writes',
    subjects: ['.creonow/rules/constraints.json'],
    input: z.strictObject({
      projectId,
      /** From the list. */
      id,
      /** What is to change; absent fields stay. */
      patch: z.strictObject({
        /** The new text. */
        text: requested.text.optional(),
        /** The new kind. */
        kind: requested.kind.optional(),
        /** The new priority. */
        priority: requested.priority.optional(),
        /** Null: the whole book. */
        scope: scope.nullable().optional(),
      }),
      /** The item that the author changed: CONFLICT when the stored one is different. Absent: not checked. */
      base: constraintItem.omit({ id: true, updatedAt: true }).optional(),
    }),
    output: constraintItem,
  },
  /** Removes one; CONSTRAINT_READONLY for a derived one. */
  'constraints:delete': {
    effect: 'writes',
    subjects: ['.creonow/rules/constraints.json'],
    input: z.strictObject({
      projectId,
      /** From the list. */
      id,
    }),
    output: z.strictObject({
      /** Always true; a failure is an error. */
      deleted: z.literal(true),
    }),
  },
  /** The file itself, in its own order; empty without a file. */
  'constraints:get': {
    effect: 'reads',
    subjects: ['.creonow/rules/constraints.json'],
    input: z.strictObject({ projectId }),
    output: file,
  },
  /** Replaces a broken file by its last good version; CONFLICT when it is not broken. */
  'constraints:restore': {
    effect: 'writes',
    subjects: ['.creonow/rules/constraints.json'],
    input: z.strictObject({ projectId }),
    output: file,
  },
  /** Replaces all constraints of the file. */
  'constraints:set': {
    largeRequests: { maxBytes: 16_000_000 },
    effect: 'writes',
    subjects: ['.creonow/rules/constraints.json'],
    input: z.strictObject({
      projectId,
      /** Texts only, or items; a text that is there already stays that item. */
      items: z.union([
        z.array(requested.text).max(maxRequested),
        z.array(constraintItem.extend(requested).partial({ updatedAt: true })).max(maxRequested),
      ]),
    }),
    output: file,
  },
} as const satisfies Record<string, Channel>

/** A constraint as it is stored. */
export type ConstraintItem = z.infer<typeof constraintItem>
/** What an author has changed of a constraint. */
export type ConstraintBase = Omit<ConstraintItem, 'id' | 'updatedAt'>
/** A constraint in the list. */
export type ListedConstraint = z.infer<typeof listedConstraint>
