export { createEmbeddingProvider, type EmbeddingProvider } from './embedding.ts'
export { createRetrievalService, type RetrievalService } from './retrievalService.ts'
export { createSynopsesService, type SynopsesService, synopsisProblem } from './synopses.ts'
export { eachRun, fold, pairsOf } from './terms.ts'
export type {
  Hit,
  RetrievalOptions,
} from './types.ts'
export { createVolumeSynopses, type VolumeSynopses } from './volumeSynopses.ts'
