import { answerCalls } from '../../../lib/workerAnswer.ts'
import { type ExportQuestion, makeFile } from './makeFile.ts'

// In a thread of its own: a Word document of a long book takes seconds of work without a pause.
answerCalls<ExportQuestion, Uint8Array>(makeFile, () => undefined)
