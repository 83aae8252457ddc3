import { z } from 'zod'
import { sha256Hex } from '../../lib/hash.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const path = z.string().min(1).max(4096)
const bytes = z.int().min(0)

/** Why a snapshot was made: by the author, or by the app before a change of many chapters. */
const snapshotCauses = ['author', 'replace', 'renumber', 'fileNames', 'import', 'agent', 'restore'] as const
export type SnapshotCause = (typeof snapshotCauses)[number]

export const snapshotIdPattern = /^\d{13}-[0-9a-f]{8}$/
export const maxNameUnits = 200

const chapter = z.object({
  /** The chapter's id; of front matter its path. */
  documentId: path,
  /** Project-relative; null: planned, without a file. */
  path: path.nullable(),
  title: z.string().max(500),
  /** 字. */
  words: z.int().min(0),
  /** sha256hex of the file's bytes; of a planned chapter that of its entry. */
  hash,
  /** Of the file. */
  bytes,
})

const content = z.object({
  version: z.literal(1),
  snapshotId: z.string().regex(snapshotIdPattern),
  cause: z.enum(snapshotCauses),
  /** The author's. */
  name: z.string().max(maxNameUnits).optional(),
  /** sha256hex of `book.json` as it was in force. */
  book: hash,
  /** In the author's order, front matter first. */
  chapters: z.array(chapter).max(100_000),
  /** The other files of the author below `.creonow`. */
  files: z.array(z.object({ path, hash, bytes })).max(100_000),
  /** Files too large to be stored. */
  leftOut: z.array(path).max(100_000),
})

/** A whole book at one moment. The texts are stored by hash. */
export type Manifest = Readonly<z.infer<typeof content>>
export type StoredChapter = Manifest['chapters'][number]

/** When a snapshot was made, in milliseconds since the epoch. */
export const timeOf = ({ snapshotId }: Pick<Manifest, 'snapshotId'>): number =>
  Number(snapshotId.slice(0, 13))

/** The manifest with a sum over itself in the first line, so that damage of any byte shows. */
export function writeManifest(manifest: Manifest): string {
  const json = JSON.stringify(manifest, null, 1)
  return `${JSON.stringify({ check: sha256Hex(json) }).slice(0, -1)},"manifest":\n${json}\n}\n`
}

/** Undefined: damaged, or of a newer version of the app. */
export function readManifest(text: string): Manifest | undefined {
  try {
    const stored = z.object({ check: hash, manifest: z.unknown() }).parse(JSON.parse(text))
    const manifest = content.parse(stored.manifest)
    return stored.check === sha256Hex(JSON.stringify(stored.manifest, null, 1)) ? manifest : undefined
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error
    return undefined
  }
}

/** What of a manifest has to be in the store, each hash once, with its size in bytes. */
export function textsOf(
  manifest: Pick<Manifest, 'chapters' | 'files' | 'book'>,
): ReadonlyMap<string, number> {
  const written = manifest.chapters.filter((each) => each.path !== null)
  return new Map([
    [manifest.book, 0] as const,
    ...[...written, ...manifest.files].map((each) => [each.hash, each.bytes] as const),
  ])
}

/** Whether two snapshots have the same book, whatever they are called. */
export function isSameBook(a: Manifest, b: Manifest): boolean {
  const of = ({ book, chapters, files }: Manifest) => JSON.stringify([book, chapters, files])
  return of(a) === of(b)
}
