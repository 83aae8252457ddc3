import type { Tokenizer } from '../tokens/index.ts'
import type { BudgetProfileName } from './core/allocate.ts'
import type { AppendedPlacement } from './core/arrival.ts'
import { defaultBudget } from './core/layers.ts'
import type { BudgetLayers, Language, LayerName, RedactionRow } from './core/types.ts'

export interface Skill {
  /** Unique in the project; a file's `id`. */
  readonly id: string
  /** As a person reads it. */
  readonly name: string
  /** Whether the answer is inserted at the cursor, replaces the selection or is only shown. */
  readonly output: 'insert' | 'replace' | 'show'
  /** `chapter`: all of it, wherever the cursor is, and what the skill writes is stored as its synopsis. */
  readonly reads?: 'chapter'
  /** The instruction for the model, in the language of the project. */
  readonly instruction: Record<Language, string>
  /** The words of the instruction that say how long the answer should be; absent: it does not. */
  readonly statedLength?: Record<Language, string>
  /** How long the author wants the answer this time: Chinese characters, words elsewhere. */
  readonly answerLength?: number
  /** Where it comes from: built in, or a project-relative path. */
  readonly source: string
  /** True: `{{input}}` and `{{selection}}` in the instruction are replaced by the author's words and the selection. */
  readonly template?: boolean
  /** How the budget of its requests is divided; `write` when absent. */
  readonly profile?: BudgetProfileName
  /** Layers the skill does without. */
  readonly without?: readonly LayerName[]
  /** The most tokens of the model's window that the skill uses. */
  readonly windowTokens?: number
}

export interface Model {
  readonly id: string
  readonly windowTokens: number
  readonly outputReserveTokens: number
  /** The engine's own tokenizer when absent. */
  readonly tokenizer?: Tokenizer
  /** Where material that is found while the author writes on is printed; `inText` when absent. */
  readonly appended?: AppendedPlacement
}

/** A message of a finished round, whole and redacted. */
interface SentMessage {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly tokens: number
  /** Its round, counted over the finished rounds from 0; absent: the summary of rounds that are not sent. */
  readonly round?: number
}

/** What of a conversation goes along with a request, between system prompt and user content. */
export interface HistoryView {
  /** The conversation the messages belong to. */
  readonly conversationId: string
  /** Oldest first. */
  readonly messages: readonly SentMessage[]
  /** Of all messages together. */
  readonly tokens: number
  /** Messages left behind: older than the budget reaches, never answered, and compacted. */
  readonly leftOut: {
    readonly overBudget: number
    readonly unanswered: number
    readonly compacted?: number
  }
  /** What was redacted in the messages. */
  readonly redaction: readonly RedactionRow[]
}

/** A piece of a message that is not sent, and how much it shares with a question. */
interface UnsentExcerpt {
  readonly id: string
  /** Position of the message in its conversation, from 1. */
  readonly number: number
  readonly byAuthor: boolean
  readonly timestamp: string
  /** Redacted. */
  readonly text: string
  readonly from: number
  readonly to: number
  readonly similarity: number
}

export interface UnsentMessages {
  readonly conversationId: string
  find(question: string): readonly UnsentExcerpt[]
}

/** The finished rounds of the conversation that a request goes on with. */
export interface ConversationHistory {
  /** The conversation the messages belong to. */
  readonly conversationId: string
  /** Finished rounds, whether they are sent or not. */
  readonly rounds: number
  /** The last messages as stored, for finding names; they go no further. */
  readonly latest: readonly string[]
  /** Finds passages of messages that `view` leaves out, for a question. */
  outside(budgetTokens: number, count: (text: string) => number): UnsentMessages
  /** Whole messages of at most `budgetTokens` together, in the counts of `count`. The same for the same log. */
  view(budgetTokens: number, count: (text: string) => number): HistoryView
}

/** A request with its project, document, skill and model resolved. */
export interface ContextRequest {
  /** A draft of any other project fails the request. */
  readonly projectId: string
  /** The chapter the cursor is in. */
  readonly documentId: string
  /** The chapter as stored, without byte order mark. */
  readonly document: {
    readonly text: string
    readonly title: string
    readonly chapterNumber: number
    /** Project-relative path by which evidence names its text; `documentId` when absent. */
    readonly path?: string
  }
  /** UTF-16 offset in `document.text`, already clamped. */
  readonly cursorPosition: number
  /** UTF-16 offsets in `document.text`; absent without a selection. */
  readonly selection?: { readonly from: number; readonly to: number }
  /** The beginning of the replacement, as an earlier run has written it; this run writes the rest. */
  readonly writtenSoFar?: string
  /** What the model is to do. */
  readonly skill: Skill
  /** The author's own words for this request. */
  readonly additionalInput?: string
  /** Set in a chat: history gets its share of the budget. */
  readonly conversationId?: string
  /** Absent: the conversation has nothing to send. */
  readonly history?: ConversationHistory
  /** Ids of codex entries that are required. */
  readonly pinned: readonly string[]
  /** Parts of Retrieved that stay out of this request; see `core/unwanted.ts`. */
  readonly without?: readonly string[]
  /** Whose window and tokenizer count. */
  readonly model: Model
  /** Of the template and its labels. */
  readonly language: Language
  /** Share and minimum of each layer. */
  readonly budget: BudgetLayers
  /** The most that history may take. */
  readonly historyBudgetTokens: number
  /** How the budget is divided, `write` when absent. */
  readonly profile?: BudgetProfileName
  /** The most that one assembly may fetch; the engine's own limit when absent. */
  readonly capacityTokens?: number
  /** Neither reads nor writes session state. */
  readonly stateless: boolean
  /** Reads session state and writes nothing. */
  readonly preview: boolean
  /** Aborts every read when the caller gives up. */
  readonly signal?: AbortSignal
  /** Milliseconds each source may take. */
  readonly deadlineMs: number
}

/** The fields that a program with the engine embedded must give; the rest have defaults. */
export interface SmallRequest extends Partial<Omit<ContextRequest, 'document' | 'skill'>> {
  readonly projectId: string
  readonly documentId: string
  /** The document as stored; offsets in the request are UTF-16 offsets in it. */
  readonly text: string
  readonly title?: string
  readonly chapterNumber?: number
  /** What the model is to do, in the program's words. */
  readonly instruction: string
  readonly skill?: Skill
}

/**
 * A complete request from a small one: the cursor at the end of the text, a window of 32,768 tokens with 4,096
 * for the answer, the default budget, no history, 2,000 ms for each source, Chinese.
 */
export function contextRequest(small: SmallRequest): ContextRequest {
  const { text, title, chapterNumber, instruction, ...given } = small
  return {
    cursorPosition: text.length,
    pinned: [],
    model: { id: 'default', windowTokens: 32_768, outputReserveTokens: 4096 },
    language: 'zh',
    budget: defaultBudget,
    historyBudgetTokens: 0,
    stateless: false,
    preview: false,
    deadlineMs: 2000,
    skill: {
      id: 'request',
      name: instruction,
      output: 'insert',
      instruction: { zh: instruction, en: instruction },
      source: 'skill:request',
    },
    ...given,
    document: { text, title: title ?? small.documentId, chapterNumber: chapterNumber ?? 1 },
  }
}
