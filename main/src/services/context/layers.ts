import type { BudgetLayers, ChunkKind, LayerName } from './types.ts'

/** Order of the prompt, fixed by the owner: no setting can change it. */
export const layerOrder: readonly LayerName[] = ['rules', 'settings', 'retrieved', 'immediate']

/** Cuts go from the back of this list of layers to the cursor; Rules are never in it. */
export const trimOrder: readonly LayerName[] = ['retrieved', 'settings', 'immediate']

export const defaultBudget: BudgetLayers = {
  rules: { ratio: 0.15, minimumTokens: 500 },
  settings: { ratio: 0.1, minimumTokens: 200 },
  retrieved: { ratio: 0.25, minimumTokens: 0 },
  immediate: { ratio: 0.5, minimumTokens: 2000 },
}

/** Order of kinds inside a layer. Within a kind chunks keep the order of their source (see `comparePlace`). */
export const kindOrder: Record<LayerName, readonly ChunkKind[]> = {
  rules: ['constraint', 'style', 'terminology', 'entry'],
  settings: ['profile', 'file', 'preference'],
  retrieved: ['entry', 'neighbour', 'synopsis', 'passage', 'episode'],
  immediate: ['previous', 'before', 'after', 'selection', 'working', 'instruction'],
}

/** Scores in Retrieved, range [0,1]. */
export const score = {
  pinned: 1,
  inRequest: 0.95,
  /** Detected in the window: nearer to the cursor counts more. */
  inWindow: (distance: number, window: number) => 0.9 - 0.2 * Math.min(1, distance / Math.max(1, window)),
  /** Rules only: named above the window. Always below what is in it. */
  earlier: (distance: number, window: number) => (0.7 * window) / (window + distance),
  synopsis: [0.7, 0.65, 0.6],
  passage: (relative: number) => 0.6 * relative,
  neighbour: 0.4,
  episode: (similarity: number) => 0.5 * similarity,
} as const

export const limit = {
  capacityTokens: 64_000,
  historyTokens: 4000,
  retrievedChunks: 200,
  textAfterTokens: 500,
  workingMemoryTokens: 500,
  /** Fewer tokens than this before the cursor: the end of the previous chapter fills the rest. */
  textBeforeTokens: 2000,
  /** Passages that survive the first cut. */
  bestPassages: 5,
  /** As near as the start of a sentence comes to a limit; a window is not cut inside one for less. */
  sentenceTokens: 64,
  /** Share of its space that a moved window leaves free, so that writing on only appends. */
  slack: 0.5,
  /** Estimated counts are multiplied by this before they are compared. */
  estimateMargin: 1.15,
  recountRounds: 16,
} as const

export const warning = {
  budgetFallback: 'CONTEXT_BUDGET_FALLBACK',
  rulesOverBudget: 'CONTEXT_RULES_OVERBUDGET',
  retrievedLimit: 'CONTEXT_RETRIEVED_CHUNK_LIMIT',
  invalidChunk: 'CONTEXT_INVALID_CHUNK',
  cursorClamped: 'CURSOR_CLAMPED',
} as const
