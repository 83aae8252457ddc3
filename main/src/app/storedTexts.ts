import { checkProjectPath } from '../lib/containedPath.ts'
import type { Language, Source } from '../services/context/index.ts'
import type { RedactionScope } from '../services/redaction/index.ts'

/** Reads again what a row of evidence names, whole, from the source that knows the path. */
export function createStoredTexts(
  sources: readonly Source[],
  languageOf: (projectId: string) => Promise<Language>,
) {
  return async (
    projectId: string,
    path: string,
  ): Promise<{ readonly text: string; readonly redaction: RedactionScope } | undefined> => {
    // Some sources are no paths (`memory:…`); what is one must not lead out of the project.
    checkProjectPath(path, 'linux')
    const request = { projectId, documentId: '', skillId: '', language: await languageOf(projectId) }
    for (const source of sources) {
      const reread = await source.reread?.({ path }, request)
      if (reread) return { text: reread.text, redaction: source.redaction ?? 'creonow' }
    }
    return undefined
  }
}
