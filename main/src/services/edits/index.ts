export { createEditJournal } from './journal.ts'
export { fullPath, kindOfPlace, requireWritable, type WritableKind } from './places.ts'
export type {
  EditJournal,
  EditRound,
  UndoStep,
} from './types.ts'
