export { type CacheMemory, createCacheMemory, type SentStore } from './cache/cacheMemory.ts'
export { priceOf } from './cache/price.ts'
export { probeCache } from './cache/probe.ts'
export type { JudgePorts } from './judge/judgePorts.ts'
export { narrationOf, quotedSpans, sentencesOf } from './judge/narration.ts'
export { createCalibration } from './models/calibration.ts'
export { requestedModel, usualEffort } from './models/modelControls.ts'
export type { EncodingName } from './models/modelFacts.ts'
export { fakeModel, findModel, listModels, type ResolvedModel } from './models/models.ts'
export { createModelTokenizers, tokenizerName } from './models/modelTokenizers.ts'
export { createOwnModels } from './models/ownModels.ts'
export { createEndpointProvider, familyOf, isFamily, listFamilies } from './protocols/protocols.ts'
export { testConnection } from './providers/connectionTest.ts'
export { fetchModelNames } from './providers/endpointModels.ts'
export { createFakeProvider } from './providers/fakeProvider.ts'
export { generateText } from './providers/generateText.ts'
export {
  hashesOf,
  type PromptBlock,
  type PromptHashes,
  type ProviderPrompt,
  wholeText,
} from './providers/prompt.ts'
export type { GenerationPart, GenerationRequest, Provider, WireUsage } from './providers/provider.ts'
export { isRefusedForSize, isRefusedForTools } from './providers/providerFailure.ts'
export {
  type RetryTimer,
  systemRetryTimer,
  withRetries,
} from './providers/retries.ts'
export {
  observedText,
  type StreamedCall,
  type ThinkingBlock,
  type ToolDefinition,
  type ToolTurn,
  writtenText,
} from './providers/toolTurns.ts'
export { addSpending, createAccount } from './runs/account.ts'
export { createRunService, type RunService } from './runs/runs.ts'
export { readSkillFields, withSkillFields } from './skills/skillEditing.ts'
export { createSkillCatalogue, distilSkill, type SkillCatalogue } from './skills/skills.ts'
