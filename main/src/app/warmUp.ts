import type { WarmUp } from '../services/context/index.ts'
import type { Content } from './content.ts'
import type { Core } from './core.ts'
import type { Models } from './models.ts'

/**
 * Resolves when a project's chapters, codex, names and the tokenizer of its next request are loaded; started once per
 * project, and never failing: what cannot be read is tried again, and reported, by the request that needs it. The
 * passage index is not included. Undefined when everything is loaded.
 */
// What the first requests need takes longer to read than their sources may.
export function createWarmUp({ projects, files, logger }: Core, models: Models, content: Content): WarmUp {
  const { manuscript, codex, creonow, memory, threads } = content
  const inProgress = new Map<string, Promise<void>>()
  const ready = new Set<string>()

  async function warm(projectId: string): Promise<void> {
    const { language } = await projects.profile(projectId)
    const nowhere = { documentId: '', cursorPosition: 0, windowText: '' }
    await Promise.all([
      manuscript.list(projectId),
      codex.all(projectId),
      creonow.listSettings(projectId),
      memory.warmUp(projectId),
      // A book with threads reads all its chapters once.
      threads.openAt(projectId, { ...nowhere, language }),
      models.tokenizers.ofModel(models.find(undefined)),
    ])
  }

  return (projectId) => {
    if (ready.has(projectId)) return undefined
    const existing = inProgress.get(projectId)
    if (existing) return existing
    const warming = files
      .during(() => warm(projectId))
      .then(() => void ready.add(projectId))
      .catch((error: unknown) => {
        inProgress.delete(projectId)
        logger.warn({ projectId, cause: String(error) }, 'project not warmed up')
      })
    inProgress.set(projectId, warming)
    return warming
  }
}
