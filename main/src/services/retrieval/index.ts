export { createEmbeddingProvider, type EmbeddingEndpoint, type EmbeddingProvider } from './embedding.ts'
export { createRetrievalService, type RetrievalService } from './retrievalService.ts'
export { createSynopsesService, type SynopsesService, type Synopsis, synopsisProblem } from './synopses.ts'
export type {
  Answer,
  DocumentRange,
  DocumentSource,
  Hit,
  IndexProgress,
  IndexStatus,
  ListedDocument,
  RetrievalOptions,
  SearchScope,
  WindowAnswer,
  WindowHit,
} from './types.ts'
