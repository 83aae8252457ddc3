import type { DraftPlace } from '../drafts/drafts.ts'

/** Where the unfinished words about a service lie; without an id, those about a new one. */
export const providerPlace = (id = ''): DraftPlace => ({ projectId: '', form: 'provider', row: id })
