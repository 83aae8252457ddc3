import { expect, test } from 'vitest'
import { engineOf, requestFor } from '../../../support/engine.ts'

test('one engine prints and counts an empty section in the language of each request', async () => {
  const english = requestFor('Fog came up.', { language: 'en', projectId: 'p2' })
  const { systemPrompt, tokenCount } = await engineOf([]).assemble(english)
  expect(systemPrompt).toMatch(/\n<<<Rules>>>\n\(none\)\n<<<Settings>>>\n\(none\)\n$/)
  const engine = engineOf([])
  await engine.assemble(requestFor('雾从港口漫上来。', { language: 'zh' }))
  const after = await engine.assemble(english)
  expect([after.systemPrompt, after.tokenCount]).toEqual([systemPrompt, tokenCount])
})
