export { type BudgetProfile, type BudgetStore, createBudgetStore } from './budget/budgetStore.ts'
export { contextRequest, type SmallRequest } from './contextRequest.ts'
export {
  type AssembledContext,
  type ContextService,
  createContextService,
  type PreparedContext,
} from './contextService.ts'
export {
  type Assembly,
  type ContextEngine,
  type ContextEngineOptions,
  createContextEngine,
  type EngineLimits,
} from './engine.ts'
export { createCodexFetchers } from './fetchers/codex.ts'
export { createCursorFetcher, createPreviousChapterFetcher } from './fetchers/immediate.ts'
export {
  createEpisodesFetcher,
  createPreferencesFetcher,
  createWorkingMemoryFetcher,
  type MemoryPort,
} from './fetchers/memory.ts'
export type {
  CodexCard,
  CodexFinding,
  CodexPort,
  CodexQuery,
  CodexReading,
  ConstraintPort,
  CreonowPort,
  DocumentPort,
  DocumentRef,
  FileReading,
  PassageHit,
  PassagePort,
  Profile,
  ProfilePort,
  SynopsisPort,
} from './fetchers/ports.ts'
export { createPassagesFetcher } from './fetchers/retrieved.ts'
export { createConstraintsFetcher, createRuleFilesFetcher } from './fetchers/rules.ts'
export { createProfileFetcher, createSettingsFilesFetcher, profileText } from './fetchers/settings.ts'
export { createSynopsesFetcher } from './fetchers/synopses.ts'
export { defaultBudget, layerOrder } from './layers.ts'
export type { Receipt, ReceiptPart } from './receipt.ts'
export { createReceiptReader, type ReceiptReader, type SourceReading } from './receiptReader.ts'
export { createReceiptStore, type ReceiptStore } from './receiptStore.ts'
export type { AssembleInput, RequestSources } from './resolveRequest.ts'
export { sceneKeysOf } from './sessionMemory.ts'
export { createMemorySessionState, type SessionStateStore } from './sessionState.ts'
export type {
  Chunk,
  ContextRequest,
  FetchContext,
  Fetcher,
  FetchResult,
  LayerName,
  Model,
  Skill,
} from './types.ts'
