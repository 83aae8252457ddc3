export { type AnchorChapter, type AnchorPlace, anchorOf, findAnchor } from './anchors.ts'
export { createChapterTexts } from './chapterTexts.ts'
export { type Anchor, anchorSchema } from './threadsFile.ts'
export { createThreadsService, type ThreadsService } from './threadsService.ts'
