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
  expect(limit).toMatchObject({
    ...{ capacityTokens: 64_000, historyTokens: 4000, retrievedChunks: 200, textAfterTokens: 500 },
    ...{ textBeforeTokens: 2000, namedRulesShare: 0.25, rebuildShare: 0.25, estimateMargin: 1.15 },
  })
})
