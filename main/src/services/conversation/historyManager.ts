import { randomUUID } from 'node:crypto'
import type { Conversation, ConversationEvent } from '#contract/creonow.ts'
import type { Clock } from '../../lib/clock.ts'
import { chooseRounds } from './compaction/choose.ts'
import type { CompactionRecord, CompactionState } from './compaction/record.ts'
import { type SummarizeOptions, summarize } from './compaction/summarize.ts'
import { isCompactionDue } from './compaction/threshold.ts'
import { createHistory, type History, type Round, type View, type ViewOptions } from './history.ts'
import type { ConversationStore } from './store.ts'

export interface HistoryManagerOptions {
  readonly conversations: Pick<ConversationStore, 'read' | 'append' | 'amend'>
  /** As everything from `.creonow` is redacted on its way to a model. */
  readonly redact: (text: string, projectId: string) => Promise<{ readonly text: string }>
  /** Entries of the codex that a text names. */
  readonly namesIn: (
    projectId: string,
    text: string,
  ) => Promise<readonly { readonly entityId: string; readonly key: string }[]>
  /** Called after each change of a file, so that the watcher counts it as the app's own. */
  readonly onStored: (projectId: string) => Promise<void>
  readonly clock: Clock
  /** Aborts when a summary takes too long; two minutes when absent. */
  readonly createTimeoutSignal?: () => AbortSignal
}

export interface CompactRequest
  extends Omit<SummarizeOptions, 'rounds' | 'namesIn' | 'createTimeoutSignal' | 'numbered'> {
  /** The model that writes the summary. */
  readonly modelId: string
  /** The newest rounds that stay whole. */
  readonly protectedRounds: number
  /** The most tokens of the history afterwards, in addition to its summary. */
  readonly targetTokens: number
  /** What the history may take when it is sent; absent: all that stays is sent. While it holds all, nothing leaves. */
  readonly viewTokens?: number
  /** Messages of the newest rounds are cut too, where these rounds by themselves are more than the target. */
  readonly trimProse?: boolean
}

export interface Compaction {
  /** The event that stores the summary. */
  readonly eventId: string
  /** How far it got. */
  readonly state: CompactionState
  /** Rounds and messages that left the history. */
  readonly rounds: number
  /** How many messages the summary replaces. */
  readonly messages: number
}

/** A history over the log of one conversation. */
export interface HistoryManager {
  /** Stores an event at the end of the log. */
  append(event: ConversationEvent): Promise<void>
  /** All rounds of the log, oldest first. */
  rounds(): Promise<readonly Round<ConversationEvent>[]>
  /** The part of the log that is sent, within a budget. */
  view(options: ViewOptions): Promise<View<ConversationEvent>>
  /**
   * Whether to compact before a turn. The tokens of the last request are stored with its answer
   * (`metadata.usageTokens`); 0 without one.
   */
  isDue(turn: {
    readonly inputTokens: number
    readonly windowTokens?: number
    readonly outputReserveTokens: number
  }): Promise<boolean>
  /**
   * Removes the oldest finished rounds from the history and adds a summary that replaces them, as events at the end
   * of the log; the log itself loses nothing. Undefined: nothing to remove or to shorten. @throws AppError CANCELLED,
   * and what the model throws.
   */
  compact(request: CompactRequest): Promise<Compaction | undefined>
}

/** Tokens of the request behind an answer, or behind a step of the agent; undefined: not reported. */
function usedBy({ metadata: { usageTokens, usage } }: ConversationEvent): number | undefined {
  if (typeof usageTokens === 'number') return usageTokens
  if (typeof usage !== 'object' || usage === null) return undefined
  const { inputTokens = 0, outputTokens = 0 } = usage as Partial<Record<string, unknown>> // a step's record
  return Number(inputTokens) + Number(outputTokens)
}

const summaryTimeoutMs = 120_000

export function createHistoryManager(options: HistoryManagerOptions) {
  const {
    conversations,
    clock,
    onStored,
    createTimeoutSignal = () => AbortSignal.timeout(summaryTimeoutMs),
  } = options

  return (projectId: string, conversationId: string): HistoryManager => {
    const read = async (): Promise<Conversation['events']> =>
      (await conversations.read(projectId, conversationId)).conversation.events
    const history = async (): Promise<History<ConversationEvent>> => createHistory(await read())
    const store = async (event: ConversationEvent) => {
      await conversations.amend(projectId, conversationId, (events) => [...events, event])
      await onStored(projectId)
    }
    const eventOf = (
      content: string,
      compaction: CompactionRecord,
      more: { readonly model: string; readonly skeleton?: string },
    ): ConversationEvent => ({
      ...{ id: randomUUID(), type: 'summary', role: 'system', content },
      timestamp: new Date(clock.now()).toISOString(),
      metadata: { compaction, ...more },
    })

    return {
      async append(event) {
        await conversations.append(projectId, conversationId, event)
        await onStored(projectId)
      },
      rounds: async () => (await history()).rounds,
      view: async (viewOptions) => (await history()).view(viewOptions),

      async isDue(turn) {
        const events = await read()
        const { rounds } = createHistory(events)
        const messages = rounds.reduce((sum, round) => sum + round.events.length, 0)
        const lastUsageTokens = events.reduce((last, event) => usedBy(event) ?? last, 0)
        return isCompactionDue({ ...turn, lastUsageTokens, messages })
      },

      async compact(request) {
        const {
          protectedRounds,
          targetTokens,
          trimProse = false,
          viewTokens,
          count,
          signal,
          modelId,
        } = request
        const events = await read()
        const current = createHistory(events)
        const isAllSent = (budgetTokens: number) =>
          current.view({ budgetTokens, count }).leftOut.overBudget === 0
        if (viewTokens !== undefined && isAllSent(viewTokens)) return undefined
        const finished = current.rounds.filter((round) => round.finished)
        const selection = chooseRounds(finished, {
          protectedRounds,
          targetTokens,
          count,
          trimProse,
          ...(viewTokens === undefined ? {} : { sentTokens: viewTokens / 2 }),
        })
        const { leaving, shortened, trimmed } = selection
        if (leaving.length === 0 && !shortened && !trimmed) return undefined
        const short = { ...(shortened ? { shortened } : {}), ...(trimmed ? { trimmed } : {}) }
        if (leaving.length === 0) {
          const event = eventOf(
            '',
            { state: 'shortened', rounds: 0, messages: 0, ...short },
            { model: modelId },
          )
          await store(event)
          return { eventId: event.id, state: 'shortened', rounds: 0, messages: 0 }
        }
        const numberedEvents = events.filter(({ type }) => type !== 'summary')
        const numbers = new Map(numberedEvents.map(({ id }, at) => [id, at + 1]))
        const raw = new Map(events.map((event) => [event.id, event]))
        const redacted: Round<ConversationEvent>[] = []
        for (const round of leaving) {
          // Results that an earlier compaction has shortened are summed up in full.
          const own = round.events.map(async (event) => ({
            ...event,
            content: (await options.redact(raw.get(event.id)?.content ?? event.content, projectId)).text,
          }))
          redacted.push({ ...round, events: await Promise.all(own) })
        }
        const summarized = await summarize({
          ...request,
          rounds: redacted,
          numbered: ({ id }) => numbers.get(id) ?? 0,
          namesIn: (text) => options.namesIn(projectId, text),
          createTimeoutSignal,
        })
        signal.throwIfAborted()
        let last: Compaction | undefined
        for (const [at, { rounds: coveredRounds, state, text }] of summarized.entries()) {
          const own = coveredRounds.flatMap((round) => round.events)
          const [first, end] = [own[0], own.at(-1)]
          if (!first || !end) continue
          const about = { rounds: coveredRounds.length, messages: own.length }
          const covers = { from: first.id, to: end.id }
          const record: CompactionRecord = {
            ...{ state, covers, ...about },
            ...(state === 'summary' ? {} : { listed: true }),
            ...(at === summarized.length - 1 ? short : {}),
          }
          const event = eventOf(text, record, { model: modelId })
          await store(event)
          last = { eventId: event.id, state, ...about }
        }
        return last
      },
    }
  }
}
