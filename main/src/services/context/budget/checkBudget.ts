import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError } from '../../../lib/appError.ts'
import { findBudgetFault } from '../core/budget.ts'
import type { BudgetLayers } from '../core/types.ts'

/** Throws CONTEXT_BUDGET_INVALID_RATIO or CONTEXT_BUDGET_INVALID_MINIMUM for what no run may use. */
export function checkBudget(layers: BudgetLayers): void {
  const fault = findBudgetFault(layers)
  if (fault === 'ratio') throw new AppError(ErrorCode.CONTEXT_BUDGET_INVALID_RATIO)
  if (fault === 'minimum') throw new AppError(ErrorCode.CONTEXT_BUDGET_INVALID_MINIMUM)
}
