import type { FollowUp } from '#contract/judge.ts'
import type { AssembledContext } from '../../context/index.ts'
import { type PromptBlock, promptOf } from '../providers/prompt.ts'
import type { GenerationPart } from '../providers/provider.ts'
import type { Account } from './account.ts'
import type { Writing, WritingOptions } from './writingPorts.ts'

/** What follows a request that was sent before, and what ends it. */
export interface After extends Pick<FollowUp, 'purpose'> {
  readonly tail: string
  readonly signal: AbortSignal
}

/** What is asked of a written text comes last: everything before it is what the service has read already. */
const lastBlock = (text: string): PromptBlock => ({
  ...{ blockId: 'judge', layer: 'immediate', stability: 'turn', tokens: 0 },
  text: `\n\n${text}`,
})

/** Asks the model; what it cost is told when it comes, and a cache that did not work, once. */
export async function* streamOf(
  { caches }: WritingOptions,
  { runId, model, provider, prepared, publish, ...writing }: Writing,
  { result, assembly }: AssembledContext,
  selectedText: string,
  account: Account,
  after?: After,
): AsyncIterable<GenerationPart> {
  const { projectId, skill } = prepared
  const { signal } = after ?? writing
  const blocks = after ? [...assembly.blocks, lastBlock(after.tail)] : assembly.blocks
  const prompt = promptOf(blocks, assembly.history?.messages)
  const planned = caches.plan({ projectId, model, prompt, once: skill.output === 'replace' })
  const parts = provider.stream({
    ...{ modelName: model.id.slice(model.id.indexOf('/') + 1), prompt, cache: planned.wish },
    ...(model.thinking ? { thinking: model.thinking } : {}),
    ...(model.effort ? { effort: model.effort } : {}),
    // What was kept free for the answer in this request, which may have said so itself.
    maxOutputTokens: result.budget.outputReserveTokens || model.outputReserveTokens,
    ...{ skill, selectedText, writtenSoFar: prepared.writtenSoFar, signal },
  })
  for await (const part of parts) {
    if (part.type === 'usage') {
      const { spending, missed } = account.reported(part.usage, planned)
      publish({ type: 'usage', runId, ...spending })
      const warning = missed === 'changed' ? 'AI_CACHE_BROKEN' : 'AI_CACHE_MISSED'
      if (missed) publish({ type: 'warning', runId, warning })
    }
    yield part
  }
}
