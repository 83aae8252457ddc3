import { expect, test } from 'vitest'
import { scanSecrets } from '../../../../main/src/services/redaction/index.ts'

const body = 'aB3dE5gH7jK9mN1pQ3sT5uV7wX9yZ1aB'

test.each([
  ['replicate-token', `r8_${body}`],
  ['docker-token', `dckr_pat_${body}`],
  ['docker-token', `dckr_oat_${body}`],
  ['notion-token', `ntn_${body}`],
  ['groq-key', `gsk_${body}`],
  ['linear-key', `lin_api_${body}`],
  ['xai-key', `xai-${body}`],
])('a %s is recognised by its beginning', (patternId, secret) => {
  const text = `他念道：${secret}。`
  expect(scanSecrets(text, { scope: 'manuscript' })).toEqual([{ patternId, from: 4, to: 4 + secret.length }])
})

test('matches that overlap are allowed as the one span that people see', () => {
  const text = `abcdABCD12:sk-${body}`
  const found = { scope: 'manuscript' as const, keys: ['abcdABCD12:sk-aB'] }
  expect(scanSecrets(text, found)).toEqual([{ patternId: 'sk-key', from: 0, to: text.length }])
  expect(scanSecrets(text, { ...found, allow: (exact) => exact === text })).toEqual([])
})
