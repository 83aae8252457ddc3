import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError } from '../../../lib/appError.ts'
import { findBudgetFault } from '../budget.ts'
import type { BudgetLayers } from '../types.ts'

/** Throws CONTEXT_BUDGET_INVALID_RATIO or CONTEXT_BUDGET_INVALID_MINIMUM for what no run may use. */
export function checkBudget(layers: BudgetLayers): void {
  const fault = findBudgetFault(layers)
  if (fault === 'ratio')
    throw new AppError(
      ErrorCode.CONTEXT_BUDGET_INVALID_RATIO,
      '四层的比例都要不小于 0，并且加起来等于 100%。',
    )
  if (fault === 'minimum')
    throw new AppError(ErrorCode.CONTEXT_BUDGET_INVALID_MINIMUM, '每层的最小保障要是不小于 0 的整数。')
}
