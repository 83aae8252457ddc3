import type { context as channels } from '../contract/context.ts'
import { ErrorCode } from '../contract/errorCodes.ts'
import type { factLookup as lookupChannels } from '../contract/factLookup.ts'
import { AppError } from '../lib/appError.ts'
import type { BudgetStore, ContextService } from '../services/context/index.ts'
import type { FactLookup } from '../services/factLookup/index.ts'
import type { Handlers } from './router.ts'

export function contextHandlers(options: {
  readonly context: ContextService
  readonly findFact: FactLookup
  readonly budget: BudgetStore
}): Handlers<typeof channels & typeof lookupChannels> {
  const { context, findFact, budget } = options
  return {
    'context:assemble': async (input, { signal }) =>
      (await (await context.prepare(input, { signal })).assemble()).result,
    'context:inspect': async ({ overrides, ...input }, { session, signal }) => {
      if (!session.mayInspect()) {
        throw new AppError(ErrorCode.CONTEXT_INSPECT_FORBIDDEN)
      }
      return context.inspect(input, overrides?.budget, signal)
    },
    'context:ask': ({ projectId, ...lookup }) => findFact(projectId, lookup),
    'context:sources:list': async () => ({ sources: context.listSources() }),
    'context:budget:get': ({ projectId }) => budget.get(projectId),
    'context:budget:update': ({ projectId, version, layers }) => budget.update(projectId, version, layers),
    'context:receipt:list': async ({ projectId, ...filter }) => ({
      receipts: (await context.listReceipts(projectId, filter)).map((receipt) => ({
        receiptId: receipt.receiptId,
        documentId: receipt.documentId,
        skillId: receipt.skillId,
        modelId: receipt.modelId,
        createdAt: receipt.createdAt,
        tokenCount: receipt.tokenCount,
      })),
    }),
    'context:receipt:read': ({ projectId, receiptId }) => context.readReceipt(projectId, receiptId),
  }
}
