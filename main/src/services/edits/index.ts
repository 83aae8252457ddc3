export { createEditJournal, type EditJournalOptions } from './journal.ts'
export { fullPath, kindOfPlace, requireWritable, type WritableKind } from './places.ts'
export type {
  BeforeWrite,
  EditAbout,
  EditJournal,
  EditKind,
  EditRound,
  EditState,
  EditSummary,
  Undone,
} from './types.ts'
