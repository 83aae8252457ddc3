import type { AssembledContext, PreparedContext, Skill } from '../../context/index.ts'
import type { Compaction, HistoryManager } from '../../conversation/index.ts'
import type { ResolvedModel } from '../models/models.ts'
import { type HistoryMessage, promptOf } from '../providers/prompt.ts'
import type { Provider } from '../providers/provider.ts'

export interface CompactFirst {
  readonly history: HistoryManager
  readonly model: ResolvedModel
  readonly provider: Provider
  readonly protectedRounds: number
  /** The most that the conversation may take of a request. */
  readonly historyTokens: number
  readonly count: (text: string) => number
  readonly signal: AbortSignal
  /** The same request once more, for the history as it is then. */
  readonly prepareAgain: () => Promise<PreparedContext>
  readonly onCompacting: () => void
  readonly onCompacted: (done: Compaction) => void
  /** The turn goes on without it. */
  readonly onFailed: (error: unknown) => void
}

/** Whoever makes the summary of a conversation; no list shows it. */
const summarySkill: Skill = {
  ...{ id: 'summary', name: '归档', output: 'show', source: 'skill:summary' },
  instruction: { zh: '', en: '' },
}

/** Of the window, for the rounds that one summary is made of. */
const pieceShare = 0.5
const maxSummaryTokens = 4000

/**
 * The request with its history compacted before it is assembled. The summary is asked of the same model behind the
 * same beginning: system prompt, and the messages that were sent last where they are those that leave.
 */
export function compactingFirst(prepared: PreparedContext, options: CompactFirst): PreparedContext {
  const { history, model, signal, count } = options
  return {
    ...prepared,
    async assemble(onWarmUp, isSent) {
      let before: Promise<AssembledContext> | undefined
      try {
        const done = await history.compact({
          ...{ language: prepared.language, count, signal, modelId: model.id },
          ...{ protectedRounds: options.protectedRounds, leastRounds: options.protectedRounds },
          targetTokens: options.historyTokens,
          pieceTokens: Math.floor(model.windowTokens * pieceShare),
          async generate({ rounds, instruction }, until) {
            if (!before) options.onCompacting()
            before ??= prepared.assemble(onWarmUp, () => false)
            return generateSummary(options, await before, { rounds, instruction, signal: until })
          },
        })
        if (done) options.onCompacted(done)
      } catch (error) {
        if (!before) throw error
        signal.throwIfAborted()
        options.onFailed(error)
      }
      // A request is assembled once.
      return (before ? await options.prepareAgain() : prepared).assemble(onWarmUp, isSent)
    },
  }
}

type SummaryRequest = Parameters<Parameters<HistoryManager['compact']>[0]['generate']>[0]

async function generateSummary(
  { model, provider }: CompactFirst,
  { assembly }: AssembledContext,
  { rounds, instruction, signal }: SummaryRequest & { readonly signal: AbortSignal },
): Promise<string> {
  const base = promptOf(assembly.blocks, assembly.history?.messages)
  const leaving = rounds.flatMap(({ events }) => events.filter(isMessage))
  const sent = new Set(assembly.history?.messages.map(({ id }) => id))
  const history = leaving.every(({ id }) => sent.has(id)) ? base.history : leaving.map(messageOf)
  const parts = provider.stream({
    modelName: model.id.slice(model.id.indexOf('/') + 1),
    prompt: {
      system: base.system,
      history,
      user: [{ blockId: 'summary', layer: 'immediate', stability: 'turn', text: instruction, tokens: 0 }],
    },
    ...(model.thinking ? { thinking: model.thinking } : {}),
    ...(model.effort ? { effort: model.effort } : {}),
    maxOutputTokens: Math.min(model.outputReserveTokens, maxSummaryTokens),
    ...{ skill: summarySkill, selectedText: '', signal },
  })
  let text = ''
  for await (const part of parts) if (part.type === 'text') text += part.delta
  return text
}

type RoundEvent = SummaryRequest['rounds'][number]['events'][number]
const isMessage = ({ type, content }: RoundEvent) =>
  type === 'user' || (type === 'assistant' && content.trim() !== '')
const messageOf = ({ type, content }: RoundEvent): HistoryMessage => ({
  role: type === 'user' ? 'user' : 'assistant',
  content,
})
