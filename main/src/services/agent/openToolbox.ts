import type { Permissions } from '#contract/permissions.ts'
import { approvalLimits } from '../../contract/agent.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import { toVisibleDiff, toVisibleText } from '../../lib/visibleText.ts'
import type { EditJournal, EditRound } from '../edits/index.ts'
import type { ApprovalRequest, Toolbox } from './toolbox.ts'
import { ownToolName } from './tools/commonNames.ts'
import type { ReadMemory } from './tools/readMemory.ts'
import { createTodoList } from './tools/todoList.ts'
import type { ProposedChange, ProposedPlace, Tool, ToolContext, ToolName } from './tools/tool.ts'

export interface ToolboxPorts {
  readonly tools: ReadonlyMap<ToolName, Tool>
  readonly edits: Pick<EditJournal, 'startRound'>
  readonly permissionsOf: (projectId: string) => Permissions
  readonly developerMode: () => boolean
  /** What earlier tasks of the conversation have read. */
  readonly readsOf: (projectId: string, conversationId: string) => ReadMemory
}

/** The argument that a fenced block behind the action gives. */
const blocks: { readonly [N in ToolName]?: string } = { Write: 'content', Edit: 'new' }
/**
 * The tools of one task: they share what the conversation has read, the plan and one round of the journal, opened by
 * its first write.
 */
export function openToolbox(
  ports: ToolboxPorts,
  about: {
    readonly projectId: string
    readonly conversationId: string
    readonly modelId: string
    readonly label: string
    /** Of an earlier task with the same model, whose list is part of what a cache is keyed by; absent: as it is now. */
    readonly listed?: readonly string[] | undefined
  },
): Toolbox {
  const { tools, edits } = ports
  const { projectId, conversationId, modelId, label, listed } = about
  const reads = ports.readsOf(projectId, conversationId)
  const todos = createTodoList()
  const files = new Set<string>()
  let round: EditRound | undefined
  const mayRun = () => ports.developerMode() && ports.permissionsOf(projectId).bash !== 'off'

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
      .filter(({ kind, name }) => (listed ? listed.includes(name) : kind !== 'shell' || mayRun()))
      .map(({ name, describe, schema, kind }) => {
        const block = blocks[name]
        const isReading = kind === 'read'
        return { name, describe, schema, isReading, ...(block === undefined ? {} : { block }) }
      }),
    // A tool that the prompt does not list can be called all the same, and then answers that it is switched off.
    has: (name) =>
      [name, ownToolName(name)].flatMap((called) =>
        [...tools.keys()].filter((registered) => registered.toLowerCase() === called.toLowerCase()),
      )[0],
    async run(name, input, { signal, requestApproval }) {
      const tool = tools.get(name)
      if (!tool) throw new Error(`no tool ${name}`)
      const context: ToolContext = {
        ...{ projectId, signal, reads, todos, round: opened, task: { conversationId, modelId } },
        async approve(change) {
          const { decision, placeIds } = await requestApproval(toApprovalRequest(change))
          return decision === 'no' ? false : placeIds === undefined || new Set(placeIds)
        },
      }
      return tool.run(input, context)
    },
    todos: todos.items,
    recap: todos.recap,
    written: () => (round && files.size > 0 ? { editId: round.editId, files: [...files] } : undefined),
    close: async () => await round?.done(),
  }
}

/**
 * As the author reads it on his own screen: every byte of it, with what a screen hides written out.
 * @throws AppError APPROVAL_NEEDED when it is too long to be read.
 */
export function toApprovalRequest(change: ProposedChange): ApprovalRequest {
  if (change.kind === 'shell')
    return {
      ...{ kind: 'shell', tool: change.tool, files: [], doubtful: [] },
      command: toVisibleText(change.command),
    }
  if (change.kind === 'spend') {
    const { tool, instruction, total: requests, inputTokens, outputTokens, price } = change
    return {
      ...{ kind: 'spend', tool, files: [], doubtful: [], command: toVisibleText(instruction) },
      spend: { requests, inputTokens, outputTokens, ...(price !== undefined && { price }) },
    }
  }
  const files = change.files.map(({ path, isNew, added, removed, diff, lineBreaks, places }) => ({
    ...{ path: toVisibleText(path), isNew, added, removed, lineBreaks },
    diff: toVisibleDiff(diff),
    places: places.map(toVisiblePlace),
  }))
  const places = files.flatMap((file) => file.places)
  const units =
    files.reduce((sum, { diff }) => sum + diff.length, 0) +
    places.reduce(
      (sum, { before, removed, added, after }) => sum + `${before}${removed}${added}${after}`.length,
      0,
    )
  const { units: maxUnits, files: maxFiles, places: maxPlaces } = approvalLimits
  if (units > maxUnits || files.length > maxFiles || places.length > maxPlaces)
    throw new AppError(ErrorCode.APPROVAL_NEEDED, { why: 'long' })
  return {
    ...{ kind: 'edit', tool: change.tool, files },
    doubtful: change.uncertain.slice(0, 200).map(({ phrase, why, count, places }) => ({
      ...{ phrase: toVisibleText(phrase.slice(0, 200)), why, count },
      places: places.slice(0, 20).map(({ path, line, text }) => ({
        ...{ path: toVisibleText(path), line },
        text: toVisibleText(text.slice(0, 500)),
      })),
    })),
  }
}

/** Each text of a place as it reads between the others: blanks between words stay blanks. */
function toVisiblePlace({ before, removed, added, after, uncertain, ...place }: ProposedPlace) {
  const inLine = (text: string, next: string) => {
    const isInside = next !== '' && !/^[\s\u3000]/.test(next)
    return isInside ? toVisibleText(`${text}.`).slice(0, -1) : toVisibleText(text)
  }
  return {
    ...place,
    before: inLine(before, removed + added || after),
    removed: inLine(removed, after),
    added: inLine(added, after),
    after: toVisibleText(after),
    ...(uncertain && { uncertain: { ...uncertain, phrase: toVisibleText(uncertain.phrase.slice(0, 200)) } }),
  }
}
