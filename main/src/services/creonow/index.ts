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
export { type Terminology, terminologyProblem } from './terminology.ts'
export {
  createWatchingService,
  type ProjectChange,
  type WatchingOptions,
  type WatchingService,
} from './watching.ts'
