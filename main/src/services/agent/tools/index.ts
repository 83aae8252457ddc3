import type { ToolSurroundings } from './makeTool.ts'
import { createTodoWriteTool } from './todoWrite.ts'
import type { Tool, ToolName } from './tool.ts'

export type ToolPorts = ToolSurroundings

/** Every tool of the agent, in the order in which a prompt describes them. */
export function createTools(ports: ToolPorts): ReadonlyMap<ToolName, Tool> {
  const tools = [createTodoWriteTool(ports)]
  return new Map(tools.map((tool) => [tool.name, tool]))
}
