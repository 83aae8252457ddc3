export type { CachedFile } from './cachedFile.ts'
export { brokenFile, type Decoded, decodeText, type Fault, type Format, faultSentence } from './format.ts'
export type { Place } from './place.ts'
export { type Edit, noticesOf, type Reading, type VersionedFile, warningsOf } from './versionedFile.ts'
// Making them needs the locks, and those SQLite: who only reads or embeds does without.
export type { VersionedFiles, WithFolderLock } from './versionedFiles.ts'
