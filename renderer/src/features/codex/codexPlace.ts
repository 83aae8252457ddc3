import type { DraftPlace } from '../drafts/drafts.ts'
import type { CodexType, OpenEntry } from './codexModel.ts'

const place = (projectId: string, row: string): DraftPlace => ({ projectId, form: 'codex', row })

/** Where the unfinished changes of an entry lie. */
export const entryPlace = (projectId: string, id: string): DraftPlace => place(projectId, id)

/** One unfinished new entry per kind, and one per name that was suggested. */
export const newPlace = (projectId: string, type: CodexType, name = ''): DraftPlace =>
  place(projectId, `new ${type} ${name}`)

export const codexPlace = (projectId: string, { entry, hash }: OpenEntry): DraftPlace =>
  hash === null ? newPlace(projectId, entry.type, entry.name) : entryPlace(projectId, entry.id)
