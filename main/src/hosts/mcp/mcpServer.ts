import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { errorSentence } from '../../contract/sentences/errorSentence.ts'
import { AppError, isAppError, toPayload } from '../../lib/appError.ts'
import type { Logger } from '../../lib/logger.ts'
import {
  createReadMemory,
  createTodoList,
  type ProposeUndo,
  resultShapes,
  type Tool,
} from '../../services/agent/index.ts'
import type { EditJournal, EditRound } from '../../services/edits/index.ts'
import { approvalPages, undoPages } from './approvalPages.ts'
import { type ChapterPorts, offerChapters } from './chapterResources.ts'
import { createOwnTools, type OwnTool, type OwnToolPorts } from './ownTools.ts'
import { offerSkills, type SkillPorts } from './skillPrompts.ts'

export interface McpServerOptions {
  readonly projectId: string
  /** The book's. */
  readonly language: 'zh' | 'en'
  readonly version: string
  /** Whether anything may be written at all. */
  readonly write: boolean
  readonly tools: ReadonlyMap<string, Tool>
  readonly edits: Pick<EditJournal, 'startRound' | 'list' | 'undo' | 'preview'>
  readonly proposeUndo: ProposeUndo
  readonly mayWriteUnasked: () => boolean
  /** Why a permission that the author gave before is not in force; undefined: there is none such. */
  readonly approvalReason: () => string | undefined
  readonly redact: (text: string) => string
  /** Resolves when the book is ready for the tools; runs once. */
  readonly ready: (tool: string) => Promise<void>
  readonly assemble: OwnToolPorts['assemble']
  readonly explain: OwnToolPorts['explain']
  readonly chapters: ChapterPorts
  readonly skills: SkillPorts['list']
  readonly logger: Logger
}

const labels = { zh: '另一个程序的修改', en: 'A change by another program' }

/**
 * One book for another program over the Model Context Protocol: the agent's tools that read, and with `write` those
 * that change; chapters as resources, skills as prompts. Bash is never among them. Each change is a round of its own in the journal, so that each can be undone.
 */
export function createMcpServer(options: McpServerOptions): Server {
  const { projectId, language, write, edits, redact, logger } = options
  const offered = [...options.tools.values()].filter(
    ({ kind }) => kind === 'read' || (write && kind === 'write'),
  )
  const own = createOwnTools({
    assemble: options.assemble,
    explain: options.explain,
    undo: write ? undo : undefined,
  })
  const reads = createReadMemory()
  const todos = createTodoList()
  /** Made by this server and not undone, the newest last. */
  const undoableEditIds: string[] = []

  const server = new Server(
    { name: 'creonow', title: 'CreoNow', version: options.version },
    {
      capabilities: { tools: {}, resources: { listChanged: true }, prompts: {} },
      instructions: instructions[language],
    },
  )

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [
      ...offered.map((tool) => listed(tool, resultShapes[tool.name])),
      ...own.map((tool) => listed({ ...tool, kind: tool.writes ? 'write' : 'read' }, tool.result)),
    ],
  }))

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }): Promise<CallToolResult> => {
    const { name, arguments: input = {} } = params
    try {
      const ownTool = own.find((tool) => tool.name === name)
      if (ownTool) return await callOwn(ownTool, input, signal)
      const tool = offered.find((candidate) => candidate.name === name)
      if (!tool) return failure(ErrorCode.AGENT_TOOL_OFF, unknownTool[language](name))
      return await call(tool, input, signal)
    } catch (error) {
      if (!isAppError(error)) logger.error({ tool: name, cause: String(error) }, 'tool failed')
      const { code, message } = toClientError(error)
      return failure(code, message)
    }
  })

  const sentenceOf = (error: unknown) => redact(toClientError(error).message)
  offerChapters(server, options.chapters, { sentenceOf, logger })
  offerSkills(
    server,
    {
      list: options.skills,
      async assemble(requested, signal) {
        await options.ready('Assemble')
        return options.assemble(requested, signal)
      },
    },
    language,
    sentenceOf,
  )

  async function call(tool: Tool, input: unknown, signal: AbortSignal): Promise<CallToolResult> {
    await options.ready(tool.name)
    let round: EditRound | undefined
    let reasons = ''
    try {
      const { status, text, data, error } = await tool.run(input, {
        ...{ projectId, signal, reads, todos },
        round: () => {
          round ??= edits.startRound(projectId, { kind: 'agent', label: `${labels[language]}: ${tool.name}` })
          return round
        },
        approve: async (change) => {
          if (change.kind !== 'edit') throw new AppError(ErrorCode.AGENT_TOOL_OFF, { why: 'bash' })
          const reason = options.approvalReason()
          reasons = approvalReasons[language](reason, change.uncertain.length)
          return requestApproval(server, approvalPages(change, language, reason), signal)
        },
      })
      if (error?.code === ErrorCode.APPROVAL_NEEDED) return failure(error.code, error.message + reasons)
      if (error) return failure(error.code, error.message)
      if (round) undoableEditIds.push(round.editId)
      const note = round ? `\neditId: ${round.editId}` : ''
      return { content: [{ type: 'text', text: text + note }], structuredContent: { status, data } }
    } finally {
      await round?.done()
    }
  }

  async function callOwn(tool: OwnTool, input: unknown, signal: AbortSignal): Promise<CallToolResult> {
    await options.ready(tool.name)
    const { text, data } = await tool.run(input, signal)
    return { content: [{ type: 'text', text }], structuredContent: { status: 'success', data } }
  }

  async function undo(requestedId: string | undefined, signal: AbortSignal): Promise<string> {
    const editId = requestedId ?? undoableEditIds.at(-1)
    const target = (await edits.list(projectId)).find((edit) => edit.editId === editId)
    if (!target || editId === undefined) return nothing[language]
    // A permission to write is none to take back what the author, or another program, has written.
    if (!undoableEditIds.includes(editId) || !options.mayWriteUnasked()) {
      const steps = await edits.preview(projectId, editId)
      const files = await options.proposeUndo(projectId, steps)
      const pages = undoPages(redact(target.label), files, language)
      // Where nothing would be restored the answer names why.
      if (steps.length > 0 && !(await requestApproval(server, pages, signal))) return declined[language]
    }
    const { restored, skipped } = await edits.undo(projectId, editId)
    if (undoableEditIds.includes(editId)) undoableEditIds.splice(undoableEditIds.indexOf(editId), 1)
    return redact(
      [restoredWords[language](restored.length), ...skipped.map(({ path, why }) => `${path}: ${why}`)].join(
        '\n',
      ),
    )
  }

  function listed(
    tool: Pick<Tool, 'describe' | 'schema'> & { readonly name: string; readonly kind: string },
    data: z.ZodObject | undefined,
  ) {
    const inputSchema = z.toJSONSchema(tool.schema, { io: 'input' }) as { readonly type: 'object' } // all are objects
    return {
      name: tool.name,
      description: tool.describe[language],
      inputSchema: { ...inputSchema, type: 'object' as const },
      ...(data && { outputSchema: answerSchema(data) }),
      annotations: { readOnlyHint: tool.kind === 'read', destructiveHint: false, openWorldHint: false },
    }
  }

  function failure(code: string, message: string): CallToolResult {
    return {
      isError: true,
      content: [{ type: 'text', text: redact(`${code}: ${message}`) }],
      structuredContent: { status: 'error', code },
    }
  }

  /** An unforeseen error is reported without its message. */
  function toClientError(error: unknown): { readonly code: string; readonly message: string } {
    if (!isAppError(error)) return { code: ErrorCode.INTERNAL, message: internal[language] }
    const payload = toPayload(error)
    return { code: error.code, message: errorSentence(payload, language) }
  }

  return server
}

/** Of `structuredContent`: the data of the tool, or the code of what went wrong. Further fields may come. */
function answerSchema(data: z.ZodObject) {
  const answer = z.object({
    status: z.enum(['success', 'partial', 'error']),
    data: data.optional(),
    code: z.string().optional(),
  })
  return { ...z.toJSONSchema(answer, { io: 'input' }), type: 'object' as const }
}

const instructions = {
  zh: '这是一本小说的项目。正文在 manuscript/，设定条目在 .creonow/ 下的六个文件夹里。先用 Search、Grep、Glob 找，再用 Read 读；***REDACTED*** 是对你遮住的内容，改的时候要原样留下。',
  en: 'This is the project of one novel. The manuscript is in manuscript/, codex entries are in six folders below .creonow/. Find with Search, Grep and Glob, then Read; ***REDACTED*** stands for what is hidden from you and must stay where it is in an edit.',
}
/** Why the author is to approve, behind the sentence that he could not be reached. */
const approvalReasons = {
  zh: (reset: string | undefined, uncertain: number) =>
    `${reset ?? '这部作品的写入每次都要作者同意。'}${uncertain > 0 ? `另有 ${uncertain} 组地方可能是别的名字，不会改。` : ''}`,
  en: (reset: string | undefined, uncertain: number) =>
    ` ${reset ?? 'In this book the author approves each change.'}${uncertain > 0 ? ` Places that may be other names stay as they are (groups: ${uncertain}).` : ''}`,
} as const
const nothing = { zh: '没有可以撤销的写入。', en: 'There is nothing to undo.' }
const declined = { zh: '作者没有同意，没有撤销。', en: 'The author declined. Nothing was undone.' }
const internal = {
  zh: '程序内部出错，内容没有改动。',
  en: 'Something went wrong inside. Nothing was changed.',
}
const unknownTool = {
  zh: (name: string) => `这里没有 ${name} 这个工具。`,
  en: (name: string) => `There is no tool ${name} here.`,
}
const restoredWords = {
  zh: (count: number) => `已恢复 ${count} 个文件。`,
  en: (count: number) => `Restored ${count} files.`,
}

/** An author reads a diff and thinks about it. */
const waitMs = 30 * 60_000

/**
 * Requests an approval from the author through the client, page by page; each page is shown as it is. False: a page
 * was declined, or not answered. @throws AppError APPROVAL_NEEDED when this client cannot show the question.
 */
async function requestApproval(
  server: Server,
  pages: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  if (!server.getClientCapabilities()?.elicitation?.form) throw approvalNeeded()
  try {
    for (const message of pages) {
      const { action } = await server.elicitInput(
        { message, requestedSchema: { type: 'object', properties: {} } },
        { signal, timeout: waitMs },
      )
      if (action !== 'accept') return false
    }
    return pages.length > 0
  } catch (error) {
    signal.throwIfAborted()
    // No answer in time, or the client has disconnected: not approved.
    if (error instanceof Error) return false
    throw error
  }
}

function approvalNeeded(): AppError {
  return new AppError(ErrorCode.APPROVAL_NEEDED, { why: 'client' })
}
