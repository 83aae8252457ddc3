export { type BookName, type BookNames, createBookNames, foldName, type SentChapter } from './bookNames.ts'
export type { NameKind } from './hanJudge.ts'
export { untitled } from './latinJudge.ts'
