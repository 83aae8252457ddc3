import { setImmediate as otherWork } from 'node:timers/promises'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../../lib/appError.ts'
import { requireWritable } from '../../edits/index.ts'
import type { PermissionStore } from '../permissions.ts'
import type { ProjectFiles } from './projectFiles.ts'
import { type Change, proposedFile } from './proposal.ts'
import type { ProposedChange, ToolContext, UncertainGroup } from './tool.ts'

interface Failure {
  readonly path: string
  readonly error: AppError
}

export interface Applied {
  readonly written: readonly Change[]
  readonly failures: readonly Failure[]
  readonly editId: string
}

export interface Applying {
  readonly files: ProjectFiles
  readonly permissions: Pick<PermissionStore, 'of'>
  /** How often a text contains a key that is stored in the settings. */
  readonly countStoredKeys: (text: string) => number
}

/**
 * Requests an approval where the permissions demand it, then writes one file after the other. A file that was changed
 * meanwhile is not written, and is named. @throws AppError AGENT_PATH_FORBIDDEN and AGENT_STORED_KEY before
 * any approval, AGENT_REFUSED, APPROVAL_NEEDED.
 */
export async function applyChanges(
  { files, permissions, countStoredKeys }: Applying,
  tool: 'Edit' | 'MultiEdit' | 'Write',
  changes: readonly Change[],
  uncertain: readonly UncertainGroup[],
  context: ToolContext,
): Promise<Applied> {
  const { projectId, signal, reads } = context
  for (const { path, before, after } of changes) {
    requireWritable(path)
    if (countStoredKeys(after.text) > countStoredKeys(before?.original ?? ''))
      throw new AppError(ErrorCode.AGENT_STORED_KEY, { why: 'text', path })
  }
  if (permissions.of(projectId).writes === 'ask') {
    const proposed = []
    for (const change of changes) {
      proposed.push(proposedFile(change))
      await otherWork()
    }
    await requireApproval({ kind: 'edit', tool, files: proposed, uncertain }, context)
  }
  const round = context.round()
  const written: Change[] = []
  const failures: Failure[] = []
  for (const change of changes) {
    signal.throwIfAborted()
    try {
      const { hash } = await round.write(change.path, change.after.text, change.baseHash)
      reads.wrote(change.path, { hash, mtimeMs: await files.mtimeOf(projectId, change.path) })
      written.push(change)
    } catch (error) {
      if (!isAppError(error)) throw error
      failures.push({ path: change.path, error })
    }
  }
  const [first] = failures
  if (first && written.length === 0) throw first.error
  return { written, failures, editId: round.editId }
}

export async function requireApproval(change: ProposedChange, context: ToolContext): Promise<void> {
  const isApproved = await context.approve(change)
  context.signal.throwIfAborted()
  if (isApproved) return
  throw new AppError(ErrorCode.AGENT_REFUSED)
}
