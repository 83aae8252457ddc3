import { z } from 'zod'
import { type Channel, failure, path, projectId } from './shared.ts'

/** Absolute path of a folder. */
export const backupFolder = z.string().min(1).max(4096)

/** In milliseconds since the epoch. */
const moment = z.int().min(0)
/** In the folder of the backups. */
const fileName = z.string().max(255)
/** Project-relative paths of files that were too large. */
const leftOut = z.array(path).max(200_000)

/** Backups: copies of a whole book in a folder of the author, each a zip that is readable without the app. */
export const backup = {
  /** How it is with the backups of a book in the folder of the settings. */
  'backup:status': {
    effect: 'reads',
    subjects: ['backups', 'settings'],
    input: z.strictObject({ projectId }),
    output: z.strictObject({
      /** When the newest was made; null: there is none, it is out of reach, or backups are off. */
      madeAt: moment.nullable(),
      /** Of the newest; null as `madeAt`. */
      fileName: fileName.nullable(),
      /** Of the newest. */
      leftOut,
      /** Why there is no newer one; absent: nothing is wrong. */
      error: failure.exactOptional(),
    }),
  },
  /** Makes one now, unless the newest has the same book. */
  'backup:now': {
    effect: 'works',
    subjects: ['backups'],
    input: z.strictObject({
      projectId,
      /** Another folder than that of the settings, from which nothing is removed. */
      folder: backupFolder.exactOptional(),
    }),
    output: z.strictObject({
      /** Of the one that was made, or of the newest. */
      fileName,
      /** When it was made. */
      madeAt: moment,
      /** False: nothing has changed since the newest. */
      isNew: z.boolean(),
      /** Files of the book that are not in it. */
      leftOut,
    }),
  },
} as const satisfies Record<string, Channel>
