import { type Draft, defineSource, type Source } from '../context/source.ts'
import type { ConstraintPort, ConstraintRule, DocumentPort } from './ports.ts'

const path = '.creonow/rules/constraints.json'

/** The author's constraints, those in scope of this chapter, in the order in which they print. */
export function createConstraints(constraints: ConstraintPort, documents: DocumentPort): Source {
  return defineSource({
    name: 'constraints',
    layer: 'rules',
    place: 0,
    stability: 'book',
    print: 'numbered',
    ladder: [],
    required: true,
    missing: { code: 'RULES_UNAVAILABLE', params: {} },
    label: (_draft, language) => (language === 'zh' ? '创作约束' : 'Constraint'),
    async read({ projectId, documentId }, io) {
      const { items, problem, notices } = await constraints.readForPrompt(projectId)
      const order = items.some(({ scope }) => scope !== undefined)
        ? new Map((await documents.list(projectId)).map((document, index) => [document.documentId, index]))
        : new Map<string, number>()
      const dangling = items.filter(({ scope }) => isDangling(scope, order)).length
      const turned = items.filter(({ scope }) => isTurned(scope, order)).length
      for (const notice of notices) io.notice(notice)
      if (dangling > 0) io.notice({ code: 'CONSTRAINT_SCOPE_DANGLING', params: { count: dangling } })
      if (turned > 0) io.notice({ code: 'CONSTRAINT_SCOPE_TURNED', params: { count: turned } })
      if (problem) io.unread(path, 'invalid_format')
      return items
        .filter((item) => isInScope(item, documentId, order))
        .map(
          (item, position): Draft => ({
            ref: { path, item: item.id, position },
            storeId: projectId,
            title: '创作约束',
            text: item.text,
            priority: item.priority,
            reason: item.scope ? { code: 'in_scope', params: {} } : { code: 'always', params: {} },
            of: item,
          }),
        )
    },
    async reread({ path: asked, item }, { projectId }) {
      if (asked !== path) return undefined
      const { items } = await constraints.readForPrompt(projectId)
      if (item === undefined) return { text: items.map(({ text }) => text).join('\n') }
      return items.find(({ id }) => id === item)
    },
  })
}

const isDangling = (scope: ConstraintRule['scope'], order: ReadonlyMap<string, number>) =>
  [scope?.from, scope?.to].some((id) => id !== undefined && !order.has(id))

/** Its last chapter was moved in front of its first. */
function isTurned(scope: ConstraintRule['scope'], order: ReadonlyMap<string, number>): boolean {
  const [from, to] = [scope?.from, scope?.to].map((id) => (id === undefined ? undefined : order.get(id)))
  return from !== undefined && to !== undefined && to < from
}

/** A scope whose chapters are gone, or stand the wrong way round, does not switch the constraint off. */
function isInScope(
  { scope }: ConstraintRule,
  documentId: string,
  order: ReadonlyMap<string, number>,
): boolean {
  const here = order.get(documentId)
  if (!scope || here === undefined || isTurned(scope, order)) return true
  const from = scope.from === undefined ? undefined : order.get(scope.from)
  const to = scope.to === undefined ? undefined : order.get(scope.to)
  return (from === undefined || here >= from) && (to === undefined || here <= to)
}
