export { type BudgetStore, createBudgetStore } from './budget/budgetStore.ts'
export { checkBudget } from './budget/checkBudget.ts'
export {
  type ContextRequest,
  type ConversationHistory,
  contextRequest,
  type HistoryView,
  type Skill,
} from './contextRequest.ts'
export { allocate } from './core/allocate.ts'
export type { AppendedPlacement } from './core/arrival.ts'
export type { Assembly } from './core/assembly.ts'
export { chatHistoryTokens } from './core/budget.ts'
export { graphemeAtOrBefore } from './core/cuts.ts'
export { defaultBudget, layerOrder } from './core/layers.ts'
export { type HistoryMessage, messagesOf, promptOf, type SentPrompt, textOf } from './core/messages.ts'
export type { Block } from './core/print.ts'
export type { PromptTemplate } from './core/template.ts'
export type { Language, Notice, Reason, Ref } from './core/types.ts'
export {
  type ContextEngineOptions,
  createContextEngine,
  type EngineLimits,
} from './engine.ts'
export { createReceiptReader } from './receipts/receiptReader.ts'
export { createReceiptStore } from './receipts/receiptStore.ts'
export type { AssembleInput } from './request.ts'
export type { Scene } from './scene.ts'
export {
  type AssembledContext,
  type ContextService,
  createContextService,
  type PreparedContext,
} from './service.ts'
export { createMemorySessionState } from './session/sessionState.ts'
export { redactShortForm } from './shortForms.ts'
export {
  type Draft,
  defineSource,
  type Reread,
  type Source,
  type SourceIo,
} from './source.ts'
export type { WarmUp } from './warmUp.ts'
