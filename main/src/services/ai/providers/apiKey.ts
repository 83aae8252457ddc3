import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError } from '../../../lib/appError.ts'

/** A key is sent in a header, which takes no other characters; nothing was asked then, so nobody refused it. */
export function checkKey(apiKey: string | undefined): void {
  if (apiKey === undefined || /^[\x21-\x7e]+$/.test(apiKey)) return
  throw new AppError(
    ErrorCode.INVALID_ARGUMENT,
    '密钥里有密钥不会有的字符（只能是英文字母、数字和符号），请重新粘贴。',
    { data: { why: 'key' } },
  )
}
