import { once } from 'node:events'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import about from '../../../../package.json' with { type: 'json' }
import { permissionResetSentence } from '../../contract/sentences/permissionReset.ts'
import { viewOf } from '../../services/agent/index.ts'
import { languageOfTag } from '../language.ts'
import type { ChapterPorts } from '../mcp/chapterResources.ts'
import { createMcpServer } from '../mcp/mcpServer.ts'
import type { PromptRequest } from '../mcp/ownTools.ts'
import { call } from './dispatch.ts'
import { explanationOf } from './explain.ts'
import { formatNotices } from './noticeSentences.ts'
import { bringIndexUpToDate, openProject } from './openProject.ts'
import type { Command, CommandContext } from './terminal.ts'

/** Tools that need the index. */
const needsIndex = new Set(['Search', 'Assemble', 'Explain'])

/**
 * `mcp --project DIR [--write] [--debug]`: one book for another program, over the Model Context Protocol on stdin and
 * stdout, until the other side ends it.
 */
export const mcp: Command = async (context) => {
  const { app, input, output, line, signal } = context
  const { projects, permissions, tools, edits, proposeUndo } = app.services
  const { projectId } = await openProject(context)
  const { language } = await projects.profile(projectId)
  const requestedLanguage = line.values.lang
  const uiLanguage = languageOfTag(requestedLanguage ?? '') ?? language
  let indexing: Promise<void> | undefined
  const server = createMcpServer({
    ...{ projectId, language, version: about.version, tools, edits, proposeUndo, logger: app.logger },
    write: line.values.write === true,
    mayWriteUnasked: () => permissions.of(projectId).writes === 'always',
    approvalReason() {
      const { reset } = permissions.of(projectId)
      return reset && permissionResetSentence(reset, language)
    },
    redact: (text) => app.redactText(text, projectId),
    async ready(tool) {
      if (!needsIndex.has(tool)) return
      indexing ??= bringIndexUpToDate(context, projectId)
      try {
        await indexing
      } catch (error) {
        // The next question tries again.
        indexing = undefined
        throw error
      }
    },
    assemble: async (requested, requestSignal) => {
      const request = await requestOf(context, projectId, requested)
      const assembled = await call({ ...context, signal: requestSignal }, 'context:assemble', request)
      return { prompt: assembled.prompt, notices: formatNotices(assembled, uiLanguage) }
    },
    chapters: chapterPorts(context, projectId),
    async skills() {
      const { skills } = await call(context, 'skills:list', { projectId })
      return skills
        .filter(({ error }) => error === undefined)
        .map(({ id, name }) => ({ id, name: app.redactText(name, projectId) }))
    },
    explain: line.values.debug
      ? async (requested, requestSignal) => {
          const request = await requestOf(context, projectId, requested)
          const inspected = await call({ ...context, signal: requestSignal }, 'context:inspect', request)
          return explanationOf(inspected, uiLanguage)
        }
      : undefined,
  })
  const closed = Promise.withResolvers<void>()
  server.onclose = () => closed.resolve()
  const transport = new StdioServerTransport(input, output)
  await server.connect(transport)
  const end = () => void server.close()
  signal.addEventListener('abort', end, { once: true })
  // The other program has closed the connection: no more requests come.
  once(input, 'end').then(end, end)
  await closed.promise
}

function chapterPorts(context: CommandContext, projectId: string): ChapterPorts {
  const { app, session } = context
  const { watching } = app.services
  return {
    async list() {
      const { documents } = await call(context, 'documents:list', { projectId })
      return documents
        .filter(({ path, missing }) => path !== null && !missing)
        .map(({ documentId, title }) => ({ documentId, title: app.redactText(title, projectId) }))
    },
    async read(documentId, signal) {
      const { text } = await call({ ...context, signal }, 'documents:read', { projectId, documentId })
      return viewOf(text, await app.redact(text, 'manuscript', projectId)).text
    },
    async watch(listener) {
      watching.onChanged(listener)
      await watching.start(projectId, session.id)
    },
  }
}

async function requestOf(context: CommandContext, projectId: string, requested: PromptRequest) {
  const { document: documentId, cursor, selection, skill, input, window } = requested
  const { text } = await call(context, 'documents:read', { projectId, documentId })
  return {
    ...{ projectId, documentId, skillId: skill, stateless: true as const },
    cursorPosition: cursor ?? selection?.to ?? text.length,
    ...(selection === undefined ? {} : { selection }),
    ...(input === undefined ? {} : { additionalInput: input }),
    ...(window === undefined ? {} : { limits: { window } }),
  }
}
