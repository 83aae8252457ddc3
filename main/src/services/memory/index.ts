export type { Generate } from './distil.ts'

export {
  createMemoryService,
  type MemoryService,
  type MemoryServiceOptions,
  type NewEpisode,
} from './memoryService.ts'

export type { EpisodicProvider } from './recall.ts'
export { bigrams } from './similarity.ts'
