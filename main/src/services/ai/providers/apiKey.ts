import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError } from '../../../lib/appError.ts'

/** A key is sent in a header, which allows no other characters; without a request no provider has refused it. */
export function checkKey(apiKey: string | undefined): void {
  if (apiKey === undefined || /^[\x21-\x7e]+$/.test(apiKey)) return
  throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'key' })
}
