export { type AnchorChapter, type AnchorPlace, anchorOf, findAnchor } from './anchors.ts'
export { type Anchor, anchorSchema } from './threadsFile.ts'
export { createThreadsService, type ThreadsService } from './threadsService.ts'
