import type { BudgetLayers, LayerName } from './types.ts'

/** Order of the prompt, fixed by the owner: no setting can change it. */
export const layerOrder: readonly LayerName[] = ['rules', 'settings', 'retrieved', 'immediate']

export const defaultBudget: BudgetLayers = {
  rules: { ratio: 0.15, minimumTokens: 500 },
  settings: { ratio: 0.1, minimumTokens: 200 },
  retrieved: { ratio: 0.25, minimumTokens: 0 },
  immediate: { ratio: 0.5, minimumTokens: 2000 },
}

export const limit = {
  capacityTokens: 64_000,
  /** Share of the budget up to which entries of Rules that the scene names are whole, whatever the line is. */
  namedRulesShare: 0.25,
  historyTokens: 4000,
  retrievedChunks: 200,
  textAfterTokens: 500,
  /** Fewer tokens than this before the cursor: the end of the previous chapter fills the rest. */
  textBeforeTokens: 2000,
  /** As near as the start of a sentence comes to a limit; a window is not cut inside one for less. */
  sentenceTokens: 64,
  /** A sentence longer than this is cut inside where it would leave as much of a layer unused. */
  longSentenceTokens: 200,
  /** Tokens of the sentence before the cursor that are sent whatever the budget is. */
  sentenceAtCursorTokens: 200,
  /** A rebuild prints Settings as before where a new fit would bring fewer tokens than this. */
  settingsSlackTokens: 500,
  /** Share of its space that a moved window leaves free, so that writing on only appends. */
  slack: 0.5,
  /** A window that is free to move stays where it is only with this share of its space left. */
  leastSlack: 0.35,
  /** A passage that arrives between two rebuilds brings the sentences it was found for: at most so many tokens, */
  excerptTokens: 120,
  /** at least so many UTF-16 units. */
  excerptUnits: 40,
  /** Anything else that arrives then is cut to this share of the budget. */
  arrivalShare: 0.03,
  /** Retrieved is rebuilt when what arrived in the text is so many times as much as it. */
  mostArrived: 5,
  /** Retrieved is rebuilt when this share of it was appended behind the text, or would not be selected any more. */
  rebuildShare: 0.25,
  /** Retrieved is rebuilt when more than this many deferred chunks would get a place in it. */
  maxDeferred: 2,
  /** Estimated counts are multiplied by this before they are compared. */
  estimateMargin: 1.15,
  recountRounds: 16,
} as const
