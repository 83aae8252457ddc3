import type { ChannelOutput } from '../../contract/index.ts'
import { requestFrom } from './assemble.ts'
import { call } from './dispatch.ts'
import { openProject } from './openProject.ts'
import { type Command, type CommandContext, printJson, printLine } from './terminal.ts'

type Inspected = ChannelOutput<'context:inspect'>
type Explained = Pick<
  Inspected,
  | 'tokenCount'
  | 'layers'
  | 'budget'
  | 'trim'
  | 'redaction'
  | 'warnings'
  | 'stablePrefixHash'
  | 'promptHash'
  | 'stablePrefixUnchanged'
  | 'delta'
> & { readonly chunks: readonly Line[] }

interface Line {
  readonly layer: string
  readonly source: string
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly tokens: number
  readonly action: string
  readonly reason: string
  readonly trimReason: string
}

const layerNames: Record<string, string> = {
  rules: '规则',
  settings: '设定',
  retrieved: '召回',
  immediate: '即时',
}
const actions: Record<string, string> = { kept: '放入', trimmed: '裁剪', dropped: '未放' }
const reasons: Record<string, string> = {
  within_budget: '',
  over_budget: '预算不足',
  too_large: '内容过大',
  invalid_format: '格式不合规',
  read_error: '读取失败',
  not_selected: '没有选中',
  leftover: '同步或编辑器的副本',
}

/** A table for people: what the model will read, what was cut, and why. */
export const explain: Command = async (context) => {
  const explained = context.line.values.receipt ? await fromReceipt(context) : await fromRequest(context)
  if (context.line.values.json) return printJson(context, explained)
  for (const text of explanation(explained)) printLine(context, text)
}

async function fromRequest(context: CommandContext): Promise<Explained> {
  return explainedOf(await call(context, 'context:inspect', await requestFrom(context)))
}

const explainedOf = (result: Inspected): Explained => ({
  ...result,
  chunks: result.chunks.map(({ tokenCount, ...chunk }) => ({ ...chunk, tokens: tokenCount })),
})

/** The same table for what was inspected elsewhere. */
export const explanationOf = (result: Inspected): string => [...explanation(explainedOf(result))].join('\n')

async function fromReceipt(context: CommandContext): Promise<Explained> {
  const { projectId } = await openProject(context)
  const receiptId = context.line.values.receipt ?? ''
  const { receipt, chunks } = await call(context, 'context:receipt:read', { projectId, receiptId })
  return { ...receipt, chunks }
}

function* explanation(explained: Explained): Iterable<string> {
  const { budget, layers, delta } = explained
  yield `提示词 ${explained.tokenCount} tokens / 上限 ${budget.maxInputTokens}（窗口 ${budget.windowTokens}，输出预留 ${budget.outputReserveTokens}）`
  yield ''
  for (const [layer, name] of Object.entries(layerNames)) {
    const use = layers[layer as keyof typeof layers]
    yield `${name}　${use.tokens} tokens${use.truncated ? '　有裁剪' : ''}`
    for (const group of groups(explained.chunks.filter((one) => one.layer === layer)))
      yield `  ${lineFor(group)}`
  }
  const cuts = explained.trim.filter(({ action }) => action !== 'kept')
  yield ''
  yield cuts.length === 0 ? '没有裁剪。' : `裁剪与未放入 ${cuts.length} 项：`
  for (const { sourceRef, action, reason, beforeChars, afterChars } of cuts) {
    yield `  ${actions[action]}　${sourceRef}　${beforeChars} → ${afterChars} 字　${reasons[reason]}`
  }
  for (const { patternId, sourceRef, matchCount } of explained.redaction)
    yield `脱敏　${sourceRef}　${patternId} × ${matchCount}`
  for (const warning of explained.warnings) yield `提醒　${warning}`
  yield ''
  yield `稳定前缀 ${explained.stablePrefixHash}${explained.stablePrefixUnchanged ? '（与上次相同）' : '（与上次不同，或是第一次）'}`
  yield `提示词　 ${explained.promptHash}`
  yield `可复用 ${delta.reusedTokens} tokens（${delta.kind}）${delta.firstChange ? `，第一个不同：${delta.firstChange.blockId}，其后 ${delta.firstChange.tokensAfter} tokens 要重新计费` : ''}`
}

/** Parts of one file with one fate, such as five hundred constraints, are one line with their sum. */
function groups(lines: readonly Line[]): readonly (Line & { readonly parts: number })[] {
  const found = new Map<string, Line & { readonly parts: number }>()
  for (const line of lines) {
    const { source, from, action, reason, trimReason } = line
    const key = [source, from ?? '', action, reason, trimReason].join('\0')
    const same = found.get(key)
    found.set(key, { ...line, tokens: line.tokens + (same?.tokens ?? 0), parts: (same?.parts ?? 0) + 1 })
  }
  return [...found.values()]
}

function lineFor(line: Line & { readonly parts: number }): string {
  const { source, from, to, tokens, action, reason, trimReason, parts } = line
  const range = from === undefined ? (parts > 1 ? `　${parts} 条` : '') : `#${from}-${to}`
  const why = action === 'kept' ? reason : `${reason}；${reasons[trimReason]}`
  return `${actions[action]}　${String(tokens).padStart(6)}　${source}${range}　${why}`
}
