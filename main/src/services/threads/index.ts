export { createThreadsService, type ThreadsService } from './threadsService.ts'
