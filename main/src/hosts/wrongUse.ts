import { ErrorCode } from '../contract/errorCodes.ts'
import { AppError } from '../lib/appError.ts'

/** What is wrong with the words of a command: one sentence, in both languages. */
export const wrongUse = (zh: string, en: string, cause?: unknown): AppError =>
  new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'usage', usage: { zh, en } }, { cause })
