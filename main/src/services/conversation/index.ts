export { compactionOf } from './compaction/record.ts'
export { shorterStep } from './compaction/shorterSteps.ts'
export { createSummaries, type Summaries } from './compaction/summaries.ts'
export { type ConversationTrash, createConversationTrash } from './conversationTrash.ts'
export { createHistory, type History, type Round, type View } from './history.ts'
export {
  type Compaction,
  type CompactRequest,
  createHistoryManager,
  type HistoryManager,
  type HistoryManagerOptions,
} from './historyManager.ts'
export { statPathIn } from './mentionPaths.ts'
export { escapeReminders, type MentionPorts, type Preprocessed, preprocess } from './mentions.ts'
export { newestRounds, newestSummaries, taggedSummary } from './newest.ts'
export { createMessageReader, createPromptHistory } from './promptHistory.ts'
export {
  type Analysis,
  type ConversationStore,
  type ConversationStoreOptions,
  createConversationStore,
} from './store.ts'
export { type CompressibleResult, compressToolResult } from './toolResults.ts'
export { type CutShort, createTurns, type Turn, type Turns } from './turns.ts'
