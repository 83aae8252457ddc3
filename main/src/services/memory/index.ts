export type { Generate } from './distil.ts'
export {
  createMemoryService,
  type MemoryService,
  type MemoryServiceOptions,
  type NewEpisode,
} from './memoryService.ts'
export type { Candidate } from './preferencesStore.ts'
export {
  createLexicalProvider,
  type EpisodeQuery,
  type EpisodicProvider,
  type RecalledEpisode,
} from './recall.ts'
