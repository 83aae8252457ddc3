import type { BudgetLayers } from '#contract/context.ts'
import type { Redacted, RedactionScope, Replacement } from '../redaction/index.ts'
import type { Tokenizer } from '../tokens/index.ts'

export type { Redacted, RedactionScope, Redactor, Replacement } from '../redaction/index.ts'
export type { Tokenizer } from '../tokens/index.ts'
export type { BudgetLayers }

export type LayerName = 'rules' | 'settings' | 'retrieved' | 'immediate'
export type Language = 'zh' | 'en'
export type DetailLevel = 'full' | 'short' | 'line' | 'name'
export type TrimAction = 'kept' | 'trimmed' | 'dropped'
export type TrimReason =
  | 'within_budget'
  | 'over_budget'
  | 'too_large'
  | 'invalid_format'
  | 'read_error'
  | 'not_selected'
  | 'leftover'

/** What a chunk is; decides its place inside its layer and the order of cuts. */
export type ChunkKind =
  | 'constraint'
  | 'style'
  | 'terminology'
  | 'entry'
  | 'profile'
  | 'file'
  | 'preference'
  | 'passage'
  | 'neighbour'
  | 'synopsis'
  | 'episode'
  | 'previous'
  | 'before'
  | 'after'
  | 'selection'
  | 'working'
  | 'instruction'

/** One piece of material as a fetcher hands it over: read, redacted, counted. */
export interface Chunk {
  readonly layer: LayerName
  readonly kind: ChunkKind
  readonly projectId: string
  /** Project-relative path, `memory:<id>`, `skill:<id>` or `request:additionalInput`. */
  readonly source: string
  /** UTF-16 offsets in the stored source when the chunk is part of a file. */
  readonly from?: number
  readonly to?: number
  /** Which item of its source this is, when a source holds many (a constraint's id). */
  readonly item?: string
  /** Position inside the source; ties in the order of a layer. */
  readonly place?: number
  /** What the section heading names: a file, a chapter, a codex entry. */
  readonly label: string
  readonly text: string
  /** Tokens of `text` by the fetcher's counter. */
  readonly tokenCount: number
  /** Retrieved: [0,1], see `layers.ts`. */
  readonly score?: number
  /** Settings: [0,1]; 1 for profile and files. */
  readonly confidence?: number
  /** Rules: 0–1000. */
  readonly priority?: number
  /** Rules: derived by the app, so rules selection may leave it out. */
  readonly automatic?: boolean
  readonly pinned?: boolean
  /** Spans changed on the way in (redaction), so that offsets in `text` map back to the source. */
  readonly replacements?: readonly Replacement[]
  /** The text it was cut from and where, when nothing in it was replaced: counts of that text are shared. */
  readonly cutFrom?: { readonly text: string; readonly from: number }
  /** Shorter forms of the text, tried before the chunk is dropped. */
  readonly levels?: Partial<Record<Exclude<DetailLevel, 'full'>, string>>
  /** Set when a fetch limit already made the text a shorter form. */
  readonly level?: DetailLevel
  /** UTF-16 units of the source before a fetch limit cut it; `text.length` when absent. */
  readonly fetchedChars?: number
  /** From a source of the app: together these stay within their layer's fetch limit. */
  readonly limited?: boolean
  /** Why it is here, for people. */
  readonly reason: string
}

export interface TrimRow {
  readonly layer: LayerName
  readonly sourceRef: string
  readonly action: TrimAction
  readonly reason: TrimReason
  /** UTF-16 units of the chunk's text after redaction, without marker lines and labels. */
  readonly beforeChars: number
  readonly afterChars: number
  readonly level?: DetailLevel
}

export interface RedactionRow {
  readonly patternId: string
  readonly sourceRef: string
  readonly matchCount: number
}

export interface Skill {
  readonly id: string
  readonly name: string
  readonly output: 'insert' | 'replace' | 'show'
  readonly instruction: Record<Language, string>
  readonly source: string
  /** True: `{{input}}` and `{{selection}}` in the instruction stand for the author's words and the selection. */
  readonly template?: boolean
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
}

/** A request whose project, document, skill and model have been looked up. */
export interface ContextRequest {
  readonly projectId: string
  readonly documentId: string
  readonly document: { readonly text: string; readonly title: string; readonly chapterNumber: number }
  /** UTF-16 offset in `document.text`, already clamped. */
  readonly cursorPosition: number
  readonly selection?: { readonly from: number; readonly to: number }
  readonly skill: Skill
  readonly additionalInput?: string
  readonly conversationId?: string
  readonly pinned: readonly string[]
  readonly model: Model
  readonly language: Language
  readonly budget: BudgetLayers
  readonly historyBudgetTokens: number
  /** Name of the budget profile, `write` when absent; another profile has a stable prefix of its own. */
  readonly profile?: string
  /** The most that one assembly may fetch (D14); the engine's own limit when absent. */
  readonly capacityTokens?: number
  readonly stateless: boolean
  readonly preview: boolean
  /** Aborts the fetchers when the caller gives up. */
  readonly signal?: AbortSignal
  /** Milliseconds each source may take. */
  readonly deadlineMs: number
}

export interface FetchLimits {
  readonly settingsTokens: number
  readonly retrievedTokens: number
  readonly immediateTokens: number
}

export interface FetchContext {
  readonly signal: AbortSignal
  readonly limits: FetchLimits
  readonly count: (text: string) => number
  /** Tokens of `text.slice(from, to)`, for a text that many requests look at. */
  readonly countRange: (text: string, from: number, to: number) => number
  readonly redact: (text: string, scope: RedactionScope) => Promise<Redacted>
}

export interface FetchResult {
  readonly chunks: readonly Chunk[]
  readonly warnings?: readonly string[]
  /** Rows for what was not read at all. */
  readonly trim?: readonly TrimRow[]
  readonly redaction?: readonly RedactionRow[]
}

/** One source of a layer. It throws, lies or is late at its own cost: the assembly goes on without it. */
export interface Fetcher {
  readonly name: string
  readonly layer: LayerName
  /** The warning when it fails, `CODE: 说明`. */
  readonly unavailable: string
  fetch(request: ContextRequest, context: FetchContext): Promise<FetchResult>
}
