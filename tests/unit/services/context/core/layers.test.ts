import { expect, it } from 'vitest'
import { defaultBudget, layerOrder, limit } from '../../../../../main/src/services/context/core/layers.ts'

it('the fixed limits are those that the documents name', () => {
  expect(layerOrder).toEqual(['rules', 'settings', 'retrieved', 'immediate'])
  expect(defaultBudget).toEqual({
    rules: { ratio: 0.15, minimumTokens: 500 },
    settings: { ratio: 0.1, minimumTokens: 200 },
    retrieved: { ratio: 0.25, minimumTokens: 0 },
    immediate: { ratio: 0.5, minimumTokens: 2000 },
  })
  expect(limit).toEqual({
    ...{ capacityTokens: 64_000, namedRulesShare: 0.25, historyTokens: 4000, retrievedChunks: 200 },
    ...{ textAfterTokens: 500, textBeforeTokens: 2000, sentenceTokens: 64, longSentenceTokens: 200 },
    ...{ sentenceAtCursorTokens: 200, settingsSlackTokens: 500, slack: 0.5, leastSlack: 0.35 },
    ...{ excerptTokens: 120, excerptUnits: 40, arrivalShare: 0.03, mostArrived: 5 },
    ...{ rebuildShare: 0.25, maxDeferred: 2, estimateMargin: 1.15, recountRounds: 16 },
  })
})
