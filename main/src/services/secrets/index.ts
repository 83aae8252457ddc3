export { type AllowedText, type AllowStore, type AllowStoreOptions, createAllowStore } from './allowStore.ts'
export { inTime } from './inTime.ts'
export {
  createSecretFinder,
  type FoundSecret,
  type SecretFinder,
  type SecretFinderOptions,
} from './presetFinder.ts'
export {
  createRedactionReview,
  type MaskedMatch,
  type RedactionReview,
  type ReviewOptions,
} from './review.ts'
