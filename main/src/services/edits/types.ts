import type { Disposable } from '../../lib/disposables.ts'

/** Who writes: the agent, or replacing in the whole book. */
type EditKind = 'agent' | 'replace'

export interface EditAbout {
  readonly kind: EditKind
  /** The request's words, for the list; cut to 200 characters. */
  readonly label: string
  readonly conversationId?: string
}

/** `interrupted`: the process ended before `done`. */
export type EditState = 'open' | 'done' | 'interrupted' | 'undone'

export interface EditSummary {
  readonly editId: string
  readonly kind: EditKind
  readonly label: string
  readonly conversationId?: string
  /** ISO 8601. */
  readonly createdAt: string
  /** Project-relative paths, in the order of their first write. */
  readonly files: readonly string[]
  readonly state: EditState
}

export interface Skipped {
  readonly path: string
  /** `changed`: somebody has written it since. `gone`: it is not there any more. */
  readonly why: 'changed' | 'gone'
}

interface Undone {
  readonly restored: readonly string[]
  /** Files that stay as they are; one in both lists has been undone as far as the author's own last writing. */
  readonly skipped: readonly Skipped[]
}

/** What undoing a round would do to one file. */
export interface UndoStep {
  /** Project-relative, as the file is called now. */
  readonly path: string
  /** Its text now. */
  readonly current: string
  /** Its text before the round, without a byte order mark; null: the round made the file, which goes into the trash. */
  readonly restored: string | null
}

/** Called before each write with the text as it is; a chapter's history stores a version of it. */
export type BeforeWrite = (
  projectId: string,
  path: string,
  text: string,
  kind: EditKind | 'undo',
) => void | Promise<void>

/** The writes of one request, undone as one. */
export interface EditRound {
  /** Names the round for undo. */
  readonly editId: string
  /**
   * Replaces a file's text, or makes the file; the byte order mark stays, and the lock of its kind of file is used.
   * The before-image is on disk before the first byte is written. `path` also in the short form `rules/style.md`.
   * `baseHash`: sha256hex of the bytes that were read; null: the file must not exist. @throws AppError CONFLICT
   * {path}, PATH_OUTSIDE_PROJECT, PATH_INVALID, AGENT_PATH_FORBIDDEN {path}, DOCUMENT_ENCODING, FILE_BROKEN (the text
   * would break a file of a fixed form), INVALID_ARGUMENT (half a surrogate pair), FILE_TOO_LARGE, READ_ONLY,
   * IO_ERROR. Nothing is written then.
   */
  write(path: string, text: string, baseHash: string | null): Promise<{ readonly hash: string }>
  /** The round is whole. Nothing is written after it. */
  done(): Promise<void>
}

/** One journal, in the data folder, for every write to several files. */
export interface EditJournal extends Disposable {
  /** Costs nothing until the first write. */
  startRound(projectId: string, about: EditAbout): EditRound
  /** Newest first. */
  list(projectId: string): Promise<readonly EditSummary[]>
  /**
   * Restores every byte of every file; a file changed since is skipped and named. @throws AppError NOT_FOUND,
   * CONFLICT (still being written, or undone already).
   */
  undo(projectId: string, editId: string): Promise<Undone>
  /**
   * What `undo` would do to each file now, in its order, without those it would skip. @throws AppError as `undo`.
   */
  preview(projectId: string, editId: string): Promise<readonly UndoStep[]>
  /** An interrupted round is left as it is and counts as done. @throws AppError as `undo`. */
  accept(projectId: string, editId: string): Promise<void>
  /** Called, and awaited, before a file of a round is replaced. */
  onBeforeWrite(listener: BeforeWrite): Disposable
  /** Called after each write except those of chapters, which the manuscript service reports. */
  onWritten(listener: (projectId: string, path: string) => void | Promise<void>): Disposable
  /** Drops listeners. */
  dispose(): void
}
