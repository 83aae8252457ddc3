import { z } from 'zod'
import { sha256Hex } from '../../lib/hash.ts'
import { compareCodePoints } from '../../lib/text.ts'

/** The entry of a backup that states what it is; the first one, at the top of the zip. */
export const manifestName = 'creonow-backup.json'

const path = z.string().min(1).max(4096)

const content = z.object({
  version: z.literal(1),
  projectId: z.string().min(1).max(64),
  /** Of the book when the backup was made. */
  name: z.string().max(1000),
  /** In milliseconds since the epoch. */
  madeAt: z.number().min(0),
  files: z
    .array(
      z.object({
        /** Project-relative; the name of the entry. */
        path,
        /** sha256hex of the bytes. */
        hash: z.string().regex(/^[0-9a-f]{64}$/),
        bytes: z.int().min(0),
      }),
    )
    .max(200_000),
  /** Files too large to be in it. */
  leftOut: z.array(path).max(200_000),
})

/** What a backup has, and of which book. */
export type BackupManifest = Readonly<z.infer<typeof content>>

export const writeManifest = (manifest: BackupManifest): Buffer =>
  Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)

/** Undefined: no manifest, or one of a newer version of the app. */
export function readManifest(bytes: Buffer): BackupManifest | undefined {
  try {
    return content.parse(JSON.parse(bytes.toString('utf8')))
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error
    return undefined
  }
}

/** The same for the same names with the same bytes. */
export const hashOfFiles = (files: readonly { readonly path: string; readonly hash: string }[]): string =>
  sha256Hex(
    JSON.stringify(
      files.map((each) => [each.path, each.hash] as const).toSorted(([a], [b]) => compareCodePoints(a, b)),
    ),
  )
