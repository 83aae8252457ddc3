export { type AllowStore, createAllowStore } from './allowStore.ts'
export { createSecretFinder } from './presetFinder.ts'
export {
  createRedactionReview,
  type RedactionReview,
} from './review.ts'
export { withTimeout as inTime } from './withTimeout.ts'
