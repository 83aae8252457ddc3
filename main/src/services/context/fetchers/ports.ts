import type { DetailLevel } from '../types.ts'

/** What the real fetchers read from. The app passes its services; an embedder may pass anything of this shape. */

export interface DocumentPort {
  list(projectId: string): Promise<readonly DocumentRef[]>
  read(projectId: string, documentId: string): Promise<{ readonly text: string }>
}

export interface DocumentRef {
  readonly documentId: string
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

export interface CreonowPort {
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
    readonly problem?: { readonly code: string; readonly message: string } | undefined
    readonly warnings: readonly string[]
  }>
}

export interface Profile {
  readonly name: string
  readonly type?: string | undefined
  readonly genre?: string | undefined
  readonly person?: string | undefined
  readonly tense?: string | undefined
  readonly synopsis?: string | undefined
}

export interface ProfilePort {
  profile(projectId: string): Promise<Profile>
}

export interface PassageHit {
  readonly documentId: string
  readonly from: number
  readonly to: number
  readonly text: string
  /** (0,1], 1 for the best. */
  readonly score: number
  readonly matchedTerms: readonly string[]
}

export interface PassagePort {
  /**
   * Passages of chapters in front of `before` that share the rarest words of `windowText`, and rather those of
   * `askedText`, best first.
   */
  forWindow(
    projectId: string,
    query: {
      readonly windowText: string
      readonly askedText: string
      readonly before: string
      readonly k: number
    },
    signal: AbortSignal,
  ): Promise<{ readonly hits: readonly PassageHit[]; readonly warnings: readonly string[] }>
}

/** Where a codex is asked from. Offsets are UTF-16 units of `text`. */
export interface CodexQuery {
  readonly documentId: string
  readonly text: string
  readonly cursorPosition: number
  readonly selection?: { readonly from: number; readonly to: number } | undefined
  readonly instruction: string
  /** Ids of entries the author wants in this request. */
  readonly pinned: readonly string[]
}

/** Why an entry is there. `distance` is in UTF-16 units from the cursor, of the `window` that was looked at. */
export type CodexFinding =
  | { readonly by: 'pin' }
  | { readonly by: 'called' | 'selection' | 'instruction'; readonly key: string; readonly confidence: number }
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
  readonly id: string
  readonly path: string
  readonly type: 'character' | 'location' | 'event' | 'item' | 'faction' | 'lore'
  readonly name: string
  readonly text: string
  readonly levels: Partial<Record<Exclude<DetailLevel, 'full'>, string>>
  /** Undefined: it is there because of its level alone. */
  readonly found: CodexFinding | undefined
}

export interface CodexReading {
  /** Entries of the level `always`. */
  readonly always: readonly CodexCard[]
  /** Everything else that was found, pinned, called or is a neighbour of it. */
  readonly found: readonly CodexCard[]
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
    readonly problem: string
    readonly reason?: 'leftover'
  }[]
  readonly warnings: readonly string[]
}

export interface CodexPort {
  readForPrompt(projectId: string, query: CodexQuery): Promise<CodexReading>
}

export interface SynopsisPort {
  /** Of all chapters that have one. */
  list(projectId: string): Promise<
    readonly {
      readonly documentId: string
      readonly path: string
      readonly text: string
      readonly stale: boolean
    }[]
  >
}
