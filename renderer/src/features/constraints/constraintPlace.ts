import type { DraftPlace } from '../drafts/drafts.ts'

/** Where the unfinished words of a constraint lie; without an id, those of a new one. */
export const constraintPlace = (projectId: string, id = 'new'): DraftPlace => ({
  projectId,
  form: 'constraint',
  row: id,
})
