import type { ContextRequest, FetchContext, Fetcher, FetchResult, TrimRow } from '../types.ts'
import type { ConstraintPort, ConstraintRule, CreonowPort, DocumentPort } from './ports.ts'
import { redactedChunk } from './redactedChunk.ts'

const constraintsPath = '.creonow/rules/constraints.json'
const unavailable = 'RULES_UNAVAILABLE: 规则文件没有读到，本次未注入'

/** The author's constraints, those in scope of this chapter, in the order in which they print. */
export function createConstraintsFetcher(constraints: ConstraintPort, documents: DocumentPort): Fetcher {
  async function fetch(request: ContextRequest, context: FetchContext): Promise<FetchResult> {
    const { items, problem, warnings } = await constraints.readForPrompt(request.projectId)
    const scoped = items.some(({ scope }) => scope !== undefined)
    const order = scoped ? (await documents.list(request.projectId)).map(({ documentId }) => documentId) : []
    const dangling = items.filter(({ scope }) => isDangling(scope, order)).length
    const inForce = items.filter((item) => isInScope(item, request.documentId, order))
    const finished = await Promise.all(
      inForce.map((item, place) =>
        redactedChunk(context, 'creonow', {
          layer: 'rules',
          kind: 'constraint',
          projectId: request.projectId,
          source: constraintsPath,
          item: item.id,
          place,
          label: '创作约束',
          text: item.text,
          priority: item.priority,
          reason: item.scope ? '在适用章节内' : '始终',
        }),
      ),
    )
    const broken: TrimRow = {
      layer: 'rules',
      sourceRef: constraintsPath,
      action: 'dropped',
      reason: 'invalid_format',
      beforeChars: 0,
      afterChars: 0,
    }
    return {
      chunks: finished.map(({ chunk }) => chunk),
      redaction: finished.flatMap(({ redaction }) => redaction),
      warnings: [
        ...warnings,
        ...(dangling > 0
          ? [`CONSTRAINT_SCOPE_DANGLING: 有 ${dangling} 条约束的适用章节已经不在，这些约束照常生效`]
          : []),
        ...(problem ? [`${problem.code}: ${problem.message}`] : []),
      ],
      trim: problem ? [broken] : [],
    }
  }
  return { name: 'constraints', layer: 'rules', unavailable, fetch }
}

const isDangling = (scope: ConstraintRule['scope'], order: readonly string[]) =>
  [scope?.from, scope?.to].some((id) => id !== undefined && !order.includes(id))

/** A scope that names a chapter which no longer exists does not switch the constraint off. */
function isInScope({ scope }: ConstraintRule, documentId: string, order: readonly string[]): boolean {
  const here = order.indexOf(documentId)
  if (!scope || here < 0) return true
  const from = scope.from === undefined ? -1 : order.indexOf(scope.from)
  const to = scope.to === undefined ? -1 : order.indexOf(scope.to)
  return (from < 0 || here >= from) && (to < 0 || here <= to)
}

/** `.creonow/rules/style.md` and `terminology.json`, whole. */
export function createRuleFilesFetcher(creonow: CreonowPort): Fetcher {
  const files = [
    { path: '.creonow/rules/style.md', kind: 'style', label: '文风' },
    { path: '.creonow/rules/terminology.json', kind: 'terminology', label: '用词' },
  ] as const

  async function fetch(request: ContextRequest, context: FetchContext): Promise<FetchResult> {
    const results = await Promise.all(
      files.map(async ({ path, kind, label }): Promise<FetchResult> => {
        const file = await creonow.read(request.projectId, path)
        if ('problem' in file) return missingFile(file, 'rules')
        if (isBlank(file.text, kind)) return { chunks: [] }
        const { chunk, redaction } = await redactedChunk(context, 'creonow', {
          layer: 'rules',
          kind,
          projectId: request.projectId,
          source: path,
          label,
          text: file.text,
          reason: '始终',
          ...(file.tooLarge ? { fetchedChars: file.fetchedChars } : {}),
        })
        return { chunks: [chunk], redaction }
      }),
    )
    return joinResults(results)
  }
  return { name: 'ruleFiles', layer: 'rules', unavailable, fetch }
}

/** An empty style sheet, or a terminology without a term, says nothing and costs tokens. */
function isBlank(text: string, kind: 'style' | 'terminology'): boolean {
  // A comment is a note to the author: the template's style sheet is one.
  if (text.replace(/<!--[\s\S]*?-->/g, '').trim() === '') return true
  return (
    kind === 'terminology' &&
    /^\s*\{\s*"terms"\s*:\s*\[\s*\]\s*,\s*"banned"\s*:\s*\[\s*\]\s*\}\s*$/.test(text)
  )
}

/** A missing file is nothing; one that cannot be used leaves a row and a warning. */
export function missingFile(
  file: { path: string; problem: 'missing' | TrimRow['reason'] },
  layer: 'rules' | 'settings',
): FetchResult {
  if (file.problem === 'missing') return { chunks: [] }
  const row: TrimRow = {
    layer,
    sourceRef: file.path,
    action: 'dropped',
    reason: file.problem,
    beforeChars: 0,
    afterChars: 0,
  }
  // A copy lies there to be compared: the row says so, and nobody need be warned at every request.
  if (file.problem === 'leftover') return { chunks: [], trim: [row] }
  return {
    chunks: [],
    trim: [row],
    warnings: [`CONTEXT_FILE_SKIPPED: ${file.path} 没有放进去（${problemWords[file.problem]}）`],
  }
}

const problemWords: Record<TrimRow['reason'], string> = {
  invalid_format: '不是 UTF-8 文本，或留有合并冲突的标记',
  read_error: '读取失败',
  too_large: '文件过大',
  over_budget: '超出预算',
  not_selected: '没有选中',
  leftover: '同步软件或编辑器留下的副本',
  within_budget: '在预算内',
}

export function joinResults(results: readonly FetchResult[]): FetchResult {
  return {
    chunks: results.flatMap(({ chunks }) => chunks),
    warnings: results.flatMap(({ warnings }) => warnings ?? []),
    trim: results.flatMap(({ trim }) => trim ?? []),
    redaction: results.flatMap(({ redaction }) => redaction ?? []),
  }
}
