import { answerCalls } from '../../../lib/workerAnswer.ts'
import { type ExportQuestion, makeFile } from './makeFile.ts'
import { toWordFile, type WordDocument } from './wordFile.ts'

// In a thread of its own: a Word document of a long book takes seconds of work without a pause.
answerCalls<ExportQuestion | WordDocument, Uint8Array>(
  (question) => ('book' in question ? makeFile(question) : toWordFile(question)),
  () => undefined,
)
