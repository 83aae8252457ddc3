import type { DraftPlace } from '../drafts/drafts.ts'
import type { CodexType } from './codexModel.ts'

const place = (projectId: string, row: string): DraftPlace => ({ projectId, form: 'codex', row })

/** Where the unfinished changes of an entry lie. */
export const entryPlace = (projectId: string, id: string): DraftPlace => place(projectId, id)

/** One unfinished new entry per kind, and one per name that was suggested. */
export const newPlace = (projectId: string, type: CodexType, name = ''): DraftPlace =>
  place(projectId, `new ${type} ${name}`)
