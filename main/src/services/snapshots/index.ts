import { createRestoreJournal } from './restoreJournal.ts'
import type { SnapshotRestoring } from './restoring.ts'
import { createSnapshotRestoring, type SnapshotRestoringOptions } from './restoring.ts'
import { createSnapshotStore } from './snapshotStore.ts'
import { createSnapshots, type Snapshots, type SnapshotsOptions } from './snapshots.ts'

export { readAuthorFiles } from './authorFiles.ts'
export { readPresentBook } from './presentBook.ts'

type BookSnapshotsOptions = Pick<SnapshotsOptions, 'rootOf'> &
  Omit<SnapshotRestoringOptions, 'snapshots' | 'store' | 'journal' | 'projects'> & {
    readonly projects: SnapshotRestoringOptions['projects']
    /** `<data folder of the project>/snapshots`. */
    readonly folderOf: (projectId: string) => string
  }

/** Snapshots of whole books, and bringing them back. */
export type BookSnapshots = Snapshots & SnapshotRestoring

export function createBookSnapshots(options: BookSnapshotsOptions): BookSnapshots {
  const store = createSnapshotStore(options)
  const journal = createRestoreJournal(options)
  const snapshots = createSnapshots({ ...options, store, neededTexts: journal.texts })
  return { ...snapshots, ...createSnapshotRestoring({ ...options, snapshots, store, journal }) }
}
