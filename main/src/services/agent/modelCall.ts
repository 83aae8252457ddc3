import type { AgentEvent } from '#contract/agent.ts'
import type { RunSpending, RunUsage } from '#contract/spending.ts'
import type { CacheMemory, Provider, ProviderPrompt, ResolvedModel } from '../ai/index.ts'
import { type createAccount, hashesOf, type PromptHashes, requestedModel } from '../ai/index.ts'
import type { Skill } from '../context/index.ts'
import type { StepProtocol, WrittenAnswer } from './stepProtocol.ts'

/** The agent as a provider's request names it; its words are in the prompt. */
const agentSkill: Skill = {
  ...{ id: 'agent', name: '任务', output: 'show', source: 'skill:agent' },
  instruction: { zh: '', en: '' },
}

export interface ModelAnswer extends WrittenAnswer {
  readonly usage: RunUsage
  readonly spending: RunSpending | undefined
  /** Of the request. */
  readonly hashes: PromptHashes
  /** The service reports that it has read less than was sent. */
  readonly isInputCut?: boolean
}

/**
 * One request for one step. What comes behind the step is not waited for: the request is ended there, and what it
 * has cost is estimated. @throws what the provider throws, CANCELLED.
 */
export async function callModel(
  options: {
    readonly provider: Provider
    readonly model: ResolvedModel
    readonly caches: CacheMemory
    readonly account: ReturnType<typeof createAccount>
  },
  request: {
    readonly projectId: string
    readonly prompt: ProviderPrompt
    /** For each answer that the service begins. */
    readonly createReader: StepProtocol['createReader']
    /** Fewer than the model may write; absent: as many. */
    readonly maxOutputTokens?: number
    readonly signal: AbortSignal
    readonly onText: (delta: string) => void
    readonly onRetrying: (retrying: NonNullable<AgentEvent['retrying']>) => void
  },
): Promise<ModelAnswer> {
  const { provider, model, caches, account } = options
  const { projectId, prompt, signal, createReader } = request
  const planned = caches.plan({ projectId, model, prompt, once: false, within: 'agent' })
  const enough = new AbortController()
  let reader = createReader()
  let called: Pick<WrittenAnswer, 'calls' | 'thinking'> = { calls: [], thinking: [] }
  let isCut = false
  let usage: RunUsage | undefined
  let spending: RunSpending | undefined
  const parts = provider.stream({
    ...requestedModel(model),
    ...{ prompt, cache: planned.wish },
    maxOutputTokens: Math.min(model.outputReserveTokens, request.maxOutputTokens ?? Number.POSITIVE_INFINITY),
    ...{ skill: agentSkill, selectedText: '' },
    signal: AbortSignal.any([signal, enough.signal]),
  })
  try {
    for await (const part of parts) {
      if (part.type === 'usage') {
        const { inputTokens, cachedInputTokens, outputTokens, estimated } = part.usage
        usage = { inputTokens, cachedInputTokens, outputTokens, ...(estimated && { estimated }) }
        spending = account.used(part.usage, planned).spending
      } else if (part.type === 'retrying') {
        const { code, waitMs, attempt, attempts } = part
        request.onRetrying({ code, waitMs, attempt, attempts })
      } else if (part.type === 'thought') reader = createReader()
      else if (part.type === 'calls') called = part
      else if (part.type === 'reachedLimit') isCut = true
      else if (part.type === 'text' && !enough.signal.aborted) {
        const { text, isOver } = reader.read(part.delta)
        if (text !== '') request.onText(text)
        if (isOver) enough.abort()
      }
    }
  } catch (error) {
    if (!enough.signal.aborted || signal.aborted) throw error
  }
  const { calls, thinking } = called
  const read = { text: reader.text(), invented: reader.invented(), calls, thinking, isCut }
  return { ...read, usage: usage ?? nothing, spending, hashes: hashesOf(prompt) }
}

const nothing: RunUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }
