import { expect, test } from 'vitest'
import { errorsZh } from '../../../../main/src/contract/sentences/errorsZh.ts'
import { failuresZh } from '../../../../main/src/contract/sentences/failuresZh.ts'
import { sectionFor } from '../../../../renderer/src/features/settings/sectionFor.ts'

test('every failure of a service whose sentence speaks of the settings leads to one of them', () => {
  const params = { host: 'a.example', model: 'm' }
  const sentences = [
    ...Object.entries(failuresZh).map(([code, words]) => [code, words(params)] as const),
    ...Object.entries(errorsZh).filter(([key]) => /^(?:AI|SPENDING)_/.test(key)),
  ]
  const speaking = sentences.filter(([, sentence]) => sentence.includes('设置'))
  const codes = [...new Set(speaking.map(([key]) => key.replace(/_[a-z]\w*$/, '')))].sort()
  expect(codes.map((code) => [code, sectionFor({ code })])).toEqual([
    ['AI_ADDRESS_WRONG', 'services'],
    ['AI_KEY_MISSING', 'services'],
    ['AI_KEY_REFUSED', 'services'],
    ['AI_MODEL_NOT_FOUND', 'services'],
    ['AI_PROVIDER_MISSING', 'services'],
    ['AI_PROVIDER_REDIRECT', 'services'],
    ['SPENDING_LIMIT', 'spending'],
  ])
})

test('a failure that no setting mends leads nowhere, and neither does a code of another version', () => {
  expect(
    ['AI_CONTENT_FILTER', 'NOT_FOUND', 'toString', 'OF_TOMORROW'].map((code) => sectionFor({ code })),
  ).toEqual([null, null, null, null])
})
