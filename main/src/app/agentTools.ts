import { describeNotice } from '../contract/sentences/codedSentence.ts'
import { fromPayload } from '../lib/appError.ts'
import { chapterNamed } from '../lib/chapterPositions.ts'
import { sha256Hex } from '../lib/hash.ts'
import { withoutHidden } from '../lib/visibleText.ts'
import {
  createPermissionStore,
  createTools,
  createUndoProposal,
  type ForEachRequest,
} from '../services/agent/index.ts'
import type { JobRunner, JobStart } from '../services/jobs/index.ts'
import { scanStoredKeys } from '../services/redaction/index.ts'
import type { Content } from './content.ts'
import type { Core } from './core.ts'
import type { Building } from './options.ts'

/** The tools that work on a book, and what they may do unasked. */
export function createAgentTools({ options }: Building, core: Core, content: Content, bookJobs: JobRunner) {
  const { projects, versioned, redactor, settings, keys, logger } = core
  const { codex, manuscript, retrieval } = content
  const { environment = process.env } = options
  const permissions = createPermissionStore({ rootOf: projects.rootOf, versioned })

  const tools = createTools({
    ...{ projects, redactor, permissions, logger },
    languageOf: async (projectId) => (await projects.profile(projectId)).language,
    redactText: redactor.redactText,
    excludedPaths: codex.listHiddenPaths,
    async search(projectId, { query, k, before }, signal) {
      const scope =
        before === undefined ? {} : { before: (await manuscript.locate(projectId, before)).documentId }
      const { results, notices } = await retrieval.answer(
        projectId,
        { queries: [query], k, ...scope },
        signal,
      )
      const chapters = await manuscript.list(projectId)
      return {
        hits: (results[0] ?? []).flatMap(({ documentId, from, to, score }) => {
          const path = chapterNamed(chapters, documentId)?.path
          return path ? [{ path, from, to, score }] : []
        }),
        notes: notices.map((notice) => ({
          zh: describeNotice(notice, 'zh'),
          en: describeNotice(notice, 'en'),
        })),
      }
    },
    async entries(projectId) {
      const hiddenPaths = await codex.listHiddenPaths(projectId)
      return (await codex.list(projectId)).filter(({ path }) => !hiddenPaths.has(path))
    },
    entryAsOf: codex.entryAsOf,
    chapters: manuscript.list,
    forEach: {
      preview: (projectId, request) => bookJobs.preview(projectId, startOf(request)),
      async run(projectId, request, signal) {
        const { job, answers, spending } = await bookJobs.run(projectId, startOf(request), signal)
        return {
          ...{ spending, error: job.error && fromPayload(job.error) },
          answers: answers.map(({ documentId, text, error }) => ({
            documentId,
            ...(error ? { error: error.code } : text === undefined ? {} : { text }),
          })),
        }
      },
    },
    wholeName: codex.wholeName,
    rootOf: projects.rootOf,
    beforeMany: (projectId) => content.snapshots.create(projectId, 'agent'),
    countStoredKeys: (text) => scanStoredKeys(withoutHidden(text), keys.values()).length,
    developerMode: () => settings.current().developerMode,
    environment,
  })
  const proposeUndo = createUndoProposal({ projects, redactor, excludedPaths: codex.listHiddenPaths })
  return { permissions, tools, proposeUndo }
}

/** The same conversation with the same instruction and model goes on with what it has, also after its process was killed. */
function startOf({ instruction, chapters, modelId, conversationId }: ForEachRequest): JobStart {
  const jobId = `j_${sha256Hex(JSON.stringify([conversationId, modelId, instruction, chapters])).slice(0, 20)}`
  return { request: { kind: 'forEach', instruction, chapters }, modelId, jobId }
}
