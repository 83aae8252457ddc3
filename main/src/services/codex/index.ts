export { codexLock, entryProblem } from './codexFiles.ts'
export {
  type CodexOptions,
  type CodexService,
  createCodexService,
  type ListedEntry,
} from './codexService.ts'
export type { CodexEntry } from './entry.ts'
export type { EntryVisibility } from './entryVisibility.ts'
export { createExchange } from './exchange/index.ts'
export type { CodexExchange } from './exchangePort.ts'
export { createFold, type Fold } from './fold.ts'
export type { NamePlace, UncertainPlace, WholeName } from './wholeName.ts'
