export { type ChapterPlans, createChapterPlans } from './book/chapterPlans.ts'
export type { CreateId } from './book/entries.ts'
export { createDailyWords, type DailyWords } from './daily/dailyWords.ts'
export { blocksOf, toBookChapter } from './export/chapterBlocks.ts'
export { type BookExport, createBookExport } from './export/exportBook.ts'
export { exportFormatOf } from './export/makeFile.ts'
export { type ChapterHistory, createChapterHistory } from './history/chapterHistory.ts'
export { createRestoring, type Restoring } from './history/restoring.ts'

export { type BookContent, previewBook } from './import/book.ts'
export { openFolder } from './import/fileTree.ts'
export { importExtensions, importFormats } from './import/formats.ts'
export { chineseNumberClass, parseChineseNumber, parseEnglishNumber } from './import/numbers.ts'
export {
  createManuscriptService,
  type ManuscriptService,
} from './manuscriptService.ts'
export { createRearranging, type Rearranging } from './rearrange/rearranging.ts'
export { createTrash } from './rearrange/trash.ts'
export { type BookSearch, createBookSearch } from './search/bookSearch.ts'
export { createExpressionThread } from './search/expressionThread.ts'
