import type { Permissions } from '#contract/permissions.ts'
import type { EditJournal, EditRound } from '../edits/index.ts'
import type { ApprovalRequest, Toolbox } from './toolbox.ts'
import { createReadMemory } from './tools/readMemory.ts'
import { createTodoList } from './tools/todoList.ts'
import type { ProposedChange, Tool, ToolContext, ToolName } from './tools/tool.ts'

export interface ToolboxPorts {
  readonly tools: ReadonlyMap<ToolName, Tool>
  readonly edits: Pick<EditJournal, 'startRound'>
  readonly permissionsOf: (projectId: string) => Permissions
  readonly developerMode: () => boolean
  readonly redact: (text: string, projectId: string) => string
}

/** The argument that a fenced block behind the action gives. */
const blocks: { readonly [N in ToolName]?: string } = { Write: 'content', Edit: 'new' }
/** Of all diffs together, UTF-16 units; the largest changes concern a whole book. */
const maxDiffUnits = 1_000_000
const maxFileDiffUnits = 100_000

/** The tools of one task: they share what was read, the plan and one round of the journal, opened by its first write. */
export function openToolbox(
  ports: ToolboxPorts,
  about: { readonly projectId: string; readonly conversationId: string; readonly label: string },
): Toolbox {
  const { tools, edits, redact } = ports
  const { projectId, conversationId, label } = about
  const reads = createReadMemory()
  const todos = createTodoList()
  const files = new Set<string>()
  let round: EditRound | undefined
  const mayRun = () => ports.developerMode() && ports.permissionsOf(projectId).bash !== 'off'
  const clean = (text: string) => redact(text, projectId)

  /** The round of the journal, noting what was written. */
  function opened(): EditRound {
    round ??= edits.startRound(projectId, { kind: 'agent', label, conversationId })
    const { editId, write, done } = round
    return {
      ...{ editId, done },
      async write(path, text, baseHash) {
        const written = await write(path, text, baseHash)
        files.add(path)
        return written
      },
    }
  }

  return {
    tools: [...tools.values()]
      .filter(({ kind }) => kind !== 'shell' || mayRun())
      .map(({ name, describe }) => {
        const block = blocks[name]
        return { name, describe, ...(block === undefined ? {} : { block }) }
      }),
    // A tool that the prompt does not list can be called all the same, and then answers that it is switched off.
    has: (name) => [...tools.keys()].find((registered) => registered.toLowerCase() === name.toLowerCase()),
    async run(name, input, { signal, requestApproval }) {
      const tool = tools.get(name)
      if (!tool) throw new Error(`no tool ${name}`)
      const context: ToolContext = {
        ...{ projectId, signal, reads, todos, round: opened },
        approve: async (change) => (await requestApproval(toApprovalRequest(change, clean))) !== 'no',
      }
      return tool.run(input, context)
    },
    todos: todos.items,
    recap: todos.recap,
    written: () => (round && files.size > 0 ? { editId: round.editId, files: [...files] } : undefined),
    close: async () => await round?.done(),
  }
}

/** As the author approves it: without secrets, and no longer than a person can read. */
function toApprovalRequest(change: ProposedChange, clean: (text: string) => string): ApprovalRequest {
  if (change.kind === 'shell')
    return { kind: 'shell', tool: change.tool, files: [], doubtful: [], command: clean(change.command) }
  let units = 0
  return {
    ...{ kind: 'edit', tool: change.tool },
    files: change.files.map(({ path, isNew, added, removed, diff }) => {
      const shown = clean(diff)
      units += shown.length
      const isCut = shown.length > maxFileDiffUnits || units > maxDiffUnits
      return { ...{ path, isNew, added, removed }, diff: isCut ? '' : shown, ...(isCut ? { cut: true } : {}) }
    }),
    doubtful: change.uncertain.slice(0, 200).map(({ phrase, why, count, places }) => ({
      ...{ phrase: clean(phrase).slice(0, 200), why, count },
      places: places.slice(0, 20).map(({ path, line, text }) => ({
        ...{ path, line },
        text: clean(text).slice(0, 500).toWellFormed(),
      })),
    })),
  }
}
