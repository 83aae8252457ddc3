import type { AuthorPreferences } from '#contract/settings.ts'
import type { FileFault, Notice } from '#contract/warnings.ts'
import type { WideSynopsis } from './synopsisChoice.ts'

/** What the sources read from. The app passes its services; a program of its own may pass anything of this shape. */

export interface DocumentPort {
  list(projectId: string): Promise<readonly DocumentRef[]>
  read(projectId: string, documentId: string, signal?: AbortSignal): Promise<{ readonly text: string }>
}

export interface DocumentRef {
  readonly documentId: string
  /** Project-relative path of its text, which evidence names; `documentId` when absent, null for a planned chapter. */
  readonly path?: string | null | undefined
  /** Earlier paths by which files that people edit may name it. */
  readonly formerFiles?: readonly string[] | undefined
  /** It has no text yet, or its file is not there. */
  readonly planned?: true | undefined
  readonly missing?: true | undefined
  readonly title: string
  readonly kind: 'front' | 'chapter'
  readonly chapterNumber: number
}

/** A file below `.creonow/`, or why there is none. `fetchedChars` counts the file, `text` may be shorter. */
export type FileReading =
  | {
      readonly path: string
      readonly text: string
      readonly fetchedChars: number
      readonly tooLarge: boolean
    }
  | {
      readonly path: string
      readonly problem: 'missing' | 'invalid_format' | 'read_error' | 'too_large' | 'leftover'
    }

/** Why a file is left out. */
export interface FileProblem {
  readonly path: string
  readonly problem: Extract<FileReading, { problem: unknown }>['problem']
  /** Where in it the fault is, and which, when that is determined. */
  readonly place?: { readonly line: number; readonly column: number; readonly fault: FileFault }
}

export interface FilePort {
  /**
   * Whether the word list can be read; a broken one is not put into a prompt as it is, but its last good `copy` when
   * there is one, with its notices.
   */
  terminology(projectId: string): Promise<
    | {
        readonly terms: readonly unknown[]
        readonly copy?: FileReading
        readonly notices?: readonly Notice[]
      }
    | FileProblem
  >
  read(projectId: string, path: string): Promise<FileReading>
  listSettings(projectId: string): Promise<{
    readonly files: readonly { readonly path: string }[]
    readonly problems: readonly Extract<FileReading, { problem: unknown }>[]
  }>
}

export interface ConstraintRule {
  readonly id: string
  readonly text: string
  readonly priority: number
  readonly scope?: { readonly from?: string | undefined; readonly to?: string | undefined } | undefined
}

export interface ConstraintPort {
  readForPrompt(projectId: string): Promise<{
    readonly items: readonly ConstraintRule[]
    /** Those beyond the limit of a list, which no prompt has. */
    readonly unsent?: readonly ConstraintRule[] | undefined
    /** The file is broken: nothing of it, or its last good copy, is in `items`. */
    readonly problem?: { readonly code: string } | undefined
    readonly notices: readonly Notice[]
  }>
}

export interface Profile {
  /** As written in the project's own file. */
  readonly id: string
  readonly name: string
  readonly type?: string | undefined
  readonly genre?: string | undefined
  readonly person?: string | undefined
  readonly tense?: string | undefined
  readonly synopsis?: string | undefined
  /** False: nothing is told of the plans of the next chapters. Absent: a line of each is. */
  readonly plansAhead?: boolean | undefined
}

export interface ProfilePort {
  profile(projectId: string): Promise<Profile>
}

export interface PreferenceRule {
  readonly id: string
  readonly text: string
  readonly confidence: number
  readonly asConstraint?: boolean | undefined
}

export interface EpisodeRecord {
  readonly id: string
  readonly instruction: string
  readonly excerpt: string
  readonly outcome: 'accepted' | 'edited' | 'rejected'
  readonly text?: string | undefined
}

export interface AuthorPort {
  /** What the author has set, for all books. */
  preferences(): AuthorPreferences | undefined
  /** Of this machine, IANA: used while the author has set none. */
  readonly timeZone: string
}

export interface MemoryPort {
  /** Confirmed preferences only. Throws MEMORY_UNAVAILABLE when the file is broken. */
  confirmed(projectId: string): Promise<readonly PreferenceRule[]>
  recall(
    projectId: string,
    request: {
      readonly documentId: string
      readonly query: { readonly instruction: string; readonly text: string }
    },
    signal: AbortSignal,
  ): Promise<readonly { readonly episode: EpisodeRecord; readonly similarity: number }[]>
  readonly working: {
    /** Of skills that write prose, in this chapter, oldest first. */
    instructions(projectId: string, documentId: string): readonly string[]
    /** The last run in this chapter, whatever its skill; undefined: none has written anything. */
    lastExchange(
      projectId: string,
      documentId: string,
    ): { readonly instruction: string; readonly answer: string } | undefined
  }
}

/** A stretch of a document: UTF-16 offsets, `to` exclusive. */
export interface DocumentRange {
  /** Id of the chapter, as its entry in the book has it. */
  readonly documentId: string
  /** Where it begins in the chapter's text. */
  readonly from: number
  /** Where it ends; greater than `from`. */
  readonly to: number
}

export interface PassageHit extends DocumentRange {
  /** As the index has it; the chapter may have changed since. */
  readonly text: string
  /** Its score in (0,1], as a share of what one earlier passage in a hundred reaches. */
  readonly score: number
  /** What it has in common with the scene, or what of it the book was about lately. */
  readonly reason: 'shared' | 'active'
  /** Terms it shares with the window; none when it was selected by similarity. */
  readonly terms: readonly string[]
}

export interface PassagePort {
  /**
   * Passages of chapters in front of `before`, and of that chapter what ends before `within`, best first: relevant to
   * `queryText`, and likely to be needed to continue `windowText`. A passage of the last prompt comes behind the best
   * `k` as long as its score is nearly as high. `left`: passages with too low a score.
   */
  forWindow(
    projectId: string,
    query: {
      readonly windowText: string
      readonly queryText: string
      readonly before: string
      readonly within: number
      readonly k: number
      readonly previouslyIncluded: readonly DocumentRange[]
    },
    signal: AbortSignal,
  ): Promise<{
    readonly hits: readonly PassageHit[]
    readonly left: readonly DocumentRange[]
    readonly notices: readonly Notice[]
  }>
}

export interface SynopsisPort {
  /** Of all chapters that have one. */
  list(projectId: string): Promise<readonly SynopsisReading[]>
  /** Of volumes and of the book, those that are written; absent: there are none. */
  wide?(projectId: string): Promise<readonly WideSynopsis[]>
}

/** What the author intends with a chapter. Of the same plan the same object. */
export interface PlanOfChapter {
  /** In the author's words; may be empty. */
  readonly text: string
  /** In their order; never empty ones. */
  readonly beats: readonly { readonly text: string; readonly isWritten: boolean }[]
}

/** The plan of a later chapter. */
export interface NextPlan {
  /** Of the chapter. */
  readonly title: string
  /** What is intended with it. */
  readonly plan: PlanOfChapter
}

export interface PlanPort {
  /** Undefined: there is none. */
  planOf(projectId: string, documentId: string): Promise<PlanOfChapter | undefined>
  /** Of the next `count` chapters those that have a plan. */
  nextPlans(projectId: string, documentId: string, count: number): Promise<readonly NextPlan[]>
  /** Name of the chapter's point-of-view character; undefined: not stated, or never to be shown. */
  povName(projectId: string, documentId: string): Promise<string | undefined>
}

interface SynopsisReading {
  readonly documentId: string
  readonly path: string
  readonly text: string
  readonly stale: boolean
  /** Who wrote it. */
  readonly source: 'user' | 'model'
}

export interface SkillPort {
  /** A skill's present words, and their place; undefined when they are filled in for each request. */
  instruction(
    projectId: string,
    skillId: string,
  ): Promise<
    | {
        readonly path: string
        readonly instruction: Record<'zh' | 'en', string>
        readonly output: 'insert' | 'replace' | 'show'
        /** As `Skill.statedLength`. */
        readonly statedLength?: Record<'zh' | 'en', string>
      }
    | undefined
  >
}

/** A query to the codex. Offsets are UTF-16 units of `text`. The same object is the same query, repeated. */
export interface CodexQuery {
  /** The chapter as of which entries are read. */
  readonly documentId: string
  /** The whole chapter, redacted. */
  readonly text: string
  /** UTF-16 offset in `text`. */
  readonly cursorPosition: number
  /** UTF-16 offsets in `text`. */
  readonly selection?: { readonly from: number; readonly to: number } | undefined
  /** The author's words for this request. */
  readonly instruction: string
  /** The last messages of the conversation. */
  readonly latest: readonly string[]
  /** What the author intends with the chapter; absent: nothing stated. */
  readonly plan?: string
  /** Ids of entries the author wants in this request. */
  readonly pinned: readonly string[]
  /** How far in front of the cursor names are detected, in UTF-16 units. */
  readonly reachUnits: number
  /** The book's language: of the fixed words around an entry's text. */
  readonly language: 'zh' | 'en'
}

/** Why an entry was selected. `distance` is in UTF-16 units from the cursor, of the scanned `window`. */
export type CodexFinding =
  | { readonly by: 'pin' }
  | {
      readonly by: 'called' | 'selection' | 'instruction' | 'conversation' | 'plan'
      readonly key: string
      readonly confidence: number
    }
  | {
      readonly by: 'before' | 'after'
      readonly key: string
      readonly confidence: number
      readonly distance: number
      readonly window: number
    }
  /** Of the level `always`, and named in this chapter above the window. */
  | { readonly by: 'earlier'; readonly key: string; readonly distance: number; readonly window: number }
  | { readonly by: 'relation'; readonly of: string; readonly relation: string }

/** An entry as of the request's chapter, ready to print. */
export interface CodexCard {
  /** The entry's id. */
  readonly id: string
  /** Project-relative path of its file. */
  readonly path: string
  /** The folder it belongs to. */
  readonly type: 'character' | 'location' | 'event' | 'item' | 'faction' | 'lore'
  /** The entry's main name. */
  readonly name: string
  /** The name with the present state, where the author gave one. */
  readonly title: string
  /** The whole entry as of the chapter. */
  readonly text: string
  /** Shorter forms; a missing one is not offered. */
  readonly levels: Partial<Record<'short' | 'line' | 'name', string>>
  /** Undefined: it was selected only because of its level. */
  readonly finding: CodexFinding | undefined
  /** The same object for the same texts. */
  readonly of: object
}

export interface CodexReading {
  /** Entries of the level `always`. */
  readonly always: readonly CodexCard[]
  /** All other detected, pinned and called entries, and their neighbours. */
  readonly matches: readonly CodexCard[]
  /** Constraints that the entries bring along. */
  readonly constraints: readonly {
    readonly id: string
    readonly path: string
    readonly place: number
    readonly text: string
    readonly of: string
  }[]
  /** Files that could not be used. */
  readonly broken: readonly {
    readonly path: string
    readonly fault: FileFault
    readonly reason?: 'leftover'
  }[]
  /** Broken entries, dangling references. */
  readonly notices: readonly Notice[]
}

export interface ConversationPort {
  /** A message of a conversation, redacted; undefined: it is missing. */
  message(
    projectId: string,
    conversationId: string,
    id: string,
  ): Promise<
    | {
        readonly number: number
        readonly byAuthor: boolean
        readonly timestamp: string
        readonly text: string
      }
    | undefined
  >
}

export interface CodexPort {
  /** Which entries a request gets, as of its chapter. */
  readForPrompt(projectId: string, query: CodexQuery): Promise<CodexReading>
  /** An entry's text and shorter forms, or a constraint of it, as of a chapter; undefined: not an entry, or missing. */
  entryAsOf(
    projectId: string,
    path: string,
    standpoint: { readonly documentId: string; readonly language: 'zh' | 'en' },
  ): Promise<
    | {
        readonly text: string
        readonly levels: CodexCard['levels']
        readonly constraints: readonly { readonly id: string; readonly text: string }[]
      }
    | undefined
  >
}
