import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import type { TooLarge } from './core/plan.ts'

/** What an author reads when nothing can be sent; `data` names the layers and what in them is large. */
export function inputTooLarge({ reason, layers, sources }: TooLarge): AppError {
  const message = {
    capacity: '这次要读的内容太多，超过了容量上限。请缩小选区、缩短要求，或精简规则文件。',
    rules: '创作规则本身就超过了模型能读的长度。请精简约束、style.md 或 terminology.json。',
    floors: '模型的窗口装不下规则、选区和要求。请换窗口更大的模型，或缩小选区与要求。',
  }[reason]
  return new AppError(ErrorCode.CONTEXT_INPUT_TOO_LARGE, message, { data: { reason, layers, sources } })
}
