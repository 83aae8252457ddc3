import { setImmediate as otherWork } from 'node:timers/promises'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../../lib/appError.ts'
import { requireWritable } from '../../edits/index.ts'
import type { PermissionStore } from '../permissions.ts'
import type { ProjectFiles } from './projectFiles.ts'
import {
  type Change,
  type ChangePlace,
  partOf,
  placesIn,
  proposedFile,
  type UncertainReplacement,
} from './proposal.ts'
import { createLineCount } from './replacements.ts'
import type { ProposedChange, ToolContext, UncertainGroup } from './tool.ts'
import { shownText } from './view.ts'

interface Failure {
  readonly path: string
  readonly error: AppError
}

export interface Applied {
  /** With what was written of them. */
  readonly written: readonly (Change & {
    /** Changed places. */
    readonly placeCount: number
  })[]
  readonly failures: readonly Failure[]
  /** Places that the author left out of an approval. */
  readonly declined: readonly DeclinedPlace[]
  /** Uncertain places that the author chose; all of them were written but those in `failures`. */
  readonly chosen: ReadonlySet<UncertainReplacement>
  readonly editId: string
}

interface DeclinedPlace {
  readonly path: string
  /** Of the text before, from 1. */
  readonly line: number
  /** What would have been removed, as the model sees it. */
  readonly text: string
}

export interface Applying {
  readonly files: ProjectFiles
  readonly permissions: Pick<PermissionStore, 'of'>
  /** How often a text contains a key that is stored in the settings. */
  readonly countStoredKeys: (text: string) => number
  /** Runs before many files are written; what it throws leaves them as they are. */
  readonly beforeMany?: ((projectId: string) => Promise<unknown>) | undefined
}

/** So many files in one call are a change of the whole book. */
const manyFiles = 5

/**
 * Requests an approval where the permissions demand it, then writes one file after the other. A file that was changed
 * meanwhile is not written, and is named. @throws AppError AGENT_PATH_FORBIDDEN and AGENT_STORED_KEY before
 * any approval, AGENT_REFUSED, APPROVAL_NEEDED.
 */
export async function applyChanges(
  { files, permissions, countStoredKeys, beforeMany }: Applying,
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
  const planned = changes.map((change) => ({ change, places: placesIn(change) }))
  const definite = ({ uncertain }: ChangePlace) => uncertain === undefined
  let isChosen = (place: ChangePlace, _placeId: number) => definite(place)
  if (permissions.of(projectId).writes === 'ask') {
    const proposed = []
    let placeId = 0
    for (const { change, places } of planned) {
      proposed.push(proposedFile(change, places, placeId))
      placeId += places.length
      await otherWork()
    }
    const approved = await requireApproval({ kind: 'edit', tool, files: proposed, uncertain }, context)
    if (approved !== true) isChosen = (_place, id) => approved.has(id)
  }
  if (changes.length >= manyFiles) await beforeMany?.(projectId)
  const round = context.round()
  const written: Applied['written'][number][] = []
  const failures: Failure[] = []
  const declined: DeclinedPlace[] = []
  const chosen = new Set<UncertainReplacement>()
  let firstPlaceId = 0
  for (const { change, places } of planned) {
    signal.throwIfAborted()
    const parts = new Set(places.filter((place, index) => isChosen(place, firstPlaceId + index)))
    firstPlaceId += places.length
    const leftOut = places.filter((place) => definite(place) && !parts.has(place))
    const lineAt = createLineCount(change.before?.original ?? '')
    for (const { from, to } of leftOut)
      declined.push({
        ...{ path: change.path, line: lineAt(from) },
        text: change.before ? shownText(change.before, from, to) : '',
      })
    for (const { uncertain: each } of parts) if (each) chosen.add(each)
    if (parts.size === 0) continue
    try {
      const isWhole = leftOut.length === 0 && [...parts].every(definite)
      const after = isWhole ? change.after : partOf(change, places, parts)
      if (!isWhole) await files.viewAfter(projectId, change.path, after, change.before?.original)
      const { hash } = await round.write(change.path, after.text, change.baseHash)
      reads.wrote(change.path, { hash, mtimeMs: await files.mtimeOf(projectId, change.path) })
      written.push({ ...change, after, placeCount: parts.size })
    } catch (error) {
      if (!isAppError(error)) throw error
      failures.push({ path: change.path, error })
    }
  }
  const [first] = failures
  if (first && written.length === 0) throw first.error
  return { written, failures, declined, chosen, editId: round.editId }
}

/** True: all but uncertain places; otherwise the ids of what was chosen. @throws AppError AGENT_REFUSED. */
export async function requireApproval(
  change: ProposedChange,
  context: ToolContext,
): Promise<true | ReadonlySet<number>> {
  const approved = await context.approve(change)
  context.signal.throwIfAborted()
  if (approved === true || (approved !== false && approved.size > 0)) return approved
  throw new AppError(ErrorCode.AGENT_REFUSED)
}
