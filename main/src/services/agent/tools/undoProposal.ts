import { isAppError } from '../../../lib/appError.ts'
import type { UndoStep } from '../../edits/index.ts'
import { createProjectFiles, type ProjectFilePorts } from './projectFiles.ts'
import { proposedFile } from './proposal.ts'
import type { ProposedFile } from './tool.ts'

export interface ProposedUndo extends ProposedFile {
  /** The undone step made the file, which goes into the trash. */
  readonly isRemoved: boolean
}

export type ProposeUndo = (projectId: string, steps: readonly UndoStep[]) => Promise<readonly ProposedUndo[]>

/**
 * What undoing would write, as the author reads a change: all lines, and those another program may read. Of a file
 * that its author hides from other programs they may read none.
 */
export function createUndoProposal(ports: ProjectFilePorts): ProposeUndo {
  const files = createProjectFiles(ports)

  async function mayBeRead(projectId: string, path: string): Promise<boolean> {
    try {
      await files.resolve(projectId, path)
      return true
    } catch (error) {
      if (isAppError(error)) return false
      throw error
    }
  }

  return async (projectId, steps) => {
    const proposed: ProposedUndo[] = []
    for (const { path, current, restored } of steps) {
      const before = await files.view(projectId, path, current)
      const text = restored ?? ''
      const { spans } = await files.view(projectId, path, text)
      const hidden = spans.filter(({ kind }) => kind === 'hidden')
      const after = { text, hidden, replacements: [] }
      const change = { path, before, after, baseHash: null, uncertain: [] }
      const file = { ...proposedFile(change, []), isRemoved: restored === null }
      proposed.push((await mayBeRead(projectId, path)) ? file : { ...file, redactedDiff: undefined })
    }
    return proposed
  }
}
