import type { RedactionScope } from '../redaction/index.ts'
import type { UnsentMessages } from './contextRequest.ts'
import type { FetchLimits } from './core/budget.ts'
import type { Language, Notice, Reason, Ref, ShorterLevel, SourceFacts, TrimReason } from './core/types.ts'
import type { Scene } from './scene.ts'

/** A piece of material as a source read it: raw. The engine redacts, guards and counts it. */
export interface Draft {
  /** Where the text is: path, item and offsets. */
  readonly ref: Ref
  /** Id of the project whose store it was read from; the engine compares it with the request's. */
  readonly storeId: string
  /** What it is called: a file, a chapter, a codex entry. */
  readonly title: string
  /** As stored; the engine redacts it. */
  readonly text: string
  /** The stored text that `ref.from`–`ref.to` is a part of: it is redacted whole, so that no cut parts a secret. */
  readonly whole?: string
  /** The stored text that `text` is a short form of: what its redaction hides is hidden in `text` too. */
  readonly shortOf?: string
  /** Shorter forms of `text`, for the shrink steps that name them; what the redaction of `text` hides is hidden in them. */
  readonly forms?: Partial<Record<ShorterLevel, string>>
  /** Settings: [0,1]. */
  readonly confidence?: number
  /** Rules: 0–1000. */
  readonly priority?: number
  /** Ascending: the place in the book of what it is about, before the path decides. */
  readonly order?: number
  /** Never dropped for space. */
  readonly pinned?: boolean
  /** UTF-16 units of the stored text when only a beginning of it was read. */
  readonly fetchedChars?: number
  /** Why it is here. */
  readonly reason: Reason
  /**
   * The value that title, text and forms were made from, and nothing else: what the engine makes of them is
   * remembered with it, so that an unchanged value costs nothing. Absent: made anew each time.
   */
  readonly of?: object
}

export interface SourceIo {
  /** Fires at the deadline and when the caller gives up; reaches every read below. */
  readonly signal: AbortSignal
  /** Tokens each layer's sources may deliver together. */
  readonly limits: FetchLimits
  /**
   * This source's material in the previous prompts, while it is reused: a text starts there again or not at all, and
   * of equals a search prefers reused ones. Absent: nothing is reused.
   */
  readonly previouslyIncluded?: readonly Ref[]
  /**
   * UTF-16 offset in the chapter where its text in the prompt starts; absent: not decided before everything is read.
   */
  readonly windowFrom?: number
  /** Messages of this conversation that are not sent. Absent: no conversation. */
  readonly unsentMessages?: UnsentMessages
  /** Tokens of `text.slice(from, to)`, for a text that many requests read. */
  countRange(text: string, from: number, to: number): number
  /** Something that the author should know about this source. */
  notice(notice: Notice): void
  /** Material that was not read or has no text, and why; `characters` is its length, where it is available. */
  reportOmitted(path: string, reason: TrimReason, characters?: number): void
}

/** What a viewer needs to read a piece of material again. */
export interface RereadRequest {
  readonly projectId: string
  readonly documentId: string
  readonly skillId: string
  readonly language: Language
  /** UTF-16 offset in the chapter, where a request is at work; absent: the end of the chapter. */
  readonly cursorPosition?: number
}

/** A stored text as it is now: the draft's text and forms. */
export type Reread = Pick<Draft, 'text' | 'forms' | 'whole' | 'shortOf'>

/**
 * One source of a layer: everything that engine, evidence and viewer need of it is in its own file. When it throws,
 * delivers invalid drafts or misses its deadline, the assembly goes on without it and reports `missing`.
 */
export interface Source<D extends Draft = Draft> extends SourceFacts {
  /** Reported when it throws, delivers invalid drafts or misses its deadline. */
  readonly missing: Notice
  /** `creonow` when absent: secrets and absolute paths; `manuscript`: secrets only. */
  readonly redaction?: RedactionScope
  /** What a chunk of it takes at most, in tokens; the rest is cut off, with a row. */
  readonly maxTokens?: number
  /** The text of the marker line; the title when absent. */
  label?(draft: D, language: Language): string
  /** Retrieved: [0,1]. */
  score?(draft: D, scene: Scene): number | undefined
  /** The material for a scene; a source that throws leaves the notice `missing`. */
  read(scene: Scene, io: SourceIo): Promise<readonly D[]>
  /** Undefined: it is missing. A source without it makes its material for one request only. */
  reread?(ref: Ref, request: RereadRequest): Promise<Reread | undefined>
}

/** Hides a source's own type of draft in the list of all sources. */
export function defineSource<D extends Draft>(source: Source<D>): Source {
  return source as unknown as Source // the engine hands a source only the drafts that it has read itself
}
