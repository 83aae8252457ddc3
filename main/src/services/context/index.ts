export { type BudgetProfile, type BudgetStore, createBudgetStore } from './budget/budgetStore.ts'
export { checkBudget } from './budget/checkBudget.ts'
export {
  type ContextRequest,
  type ConversationHistory,
  contextRequest,
  type HistoryView,
  type Model,
  type Skill,
  type SmallRequest,
  type UnsentExcerpt,
  type UnsentMessages,
} from './contextRequest.ts'
export { type AllocateFor, type Allocation, allocate, type BudgetProfileName } from './core/allocate.ts'
export type { Assembly } from './core/assembly.ts'
export { graphemeAtOrBefore, headThatFits, largestFitting, tailThatFits } from './core/cuts.ts'
export { defaultBudget, layerOrder } from './core/layers.ts'
export type { CountedBlock } from './core/print.ts'
export type { PromptTemplate } from './core/template.ts'
export type { Language, LayerName, Notice, Reason, Ref } from './core/types.ts'
export { describeNotice, describeReason, wordsOf } from './core/wording.ts'
export { describeNoticeEn, describeReasonEn } from './core/wordingEn.ts'
export {
  type ContextEngine,
  type ContextEngineOptions,
  createContextEngine,
  type EngineLimits,
} from './engine.ts'
export { createReceiptReader, type ReceiptReader } from './receipts/receiptReader.ts'
export { createReceiptStore, type ReceiptStore } from './receipts/receiptStore.ts'
export type { AssembleInput, ChapterPart, RequestSources } from './request.ts'
export type { Scene } from './scene.ts'
export {
  type AssembledContext,
  type ContextService,
  createContextService,
  type PreparedContext,
} from './service.ts'
export { sceneKeysOf } from './session/sessionMemory.ts'
export { createMemorySessionState, type SessionStateStore } from './session/sessionState.ts'
export {
  type Draft,
  defineSource,
  type Reread,
  type RereadRequest,
  type Source,
  type SourceIo,
} from './source.ts'
export type { WarmUp } from './warmUp.ts'
