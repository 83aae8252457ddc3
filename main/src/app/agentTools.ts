import { createPermissionStore, createTools } from '../services/agent/index.ts'
import type { Core } from './core.ts'

/** The tools that work on a book, and what they may do unasked. */
export function createAgentTools(core: Core) {
  const { projects, versioned, redactor, logger } = core
  const permissions = createPermissionStore({ exists: projects.exists, versioned })
  const tools = createTools({
    logger,
    languageOf: async (projectId) => (await projects.profile(projectId)).language,
    redactText: redactor.redactText,
  })
  return { permissions, tools }
}
