import { structuredPatch } from 'diff'
import type { ProposedFile } from './tool.ts'

/** A file before and after the change. */
export interface Change {
  readonly path: string
  /** Undefined: there is no file. */
  readonly before: string | undefined
  readonly after: string
  /** sha256hex of the bytes that were read; null: there was no file. */
  readonly baseHash: string | null
}

/** Edits beyond which a comparison would take too long: then all of the old goes and all of the new comes. */
const maxEditLength = 4000

/** What the author is shown of a change: lines as they are in the file, nothing redacted. */
export function proposedFile({ path, before, after }: Change): ProposedFile {
  const isNew = before === undefined
  const old = before ?? ''
  const patch = structuredPatch(path, path, old, after, undefined, undefined, { context: 1, maxEditLength })
  if (!patch) {
    const removed = old.split('\n')
    const added = after.split('\n')
    const diff = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)].join('\n')
    return { path, isNew, added: added.length, removed: removed.length, diff }
  }
  const lines = patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: all }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...all,
  ])
  const starting = (sign: string) => lines.filter((line) => line.startsWith(sign)).length
  return { path, isNew, added: starting('+'), removed: starting('-'), diff: lines.join('\n') }
}
