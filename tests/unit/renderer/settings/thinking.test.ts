import { expect, test } from 'vitest'
import { familyOf, listFamilies } from '../../../../main/src/services/ai/index.ts'
import { chatBody } from '../../../../main/src/services/ai/protocols/chatBody.ts'
import { chatFamilies } from '../../../../main/src/services/ai/protocols/chatFamilies.ts'
import type { GenerationRequest } from '../../../../main/src/services/ai/providers/provider.ts'
import {
  fieldsOf,
  hasThinking,
  providerIn,
} from '../../../../renderer/src/features/settings/providerFields.ts'

const listed = listFamilies()
const own = 'https://own.invalid/v1'
const addresses = [
  own,
  'http://127.0.0.1:1234/v1',
  'https://api.minimaxi.com/v1',
  'https://generativelanguage.googleapis.com/v1beta/openai',
  ...listed.flatMap(({ preset }) => preset?.baseUrl ?? []),
]
const families = [...chatFamilies.map(({ id }) => id), '']

/** What a request says when thinking is to be off. */
function saysOff(baseUrl: string, family: string): boolean {
  const request: GenerationRequest = {
    ...{ modelName: 'm', thinking: 'off', maxOutputTokens: 100, selectedText: '' },
    prompt: { system: [], material: [], history: [], user: [] },
    cache: { kind: 'none', marks: [], key: 'k', expected: { read: 0, written: 0, writtenLong: 0 } },
    skill: { id: 'continue', name: '续写', output: 'insert' } as GenerationRequest['skill'], // not read here
    signal: new AbortController().signal,
  }
  const { id } = familyOf({ baseUrl, ...(family === '' ? {} : { family }) })
  const dialect = chatFamilies.find((each) => each.id === id)?.dialect
  const bodyOf = (asked: GenerationRequest) => JSON.stringify(chatBody({}, asked, dialect))
  const { thinking: _, ...unasked } = request
  return bodyOf(request) !== bodyOf(unasked)
}

test('thinking can be chosen exactly where the request has a field for it', () => {
  for (const baseUrl of addresses)
    for (const family of families)
      expect([baseUrl, family, hasThinking({ baseUrl, family }, listed)]).toEqual([
        ...[baseUrl, family, saysOff(baseUrl, family)],
      ])
})

test('a choice that would not be sent is not stored', () => {
  const fields = { ...fieldsOf(null), name: '自己的', baseUrl: own, models: 'm', thinking: 'off' as const }
  expect(providerIn({ ...fields, family: 'lmstudio' }, 'a', listed)).not.toHaveProperty('thinking')
  expect(providerIn({ ...fields, family: 'qwen' }, 'a', listed)).toMatchObject({ thinking: 'off' })
})
