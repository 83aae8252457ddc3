import type { FollowUp } from '#contract/judge.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import { type AssembledContext, promptOf } from '../../context/index.ts'
import { requestedModel } from '../models/modelControls.ts'
import type { ResolvedModel } from '../models/models.ts'
import { hashesOf, type PromptBlock } from '../providers/prompt.ts'
import type { GenerationPart } from '../providers/provider.ts'
import type { Writing, WritingOptions } from './writingPorts.ts'

export type SendRequest = (
  assembled: AssembledContext,
  selectedText: string,
  after?: After,
) => AsyncIterable<GenerationPart>

export const historyTokens = ({ assembly }: AssembledContext) => assembly.history?.tokens ?? 0

/** The requests of one run, and their usage: reported by the provider, or else estimated and marked as estimated. */
export function createRequests(options: WritingOptions, writing: Writing) {
  const { runId, account, publish } = writing
  const followUps: FollowUp[] = []
  let sentHash: string | undefined

  const sendRequest: SendRequest = (assembled, selectedText, after) =>
    streamOf(options, writing, assembled, selectedText, after)

  return {
    sendRequest,
    /** The request that the run's text comes from. */
    streamText(assembled: AssembledContext, selectedText: string): AsyncIterable<GenerationPart> {
      const { blocks, history } = assembled.assembly
      sentHash = hashesOf(promptOf(blocks, history?.messages)).sentHash
      return sendRequest(assembled, selectedText)
    },
    /** The same request with more after it. */
    async *sendFollowUp(
      assembled: AssembledContext,
      selectedText: string,
      after: After,
    ): AsyncIterable<GenerationPart> {
      account.takeLatest()
      try {
        for await (const part of sendRequest(assembled, selectedText, after)) {
          if (part.type === 'retrying') publish({ ...part, runId })
          yield part
        }
      } finally {
        const spending = account.takeLatest()
        followUps.push({ purpose: after.purpose, question: after.tail, ...(spending && { spending }) })
      }
    },
    /** For the end of the run; empty when no request followed the text. */
    followUps: () => (followUps.length > 0 ? { followUps } : {}),
    /** For the receipt: the questions by their hashes. */
    record() {
      const spending = account.total()
      const hashedFollowUps = followUps.map(({ question, ...followUp }) => ({
        ...followUp,
        questionHash: sha256Hex(question),
      }))
      return {
        ...(sentHash !== undefined && { sentHash }),
        ...(spending && { spending }),
        ...(hashedFollowUps.length > 0 && { followUps: hashedFollowUps }),
      }
    },
  }
}

/** What follows a request that was sent before, and what ends it. */
interface After extends Pick<FollowUp, 'purpose'> {
  readonly tail: string
  readonly signal: AbortSignal
}

/** A question about a written text comes last: the service has read everything before it already. */
const lastBlock = (text: string): PromptBlock => ({
  ...{ blockId: 'judge', layer: 'immediate', stability: 'turn', tokens: 0 },
  text: `\n\n${text}`,
})

/** Without the temperature of the run: what is only read is judged as the model does by itself. */
const unvaried = ({ temperature: _chosen, ...model }: ResolvedModel): ResolvedModel => model

/** Sends the request; its usage is published when it comes, and a cache that did not work, once. */
async function* streamOf(
  { caches }: WritingOptions,
  { runId, model, provider, prepared, account, publish, ...writing }: Writing,
  { result, assembly }: AssembledContext,
  selectedText: string,
  after?: After,
): AsyncIterable<GenerationPart> {
  const { projectId, skill } = prepared
  const { signal } = after ?? writing
  const blocks = after ? [...assembly.blocks, lastBlock(after.tail)] : assembly.blocks
  const prompt = promptOf(blocks, assembly.history?.messages)
  const planned = caches.plan({ projectId, model, prompt, once: skill.output === 'replace' })
  const parts = provider.stream({
    ...requestedModel(after?.purpose === 'check' ? unvaried(model) : model),
    ...{ prompt, cache: planned.wish },
    // The tokens reserved for the answer in this request, which may set its own number.
    maxOutputTokens: result.budget.outputReserveTokens || model.outputReserveTokens,
    ...{ skill, selectedText, writtenSoFar: prepared.writtenSoFar, signal },
  })
  for await (const part of parts) {
    if (part.type === 'usage') {
      const { spending, missed } = account.used(part.usage, planned)
      publish({ type: 'usage', runId, ...spending })
      const warning = missed === 'changed' ? 'AI_CACHE_BROKEN' : 'AI_CACHE_MISSED'
      if (missed) publish({ type: 'warning', runId, warning })
    }
    yield part
  }
}
