export { createDailyWords, type DailyWords } from './daily/dailyWords.ts'
export { type BookExport, createBookExport } from './export/exportBook.ts'
export { type ChapterHistory, createChapterHistory } from './history/chapterHistory.ts'
export { createRestoring, type Restoring } from './history/restoring.ts'
export { type VersionCause, versionCauses } from './history/version.ts'
export { previewBook } from './import/book.ts'
export type { ImportResult, ImportSource } from './import/importNovel.ts'
export { chineseNumberClass, parseChineseNumber, parseEnglishNumber } from './import/numbers.ts'
export {
  createManuscriptService,
  type ManuscriptOptions,
  type ManuscriptService,
  type SavedDocument,
  type StoredDocument,
} from './manuscriptService.ts'
export type { Rewritten } from './rearrange/carryOut.ts'
export { createRearranging, type Rearranging } from './rearrange/rearranging.ts'
export type { ReferenceHolder } from './rearrange/steps.ts'
export { createTrash, type Discarded, type Trash } from './rearrange/trash.ts'
export { type BookSearch, createBookSearch } from './search/bookSearch.ts'
export { createExpressionThread } from './search/expressionThread.ts'
