export { openToolbox } from './openToolbox.ts'
export { createPermissionStore, type PermissionStore } from './permissions.ts'
export { createInstructionsReader } from './projectInstructions.ts'
export type { AgentService } from './service.ts'
export { createAgentService } from './tasks.ts'
export type { ForEachRequest } from './tools/forEach.ts'
export { createTools } from './tools/index.ts'
export { createReadMemories, createReadMemory } from './tools/readMemory.ts'
export { resultShapes } from './tools/resultShapes.ts'
export { createTodoList } from './tools/todoList.ts'
export {
  type ProposedChange,
  type Tool,
  type ToolContext,
  type ToolName,
  toolNames,
} from './tools/tool.ts'
export { createUndoProposal, type ProposedUndo, type ProposeUndo } from './tools/undoProposal.ts'
export { viewOf } from './tools/view.ts'
