import { chapterPositions } from '../../lib/chapterPositions.ts'
import type { Scene } from '../context/index.ts'
import { type Draft, defineSource, type Source } from '../context/source.ts'
import type { ConstraintPort, ConstraintRule, DocumentPort, DocumentRef } from './ports.ts'

const path = '.creonow/rules/constraints.json'
const noChapters: readonly DocumentRef[] = []

/** The constraints of a chapter, and the items from which they were selected: the cache is keyed by the items. */
interface InScope {
  readonly of: readonly unknown[]
  readonly drafts: readonly Draft[]
  readonly dangling: number
  readonly turned: number
}

/** The author's constraints, those in scope of this chapter, in the order in which they print. */
export function createConstraints(constraints: ConstraintPort, documents: DocumentPort): Source {
  const lists = new WeakMap<readonly ConstraintRule[], InScope>()

  /** Of the same items, from the same chapter of the same book, the same list. */
  function inScope(
    items: readonly ConstraintRule[],
    chapters: readonly DocumentRef[],
    { projectId, documentId }: Scene,
  ): InScope {
    const before = lists.get(items)
    const of = [chapters, projectId, chapters.length === 0 ? '' : documentId]
    if (before?.of.every((value, at) => value === of[at])) return before
    const order = chapterPositions(chapters)
    const scoped: InScope = {
      of,
      dangling: items.filter(({ scope }) => isDangling(scope, order)).length,
      turned: items.filter(({ scope }) => isTurned(scope, order)).length,
      drafts: Object.freeze(
        items
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
          ),
      ),
    }
    lists.set(items, scoped)
    return scoped
  }

  return defineSource({
    name: 'constraints',
    display: { name: { zh: '创作约束', en: 'Constraints' }, card: 'list' },
    layer: 'rules',
    place: 0,
    stability: 'book',
    print: 'numbered',
    shrinkSteps: [],
    required: true,
    missing: { code: 'RULES_UNAVAILABLE', params: {} },
    label: (_draft, language) => (language === 'zh' ? '创作约束' : 'Constraint'),
    async read(scene, io) {
      const { projectId } = scene
      const { items, unsent = [], problem, notices } = await constraints.readForPrompt(projectId)
      const isScoped = items.some(({ scope }) => scope !== undefined)
      const chapters = isScoped ? await documents.list(projectId) : noChapters
      const { drafts, dangling, turned } = inScope(items, chapters, scene)
      for (const notice of notices) io.notice(notice)
      if (dangling > 0) io.notice({ code: 'CONSTRAINT_SCOPE_DANGLING', params: { count: dangling } })
      if (turned > 0) io.notice({ code: 'CONSTRAINT_SCOPE_TURNED', params: { count: turned } })
      for (const { id, text } of unsent) io.reportOmitted(`${path}#${id}`, 'not_selected', text.length)
      if (problem) io.reportOmitted(path, 'invalid_format')
      return drafts
    },
    async reread({ path: requestedPath, item }, { projectId }) {
      if (requestedPath !== path) return undefined
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

/** A scope whose chapters are missing, or in reverse order, does not switch the constraint off. */
function isInScope(
  { scope }: ConstraintRule,
  documentId: string,
  order: ReadonlyMap<string, number>,
): boolean {
  const current = order.get(documentId)
  if (!scope || current === undefined || isTurned(scope, order)) return true
  const from = scope.from === undefined ? undefined : order.get(scope.from)
  const to = scope.to === undefined ? undefined : order.get(scope.to)
  return (from === undefined || current >= from) && (to === undefined || current <= to)
}
