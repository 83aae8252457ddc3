export type { CachedFile } from './cachedFile.ts'
export { decodeText, type Format, placedFault } from './format.ts'

export { noticesOf, type Reading, warningsOf } from './versionedFile.ts'
// Making them needs the locks, and those SQLite: who only reads or embeds does without.
export type { VersionedFiles, WithFolderLock } from './versionedFiles.ts'
