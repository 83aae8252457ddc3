export { brokenFile, type Decoded, decodeText, type Fault, type Format, faultSentence } from './format.ts'
export type { HeldFile } from './heldFile.ts'
export type { Place } from './place.ts'
export { type Edit, noticesOf, type Reading, type VersionedFile, warningsOf } from './versionedFile.ts'
// Making them needs the locks, and those SQLite: who only reads or embeds does without.
export type { Alone, VersionedFiles } from './versionedFiles.ts'
