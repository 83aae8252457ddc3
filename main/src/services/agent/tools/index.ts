import type { Applying } from './applying.ts'
import { type BashPorts, createBashTool } from './bash.ts'
import { type CodexPorts, createCodexTool } from './codex.ts'
import { createEditTool } from './edit.ts'
import { createForEachTool, type ForEachPorts } from './forEach.ts'
import { createGlobTool } from './glob.ts'
import { createGrepTool } from './grep.ts'
import { createLsTool } from './ls.ts'
import type { ToolDependencies } from './makeTool.ts'
import { createMultiEditTool, type NamePorts } from './multiEdit.ts'
import { createProjectFiles, type ProjectFilePorts } from './projectFiles.ts'
import { createReadTool } from './read.ts'
import { createSearchTool, type SearchPorts } from './search.ts'
import { createTodoWriteTool } from './todoWrite.ts'
import type { Tool, ToolName } from './tool.ts'
import { createWriteTool } from './write.ts'

export interface ToolPorts
  extends ToolDependencies,
    ProjectFilePorts,
    SearchPorts,
    CodexPorts,
    ForEachPorts,
    NamePorts,
    BashPorts,
    Pick<Applying, 'beforeMany'> {}

/** Every tool of the agent, in the order in which a prompt describes them. */
export function createTools(ports: ToolPorts): ReadonlyMap<ToolName, Tool> {
  const files = createProjectFiles(ports)
  const applying = {
    files,
    permissions: ports.permissions,
    countStoredKeys: ports.countStoredKeys,
    beforeMany: ports.beforeMany,
  }
  const tools = [
    createLsTool(ports, files),
    createGlobTool(ports, files),
    createGrepTool(ports, files),
    createReadTool(ports, files),
    createSearchTool(ports, files, ports),
    createCodexTool(ports, files, ports),
    createEditTool(ports, applying),
    createMultiEditTool(ports, applying, ports),
    createWriteTool(ports, applying),
    createForEachTool(ports, ports),
    createTodoWriteTool(ports),
    createBashTool(ports, ports),
  ]
  return new Map(tools.map((tool) => [tool.name, tool]))
}
