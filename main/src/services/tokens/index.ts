export { createEstimatingTokenizer, estimateTokens } from './estimate.ts'
export { createHuggingFaceTokenizer, TokenizerFileError } from './huggingFace/index.ts'
export { createRangeCounts, type RangeCounts } from './rangeCounts.ts'
export type { EncodingName } from './rankTable.ts'
export { startsLine } from './split.ts'
export { createTextCounter } from './textCounter.ts'
export {
  createTokenizer,
  type SplittingTokenizer,
  type TableStore,
} from './tokenizer.ts'
export type { Tokenizer } from './types.ts'
