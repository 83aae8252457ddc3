export { type BookViews, createBookViews } from './bookViews.ts'
export { codexLock, entryProblem } from './codexFiles.ts'
export {
  type CodexService,
  createCodexService,
} from './codexService.ts'
export { aliasNames, type CodexEntry } from './entry.ts'
export type { EntryVisibility } from './entryVisibility.ts'
export { createExchange } from './exchange/index.ts'
export type { CodexExchange } from './exchangePort.ts'
export { createFold, type Fold } from './fold.ts'
export { beginsLikePerson } from './nameWords.ts'
export type { WholeName } from './wholeName.ts'
