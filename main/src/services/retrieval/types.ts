import type { Database } from 'better-sqlite3'
import type { IndexStatus as WireIndexStatus } from '#contract/retrieval.ts'
import type { Notice } from '#contract/warnings.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { DocumentRange, PassageHit } from '../sources/index.ts'
import type { EmbeddingProvider } from './embedding.ts'

/** A document as its owner lists it. */
export interface ListedDocument {
  readonly documentId: string
  readonly title: string
  readonly chapterNumber: number
  /** SHA-256 of the file's bytes. */
  readonly hash: string
}

/** Where the manuscript comes from. */
export interface DocumentSource {
  /** All documents in the order of chapters, without what must never be indexed. */
  list(projectId: string): Promise<readonly ListedDocument[]>
  read(projectId: string, documentId: string): Promise<{ readonly text: string; readonly hash: string }>
}

export interface RetrievalOptions {
  /** Opens the index of a project. The service owns the connection and closes it. */
  readonly openDatabase: (projectId: string) => Database
  /** Called before a broken index is deleted, so that connections to it are closed. */
  readonly onDiscarding?: (projectId: string) => void
  /** The chapters that are indexed. */
  readonly documents: DocumentSource
  /** Throws when a document's path leads out of the project now, whatever the index knows of it. */
  readonly checkPath?: (projectId: string, documentId: string) => Promise<unknown>
  /** Runs a comparison of the whole book as one request, which asks for the state of a file once, not for each use. */
  readonly during?: (run: () => Promise<void>) => Promise<void>
  /** Hears of an index that was rebuilt. */
  readonly logger: Logger
  /** The provider of vectors, called before each use; only words are searched while there is none. */
  readonly embedding?: () => EmbeddingProvider | undefined
  /**
   * Names that mean the same, by person or thing: at least those of the ones that occur in the text. A failure
   * costs the other names and nothing else.
   */
  readonly aliases?: (projectId: string, text: string) => Promise<readonly (readonly string[])[]>
  /** The system's clock when absent. */
  readonly clock?: Clock
}

/** Which passages a search may return. */
export interface SearchScope {
  /** Only documents before this one in the order of chapters. */
  readonly before?: string
  /** And of that document itself what ends before this offset (UTF-16). */
  readonly within?: number
  /** Passages that touch one of these are left out. */
  readonly exclude?: readonly DocumentRange[]
}

/** A passage in the scope of a search. */
export interface Hit extends DocumentRange {
  /** Key of the passage in the index. */
  readonly id: number
  /** Of its document in the order of the book. */
  readonly position: number
  /** Higher is better: on its ranking's own scale, once it is ranked in (0, 1], relative to the best of its query. */
  readonly score: number
  /** As stored in the chapter. */
  readonly text: string
}

export interface WindowAnswer {
  /** Best first; `score` as a share of what one passage in a hundred reaches. */
  readonly hits: readonly PassageHit[]
  /** What would have come next, but has too low a score, or no reason. */
  readonly left: readonly DocumentRange[]
  readonly notices: readonly Notice[]
}

export interface Answer {
  /** For each query its hits, best first. */
  readonly results: Hit[][]
  readonly notices: readonly Notice[]
}

/** How far an index has come, in documents. */
export interface IndexProgress {
  readonly done: number
  readonly total: number
}

export type IndexStatus = Readonly<WireIndexStatus>
