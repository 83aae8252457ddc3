export { type CardDrafts, createCardDrafts } from './cardDrafts.ts'
export { createDraftDecisions } from './draftDecisions.ts'
export { createDraftReading, type ReadingPorts } from './draftReading.ts'
