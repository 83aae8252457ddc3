import { describeNotice } from '../contract/sentences/codedSentence.ts'
import { chapterNamed } from '../lib/chapterPositions.ts'
import { withoutHidden } from '../lib/visibleText.ts'
import { createPermissionStore, createTools } from '../services/agent/index.ts'
import { scanStoredKeys } from '../services/redaction/index.ts'
import type { Content } from './content.ts'
import type { Core } from './core.ts'
import type { Building } from './options.ts'

/** The tools that work on a book, and what they may do unasked. */
export function createAgentTools({ options }: Building, core: Core, content: Content) {
  const { projects, versioned, redactor, settings, keys, logger } = core
  const { codex, manuscript, retrieval } = content
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
    wholeName: codex.wholeName,
    rootOf: projects.rootOf,
    countStoredKeys: (text) => scanStoredKeys(withoutHidden(text), keys.values()).length,
    developerMode: () => settings.current().developerMode,
    environment: options.environment ?? process.env,
  })
  return { permissions, tools }
}
