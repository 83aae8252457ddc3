import { codexLock, entryProblem } from '../services/codex/index.ts'
import { terminologyProblem } from '../services/creonow/index.ts'
import { createEditJournal, type EditJournal, type WritableKind } from '../services/edits/index.ts'
import type { ManuscriptService } from '../services/manuscript/index.ts'
import { synopsisProblem } from '../services/retrieval/index.ts'
import type { Core } from './core.ts'

/** The one journal of writes to several files. `remove` puts a chapter into the trash. */
export function createEdits(
  { projects, versioned, files, clock, logger }: Core,
  manuscript: Pick<ManuscriptService, 'save' | 'add'>,
  remove: (projectId: string, documentId: string) => Promise<unknown>,
): EditJournal {
  return createEditJournal({
    projects,
    documents: { save: manuscript.save, add: manuscript.add, remove },
    problemOf,
    lockOf: (kind) => (kind === 'entry' ? codexLock : undefined),
    withFolderLock: versioned.withFolderLock,
    wrote: files.wrote,
    clock,
    logger,
  })
}

function problemOf(kind: WritableKind, path: string, text: string): string | undefined {
  if (kind === 'entry') return entryProblem(path, text)
  if (kind === 'terminology') return terminologyProblem(text)
  if (kind === 'synopsis') return synopsisProblem(text)
  return undefined
}
