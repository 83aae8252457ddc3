import { z } from 'zod'
import { type Channel, documentId, id, path, projectId } from './shared.ts'
import { codexFolders } from './subjects.ts'

const constraintText = z.string().trim().min(1).max(2000)
const constraintKind = z.enum(['narrative', 'character', 'world', 'style', 'plot'])
const priority = z.int().min(0).max(1000)
const scope = z.strictObject({ from: documentId.optional(), to: documentId.optional() })

const constraintItem = z.strictObject({
  id,
  text: constraintText,
  kind: constraintKind,
  priority,
  scope: scope.optional(),
  updatedAt: z.string().max(40),
})

const listedConstraint = constraintItem.extend({
  source: z.enum(['user', 'kg', 'memory']),
  sourceRef: path,
  readOnly: z.boolean(),
})

/** As asked for: what of it is a constraint is judged by the service, with the codes of constraints. */
const requested = {
  text: z.string().max(1_000_000),
  kind: z.string().max(200),
  priority: z.number(),
}
const maxRequested = 10_000

/** 500 may be made; a list made by hand may be longer, and is shown as it is. */
const file = z.strictObject({ version: z.literal(2), items: z.array(constraintItem).max(10_000) })

export const constraints = {
  'constraints:list': {
    effect: 'reads',
    subjects: ['.creonow/rules/constraints.json', 'manuscript', ...codexFolders],
    input: z.strictObject({ projectId }),
    output: z.strictObject({ items: z.array(listedConstraint).max(20_000) }),
  },
  'constraints:create': {
    effect: 'writes',
    subjects: ['.creonow/rules/constraints.json'],
    input: z.strictObject({
      projectId,
      text: requested.text,
      kind: requested.kind,
      priority: requested.priority.optional(),
      scope: scope.optional(),
    }),
    output: constraintItem,
  },
  'constraints:update': {
    effect: 'writes',
    subjects: ['.creonow/rules/constraints.json'],
    input: z.strictObject({
      projectId,
      id,
      patch: z.strictObject({
        text: requested.text.optional(),
        kind: requested.kind.optional(),
        priority: requested.priority.optional(),
        scope: scope.nullable().optional(),
      }),
      /** As it was seen when it was changed: refused with CONFLICT when it is another by now. */
      base: constraintItem.omit({ id: true, updatedAt: true }).optional(),
    }),
    output: constraintItem,
  },
  'constraints:delete': {
    effect: 'writes',
    subjects: ['.creonow/rules/constraints.json'],
    input: z.strictObject({ projectId, id }),
    output: z.strictObject({ deleted: z.literal(true) }),
  },
  'constraints:get': {
    effect: 'reads',
    subjects: ['.creonow/rules/constraints.json'],
    input: z.strictObject({ projectId }),
    output: file,
  },
  'constraints:restore': {
    effect: 'writes',
    subjects: ['.creonow/rules/constraints.json'],
    input: z.strictObject({ projectId }),
    output: file,
  },
  'constraints:set': {
    effect: 'writes',
    subjects: ['.creonow/rules/constraints.json'],
    input: z.strictObject({
      projectId,
      items: z.union([
        z.array(requested.text).max(maxRequested),
        z.array(constraintItem.extend(requested).partial({ updatedAt: true })).max(maxRequested),
      ]),
    }),
    output: file,
  },
} as const satisfies Record<string, Channel>

export type ConstraintItem = z.infer<typeof constraintItem>
export type ConstraintBase = Omit<ConstraintItem, 'id' | 'updatedAt'>
export type ListedConstraint = z.infer<typeof listedConstraint>
