import type { ChannelOutput } from '../../contract/index.ts'
import type { UiLanguage } from '../../contract/sentences/errorKeys.ts'
import { requestFrom } from './assemble.ts'
import { call } from './dispatch.ts'
import { type ExplainWords, explainWords } from './explainWords.ts'
import { formatNotices } from './noticeSentences.ts'
import { openProject } from './openProject.ts'
import { reasonOf } from './reasonOf.ts'
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
export const explanationOf = (result: Inspected, language: UiLanguage): string =>
  [...explanation(explainedOf(result), language)].join('\n')

async function fromReceipt(context: CommandContext): Promise<Explained> {
  const { projectId } = await openProject(context)
  const receiptId = context.line.values.receipt ?? ''
  const { receipt, chunks } = await call(context, 'context:receipt:read', { projectId, receiptId })
  return { ...receipt, chunks }
}

function* explanation(explained: Explained, language: UiLanguage): Iterable<string> {
  const { budget, layers, delta } = explained
  const wording = explainWords[language]
  const { gap } = wording
  yield wording.total(
    explained.tokenCount,
    budget.maxInputTokens,
    budget.windowTokens,
    budget.outputReserveTokens,
  )
  yield ''
  for (const [layer, name] of Object.entries(wording.layers)) {
    const use = layers[layer as keyof typeof layers]
    yield `${name}${gap}${use.tokens} tokens${use.truncated ? `${gap}${wording.truncated}` : ''}`
    for (const group of groups(explained.chunks.filter((chunk) => chunk.layer === layer)))
      yield `  ${lineFor(group, wording, language)}`
  }
  const cuts = explained.trim.filter(({ action }) => action !== 'kept')
  yield ''
  yield cuts.length === 0 ? wording.uncut : wording.cuts(cuts.length)
  for (const { sourceRef, action, reason, beforeChars, afterChars } of cuts) {
    const size = wording.characters(beforeChars, afterChars)
    yield `  ${[wording.actions[action], sourceRef, size, wording.reasons[reason]].join(gap)}`
  }
  for (const { patternId, sourceRef, matchCount } of explained.redaction)
    yield [wording.redacted, sourceRef, `${patternId} × ${matchCount}`].join(gap)
  for (const warning of formatNotices(explained, language)) yield `${wording.warning}${gap}${warning}`
  yield ''
  yield wording.prefix(explained.stablePrefixHash, explained.stablePrefixUnchanged)
  yield wording.prompt(explained.promptHash)
  const first = delta.firstChange
  yield `${wording.reused(delta.reusedTokens, delta.kind)}${first ? wording.firstChange(first.blockId, first.tokensAfter) : ''}`
}

/** Parts of one file with the same decision, such as five hundred constraints, are one line with their sum. */
function groups(lines: readonly Line[]): readonly (Line & { readonly parts: number })[] {
  const groupsByKey = new Map<string, Line & { readonly parts: number }>()
  for (const line of lines) {
    const { source, from, action, reason, trimReason } = line
    const key = [source, from ?? '', action, reason, trimReason].join('\0')
    const same = groupsByKey.get(key)
    groupsByKey.set(key, {
      ...line,
      tokens: line.tokens + (same?.tokens ?? 0),
      parts: (same?.parts ?? 0) + 1,
    })
  }
  return [...groupsByKey.values()]
}

function lineFor(
  line: Line & { readonly parts: number },
  wording: ExplainWords,
  language: UiLanguage,
): string {
  const { source, from, to, tokens, action, trimReason, parts } = line
  const { gap } = wording
  const range = from === undefined ? (parts > 1 ? `${gap}${wording.parts(parts)}` : '') : `#${from}-${to}`
  const reason = reasonOf(line, language)
  const fullReason = action === 'kept' ? reason : `${reason}${wording.between}${wording.reasons[trimReason]}`
  return [wording.actions[action], String(tokens).padStart(6), `${source}${range}`, fullReason].join(gap)
}
