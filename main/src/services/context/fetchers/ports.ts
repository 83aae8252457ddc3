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
  | { readonly path: string; readonly problem: 'missing' | 'invalid_format' | 'read_error' | 'too_large' }

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
  /** Passages of chapters in front of `before` that share the rarest words of `windowText`, best first. */
  forWindow(
    projectId: string,
    query: { readonly windowText: string; readonly before: string; readonly k: number },
    signal: AbortSignal,
  ): Promise<{ readonly hits: readonly PassageHit[]; readonly warnings: readonly string[] }>
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
