export { createEditJournal, type EditJournalOptions } from './journal.ts'
export { fullPath, kindOfPlace, type WritableKind } from './places.ts'
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
