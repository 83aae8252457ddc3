export { type AuthorFiles, createAuthorFiles } from './authorFiles.ts'
export {
  type ConstraintsStore,
  type ConstraintsStoreOptions,
  createConstraintsStore,
} from './constraintsStore.ts'
export type { TextFile } from './creonowFiles.ts'
export {
  type CreonowService,
  createCreonowService,
} from './creonowService.ts'
export { terminologyProblem } from './terminology.ts'
export { createTerminologyStore, type TerminologyStore } from './terminologyStore.ts'
export {
  createWatchingService,
  type WatchingService,
} from './watching.ts'
