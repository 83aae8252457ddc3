export { type AllowedText, type AllowStore, type AllowStoreOptions, createAllowStore } from './allowStore.ts'
export {
  createSecretFinder,
  type SecretFinder,
  type SecretFinderOptions,
  type SecretFinding,
} from './presetFinder.ts'
export {
  createRedactionReview,
  type MaskedMatch,
  type RedactionReview,
  type ReviewOptions,
} from './review.ts'
export { withTimeout as inTime } from './withTimeout.ts'
