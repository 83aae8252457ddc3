// The public types of the package, with `ports.ts`. They import nothing else, so that its declarations need no other
// package, and they change only with a new version of it, whatever changes inside.

/** The four layers of a prompt, in their fixed order. */
export type Layer = 'rules' | 'settings' | 'retrieved' | 'immediate'

/** Languages that the engine has a template of its own for. */
export type Language = 'zh' | 'en'

/** Limits of one engine. */
export interface Limits {
  /** Most tokens that one request may read; 64,000 by default. */
  readonly capacityTokens: number
  /** Requests of one document that run at once; 4 by default. */
  readonly runningPerDocument: number
  /** Further requests of one document that may queue; the next is refused. 16 by default. */
  readonly queuedPerDocument: number
  /** How long a request may queue, in milliseconds; 10,000 by default. */
  readonly queueMs: number
  /** Requests that run at once over all documents; 8 by default. */
  readonly runningAtOnce: number
}

/** The fixed words of a prompt. An engine has one template, so that all its prompts of a project start alike. */
export interface PromptTemplate {
  /** The beginning of the system prompt: the task, and how to read the sections below. */
  readonly introduction: string
  /** Titles of the sections, printed as `<<<title>>>`. */
  readonly sections: Readonly<Record<Layer, string>>
  /** Printed in a section of Rules or Settings that is empty. */
  readonly emptySection: string
  /** Title above a numbered list, printed as `<<<title>>>`. */
  readonly listTitle: string
  /** Title above material that came after Retrieved was printed, as `<<<title>>>`. */
  readonly addedSection: string
  /** Printed below that title. */
  readonly addedNote: string
  /** Titles of the parts of Immediate; `{title}` becomes the document's title. */
  readonly labels: {
    /** Above the text before the cursor. */
    readonly before: string
    /** Where that text goes on behind material that came while it was written. */
    readonly goesOn: string
    /** Above the text after the cursor. */
    readonly after: string
    /** Above the selected text. */
    readonly selection: string
    /** Above the instruction. */
    readonly instruction: string
  }
}

/** A part of the open document. */
export interface TextPart {
  /** UTF-16 offset in the document where it begins. */
  readonly from: number
  /** UTF-16 offset where it ends, exclusive. */
  readonly to: number
  /** The part, redacted. */
  readonly text: string
}

/** The position in the text that a request is about, the same for every source. */
export interface CursorText {
  /** From the request. */
  readonly projectId: string
  /** From the request. */
  readonly documentId: string
  /** From the request. */
  readonly title: string
  /** The document as stored, not redacted: for searching in it. */
  readonly text: string
  /** UTF-16 offset in `text`. */
  readonly cursorPosition: number
  /** The document up to the cursor, or up to a selection that the cursor is in. */
  readonly before: TextPart
  /** The document after the cursor, or after that selection. */
  readonly after: TextPart
  /** Absent when nothing is selected. */
  readonly selection?: TextPart
  /** What the model is to do, as the request has it. */
  readonly instruction: string
  /** True: what earlier requests left plays no part. */
  readonly stateless: boolean
}

/** What a source may use while it reads. */
export interface SourceIo {
  /** Aborts at the deadline and when the caller cancels; pass it to every read. */
  readonly signal: AbortSignal
  /** Tokens that all sources of this layer may return together; undefined in Rules, which has no such limit. */
  readonly limitTokens: number | undefined
  /** Tokens of a text, by the tokenizer of the request. */
  count(text: string): number
  /** Records something that was not read, with the reason; it becomes a row of evidence. */
  omit(path: string, reason: OmissionReason, chars?: number): void
}

/** Why something was not read. */
export type OmissionReason = 'too_large' | 'invalid_format' | 'read_error' | 'not_selected'

/** A piece of material as a source read it: raw. The engine redacts, escapes and counts it. */
export interface Draft {
  /** Identifies the text in evidence: a path, or an id. */
  readonly path: string
  /** Which item, when a path contains several. */
  readonly item?: string
  /** UTF-16 offset in the stored text when this is a part of it; given together with `to`. */
  readonly from?: number
  /** UTF-16 offset where the part ends, exclusive. */
  readonly to?: number
  /** The project it was read from; another than the request's fails the request. The request's when absent. */
  readonly projectId?: string
  /** Printed above it, and the name in evidence. */
  readonly title: string
  /** The text as stored. */
  readonly text: string
  /** The stored text that `from` to `to` is a part of: it is redacted whole, so that no cut splits a secret. */
  readonly whole?: string
  /** Shorter versions, for the shrink steps of the same names. */
  readonly forms?: { readonly short?: string; readonly line?: string; readonly name?: string }
  /** Settings: order of importance, 0 to 1. */
  readonly confidence?: number
  /** Rules: order of importance, 0 to 1000. */
  readonly priority?: number
  /** True: never dropped for space. */
  readonly pinned?: boolean
  /** Why it is here, in words for the author; shown in evidence. */
  readonly reason: string
  /**
   * The value that title, text and forms were made from. While it is the same object, an unchanged draft is not
   * redacted and counted again. Two drafts must not share one. Absent: processed anew for each request.
   */
  readonly origin?: object
}

/** One way in which a chunk may give way when space is short. */
export interface ShrinkStep {
  /**
   * `short`, `line`, `name`: that form of the draft. `head`, `tail`: as much of the beginning or the end as fits.
   * `out`: the chunk is dropped.
   */
  readonly to: 'short' | 'line' | 'name' | 'head' | 'tail' | 'out'
  /** 1 to 6: over all sources of a layer, steps with smaller numbers come first. */
  readonly order: number
  /** `head` and `tail`: the finest place where the text may be cut; `paragraph` by default. */
  readonly boundary?: 'paragraph' | 'grapheme'
}

/** `project`: secrets and absolute paths are hidden; `manuscript`: secrets only. */
export type RedactionScope = 'project' | 'manuscript'

/** Reads one kind of material. */
export interface Source {
  /** Unique in the engine. */
  readonly name: string
  /** The section it prints in. */
  readonly layer: Layer
  /** Position within the layer, smallest first; 100 by default. */
  readonly position?: number
  /** What its text usually changes with; `book` by default. Used for cache evidence. */
  readonly changesWith?: 'book' | 'chapter' | 'scene' | 'turn'
  /** True: complete, or the request fails with CONTEXT_INPUT_TOO_LARGE. Otherwise it gives way by `shrink`. */
  readonly required?: boolean
  /** How its chunks give way; by default they are dropped first of all. Ignored when `required`. */
  readonly shrink?: readonly ShrinkStep[]
  /** Most tokens of one chunk; the rest is cut off, with evidence. */
  readonly maxTokens?: number
  /** True: an entry in a numbered list instead of a part with a title. */
  readonly numbered?: boolean
  /** `project` by default. */
  readonly redaction?: RedactionScope
  /** Reads the material for a request. It may throw or exceed the deadline: the request goes on without it. */
  read(cursor: CursorText, io: SourceIo): Promise<readonly Draft[]>
  /** Retrieved: relevance of a draft, 0 to 1; what scores lowest is dropped first. */
  score?(draft: Draft, cursor: CursorText): number | undefined
  /**
   * Retrieved: the text of an earlier draft as it is now, or undefined when there is none. With it a chunk that the
   * last prompt had stays in its place, even if it is not read this time, and a model's cache can use it.
   */
  reread?(part: DraftPart, cursor: Pick<CursorText, 'projectId'>): Promise<RereadText | undefined>
}

/** What identifies a draft, as it was given. */
export type DraftPart = Pick<Draft, 'path' | 'item' | 'from' | 'to'>

/** What a draft would contain now. */
export type RereadText = Pick<Draft, 'text' | 'whole' | 'forms'>

/** How the input is divided among the layers. */
export type Budget = Readonly<Record<Layer, LayerBudget>>

/** The part of one layer. */
export interface LayerBudget {
  /** Share of the input, 0 to 1; the four add up to 1. */
  readonly ratio: number
  /** Tokens that the layer gets before others grow, an integer ≥ 0. */
  readonly minTokens: number
}

/** What the model has room for. */
export interface Model {
  /** Session state is not shared between models with different ids. */
  readonly id: string
  /** Context window in tokens. */
  readonly windowTokens: number
  /** Tokens of it that are reserved for the answer. */
  readonly outputReserveTokens: number
}

/** One request for a prompt. */
export interface PromptRequest {
  /** Scopes session state, redaction and drafts. */
  readonly projectId: string
  /** The document that the cursor is in. */
  readonly documentId: string
  /** Its text as stored; offsets in the request are UTF-16 offsets in it. */
  readonly text: string
  /** Its title; `documentId` when absent. */
  readonly title?: string
  /** UTF-16 offset; the end of the text when absent. Beyond the text it is moved to the end. */
  readonly cursorPosition?: number
  /** UTF-16 offsets of the selected text, `to` exclusive. */
  readonly selection?: { readonly from: number; readonly to: number }
  /** What the model is to do. */
  readonly instruction: string
  /** A window of 32,768 tokens with 4,096 for the answer when absent. */
  readonly model?: Model
  /** The stored budget of the project when absent. */
  readonly budget?: Budget
  /** True: the result depends only on the request and its sources, and leaves nothing for the next. */
  readonly stateless?: boolean
  /** True: reads session state, and leaves neither state nor receipt. */
  readonly preview?: boolean
  /** Milliseconds that each source may take; 2,000 when absent. */
  readonly deadlineMs?: number
  /** Cancels the request: it rejects with CANCELLED. */
  readonly signal?: AbortSignal
}

/** What became of one chunk. */
export interface EvidenceRow {
  /** Its layer. */
  readonly layer: Layer
  /** Path of the draft, with `#item` or `#from-to` when it is a part. */
  readonly path: string
  /** Whether it is in the prompt whole, in part or as a shorter form, or not at all. */
  readonly action: 'whole' | 'shortened' | 'dropped'
  /** `within_budget`, `over_budget`, `reserve` where it leaves room for later requests, or why it was not read. */
  readonly cause: 'within_budget' | 'over_budget' | 'reserve' | OmissionReason
  /** UTF-16 units that were read. */
  readonly charsBefore: number
  /** UTF-16 units that are in the prompt. */
  readonly charsAfter: number
  /** Why the source returned it; empty when it was not read. */
  readonly reason: string
}

/** What was hidden in one text. */
export interface RedactionRow {
  /** Path of the draft. */
  readonly path: string
  /** The redactor's name for what it recognised. */
  readonly patternId: string
  /** How often. */
  readonly count: number
}

/** Something the author should know about a prompt. */
export interface Notice {
  /** Stable, for programs. */
  readonly code: string
  /** A sentence in the engine's language; empty when the code is enough. */
  readonly message: string
}

/** Tokens of one layer. */
export interface LayerUse {
  /** As printed, titles included. */
  readonly tokens: number
  /** True when something of it was shortened or dropped. */
  readonly truncated: boolean
}

/** What is recorded of a request: ids, hashes, counts and decisions, no text. */
export interface Receipt {
  /** Milliseconds since the epoch and a random part; sorts by time. */
  readonly receiptId: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** From the request. */
  readonly projectId: string
  /** From the request. */
  readonly documentId: string
  /** From the request. */
  readonly modelId: string
  /** SHA-256 of the whole prompt, 64 hex digits. */
  readonly promptHash: string
  /** SHA-256 of the system prompt. */
  readonly prefixHash: string
  /** Tokens of the prompt. */
  readonly tokenCount: number
  /** Most tokens it could have had. */
  readonly maxInputTokens: number
  /** Tokens by layer. */
  readonly layers: Readonly<Record<Layer, LayerUse>>
  /** One row per chunk, and one per thing that was not read. */
  readonly evidence: readonly EvidenceRow[]
  /** What was hidden, by draft and pattern. */
  readonly redactions: readonly RedactionRow[]
  /** What was not as it should be. */
  readonly notices: readonly Notice[]
}

/** A prompt with its evidence. */
export interface Prompt extends Omit<Receipt, 'receiptId' | 'createdAt'> {
  /** Template, Rules and Settings: the part that stays the same from request to request. */
  readonly systemPrompt: string
  /** Retrieved and Immediate. */
  readonly userContent: string
  /** True when `systemPrompt` is the one of the request before: a model's cache can use it. */
  readonly prefixUnchanged: boolean
  /** What counted; another than the engine's own after that failed. */
  readonly tokenizer: { readonly id: string; readonly exact: boolean }
  /** Milliseconds from the call to the answer, time in the queue included. */
  readonly totalMs: number
}
