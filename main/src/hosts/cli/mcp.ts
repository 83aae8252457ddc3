import { once } from 'node:events'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import about from '../../../../package.json' with { type: 'json' }
import { permissionResetSentence } from '../../contract/sentences/permissionReset.ts'
import { languageOfTag } from '../language.ts'
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
      return [...formatNotices(assembled, uiLanguage), assembled.prompt].join('\n')
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

async function requestOf(context: CommandContext, projectId: string, requested: PromptRequest) {
  const { document: documentId, cursor, skill, input, window } = requested
  const { text } = await call(context, 'documents:read', { projectId, documentId })
  return {
    ...{ projectId, documentId, skillId: skill, stateless: true as const },
    cursorPosition: cursor ?? text.length,
    ...(input === undefined ? {} : { additionalInput: input }),
    ...(window === undefined ? {} : { limits: { window } }),
  }
}
