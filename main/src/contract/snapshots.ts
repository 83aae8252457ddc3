import { z } from 'zod'
import { type Channel, documentId, hash, id, path, projectId, text } from './shared.ts'

/** A whole book at one moment, without its texts. */
const snapshot = z.strictObject({
  /** Starts with the time and sorts by it. */
  snapshotId: id,
  /** When it was made, in milliseconds since the epoch. */
  madeAt: z.int().min(0),
  /**
   * `author`: made by hand. The app makes one before it changes many chapters: before replacing in the book, new
   * numbers, new file names, an import behind the book, many writes of a task, and before a snapshot is restored.
   */
  cause: z.enum(['author', 'replace', 'renumber', 'fileNames', 'import', 'agent', 'restore']),
  /** The author's; absent: none was given. */
  name: z.string().max(200).exactOptional(),
  /** How many it has, planned ones included. */
  chapters: z.int().min(0),
  /** 字 of all chapters. */
  words: z.int().min(0),
  /** Project-relative paths of files that were too large to be stored; they are never touched by a restoring. */
  leftOut: z.array(path).max(100_000),
})

/** 字 of a chapter; null: it was not there, or is not. */
const chapterWords = z.int().min(0).nullable()

/** A chapter that is not as it was. */
const changedChapter = z.strictObject({
  documentId,
  /** As it is called now; of a deleted one as it was called. */
  title: z.string().max(500),
  /** `added`: it is not in the snapshot. `deleted`: it is in the snapshot alone. */
  state: z.enum(['changed', 'added', 'deleted']),
  /** In the snapshot. */
  wordsBefore: chapterWords,
  /** In the book. */
  wordsNow: chapterWords,
})

/** A file of the author that is no chapter, and is not as it was. */
const changedFile = z.strictObject({
  /** Project-relative. */
  path,
  /** As of a chapter. */
  state: changedChapter.shape.state,
})

/** One snapshot of a project. */
const snapshotRef = z.strictObject({
  projectId,
  /** From `snapshots:list`. */
  snapshotId: id,
})

/** Snapshots of whole books. */
export const snapshots = {
  /** Newest first; a damaged one is not in the list. */
  'snapshots:list': {
    effect: 'reads',
    subjects: ['snapshots'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** Newest first. */
      snapshots: z.array(snapshot).max(100_000),
    }),
  },
  /** A snapshot by the author, which stays until the author deletes it. */
  'snapshots:create': {
    effect: 'writes',
    subjects: ['snapshots'],
    input: z.strictObject({
      projectId,
      /** Absent: none. */
      name: z.string().trim().max(200).exactOptional(),
    }),
    output: z.strictObject({
      /** The new one. */
      snapshot,
    }),
  },
  /** What became of the book since. */
  'snapshots:compare': {
    effect: 'reads',
    subjects: ['manuscript', '.creonow/book.json', 'snapshots'],
    input: snapshotRef,
    output: z.strictObject({
      /** The one that is compared. */
      snapshot,
      /** Those of the snapshot in its order, then those that came since. */
      chapters: z.array(changedChapter).max(200_000),
      /** Cards, rules, settings and other files that are not as they were. */
      files: z.array(changedFile).max(200_000),
      /** How many chapters are as they were. */
      unchanged: z.int().min(0),
      /** The chapters that are in both have another order now. */
      isReordered: z.boolean(),
      /** Of the book as it is now, for `snapshots:restore`. */
      presentHash: hash,
    }),
  },
  /** The text of a chapter as a snapshot has it. */
  'snapshots:read': {
    effect: 'reads',
    subjects: [],
    input: snapshotRef.extend({
      /** From `snapshots:compare`. */
      documentId,
    }),
    output: z.strictObject({
      /** The whole chapter as it was then. */
      text,
    }),
  },
  /**
   * The book, or some of its chapters, as in the snapshot. A snapshot of what is there is made first; chapters that the
   * snapshot does not have go into the trash.
   */
  'snapshots:restore': {
    effect: 'writes',
    subjects: ['manuscript', '.creonow', 'snapshots'],
    input: snapshotRef.extend({
      /** Chapters of the snapshot; absent: the whole book. */
      documentIds: z.array(documentId).min(1).max(100_000).exactOptional(),
      /** Cards, rules, settings and the author's other files too; absent: text only. Without `documentIds`. */
      withFiles: z.boolean().exactOptional(),
      /** From `snapshots:compare`: another book is refused with CONFLICT. Absent: whatever it is now. */
      presentHash: hash.exactOptional(),
    }),
    output: z.strictObject({
      /** The snapshot that brings back what was there; absent: nothing was to be done. */
      replacedId: id.exactOptional(),
      /** Chapters whose text is another now, or that came back. */
      restored: z.array(documentId).max(100_000),
      /** Chapters that are in the trash now. */
      discarded: z.array(documentId).max(100_000),
      /** Project-relative paths of other files that are as they were again. */
      files: z.array(path).max(200_000),
    }),
  },
  /** The snapshot is no longer listed; `snapshots:undelete` brings it back for 30 days, while no 20 others were deleted. */
  'snapshots:delete': {
    effect: 'writes',
    subjects: ['snapshots'],
    input: snapshotRef,
    output: z.strictObject({
      /** The one that is no longer there. */
      snapshotId: id,
    }),
  },
  /** Brings back a snapshot that was deleted. */
  'snapshots:undelete': {
    effect: 'writes',
    subjects: ['snapshots'],
    input: snapshotRef,
    output: z.strictObject({
      /** The one that is there again. */
      snapshot,
    }),
  },
} as const satisfies Record<string, Channel>

/** A snapshot, without its texts. */
export type Snapshot = z.infer<typeof snapshot>
/** A chapter that is not as a snapshot has it. */
export type SnapshotChange = z.infer<typeof changedChapter>
