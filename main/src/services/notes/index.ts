export { createNotesService, type NotesService } from './notesService.ts'
