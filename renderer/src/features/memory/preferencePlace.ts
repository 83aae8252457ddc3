import type { DraftPlace } from '../drafts/drafts.ts'

/** Where the unfinished words of a preference lie; without an id, those of a new one. */
export const preferencePlace = (projectId: string, id = 'new'): DraftPlace => ({
  projectId,
  form: 'preference',
  row: id,
})
