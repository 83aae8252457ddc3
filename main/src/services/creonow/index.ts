export { type AuthorFiles, createAuthorFiles } from './authorFiles.ts'
export {
  type ConstraintPatch,
  type ConstraintsStore,
  type ConstraintsStoreOptions,
  createConstraintsStore,
  type NewConstraint,
  type PromptConstraints,
} from './constraintsStore.ts'
export type { FileProblem, Listing, ProblemFile, TextFile } from './creonowFiles.ts'
export {
  type CreonowService,
  type CreonowServiceOptions,
  createCreonowService,
  type TerminologyProblem,
} from './creonowService.ts'
export { type EditableTerminology, type Terminology, terminologyProblem } from './terminology.ts'
export { createTerminologyStore, type TerminologyStore } from './terminologyStore.ts'
export {
  createWatchingService,
  type ProjectChange,
  type WatchingOptions,
  type WatchingService,
} from './watching.ts'
