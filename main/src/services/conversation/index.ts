export { compactionOf } from './compaction/record.ts'
export { shorterStep } from './compaction/shorterSteps.ts'
export { createSummaries, type Summaries } from './compaction/summaries.ts'
export { type ConversationTrash, createConversationTrash } from './conversationTrash.ts'
export { createHistory } from './history.ts'
export {
  type Compaction,
  type CompactRequest,
  createHistoryManager,
  type HistoryManager,
} from './historyManager.ts'
export { statPathIn } from './mentionPaths.ts'
export { escapeReminders, preprocess } from './mentions.ts'
export { newestRounds, newestSummaries, taggedSummary } from './newest.ts'
export { createMessageReader, createPromptHistory } from './promptHistory.ts'
export {
  type ConversationStore,
  createConversationStore,
} from './store.ts'
export { compressToolResult } from './toolResults.ts'
export { createTurns, type Turns } from './turns.ts'
