import type { ChannelOutput } from '../../contract/index.ts'
import type { Spoken } from '../../contract/sentences/errorKeys.ts'
import { requestFrom } from './assemble.ts'
import { call } from './dispatch.ts'
import { type ExplainWords, explainWords } from './explainWords.ts'
import { openProject } from './openProject.ts'
import { reasonOf } from './reasonOf.ts'
import { saidNotices } from './saidNotices.ts'
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
  | 'notices'
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
  readonly reasonCode?: string | undefined
  readonly params?: object | undefined
  readonly trimReason: string
}

/** A table for people: what the model will read, what was cut, and why. */
export const explain: Command = async (context) => {
  const explained = context.line.values.receipt ? await fromReceipt(context) : await fromRequest(context)
  if (context.line.values.json) return printJson(context, explained)
  for (const text of explanation(explained, context.language)) printLine(context, text)
}

async function fromRequest(context: CommandContext): Promise<Explained> {
  return explainedOf(await call(context, 'context:inspect', await requestFrom(context)))
}

const explainedOf = (result: Inspected): Explained => ({
  ...result,
  chunks: result.chunks.map(({ tokenCount, ...chunk }) => ({ ...chunk, tokens: tokenCount })),
})

/** The same table for what was inspected elsewhere. */
export const explanationOf = (result: Inspected, language: Spoken): string =>
  [...explanation(explainedOf(result), language)].join('\n')

async function fromReceipt(context: CommandContext): Promise<Explained> {
  const { projectId } = await openProject(context)
  const receiptId = context.line.values.receipt ?? ''
  const { receipt, chunks } = await call(context, 'context:receipt:read', { projectId, receiptId })
  return { ...receipt, chunks }
}

function* explanation(explained: Explained, language: Spoken): Iterable<string> {
  const { budget, layers, delta } = explained
  const say = explainWords[language]
  const { gap } = say
  yield say.total(
    explained.tokenCount,
    budget.maxInputTokens,
    budget.windowTokens,
    budget.outputReserveTokens,
  )
  yield ''
  for (const [layer, name] of Object.entries(say.layers)) {
    const use = layers[layer as keyof typeof layers]
    yield `${name}${gap}${use.tokens} tokens${use.truncated ? `${gap}${say.truncated}` : ''}`
    for (const group of groups(explained.chunks.filter((one) => one.layer === layer)))
      yield `  ${lineFor(group, say, language)}`
  }
  const cuts = explained.trim.filter(({ action }) => action !== 'kept')
  yield ''
  yield cuts.length === 0 ? say.uncut : say.cuts(cuts.length)
  for (const { sourceRef, action, reason, beforeChars, afterChars } of cuts) {
    const size = say.characters(beforeChars, afterChars)
    yield `  ${[say.actions[action], sourceRef, size, say.reasons[reason]].join(gap)}`
  }
  for (const { patternId, sourceRef, matchCount } of explained.redaction)
    yield [say.redacted, sourceRef, `${patternId} × ${matchCount}`].join(gap)
  for (const warning of saidNotices(explained, language)) yield `${say.warning}${gap}${warning}`
  yield ''
  yield say.prefix(explained.stablePrefixHash, explained.stablePrefixUnchanged)
  yield say.prompt(explained.promptHash)
  const first = delta.firstChange
  yield `${say.reused(delta.reusedTokens, delta.kind)}${first ? say.firstChange(first.blockId, first.tokensAfter) : ''}`
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

function lineFor(line: Line & { readonly parts: number }, say: ExplainWords, language: Spoken): string {
  const { source, from, to, tokens, action, trimReason, parts } = line
  const { gap } = say
  const range = from === undefined ? (parts > 1 ? `${gap}${say.parts(parts)}` : '') : `#${from}-${to}`
  const reason = reasonOf(line, language)
  const why = action === 'kept' ? reason : `${reason}${say.between}${say.reasons[trimReason]}`
  return [say.actions[action], String(tokens).padStart(6), `${source}${range}`, why].join(gap)
}
