export { openToolbox } from './openToolbox.ts'
export { createPermissionStore, type PermissionStore } from './permissions.ts'
export { createInstructionsReader } from './projectInstructions.ts'
export type { AgentService } from './service.ts'
export { createAgentService } from './tasks.ts'
export { createTools, type ToolPorts } from './tools/index.ts'
export { createReadMemory, type ReadMemory } from './tools/readMemory.ts'
export { createTodoList, type Todo, type TodoList } from './tools/todoList.ts'
export {
  type ProposedChange,
  type ProposedFile,
  type Tool,
  type ToolContext,
  type ToolName,
  type ToolResult,
  toolNames,
  type UncertainGroup,
} from './tools/tool.ts'
