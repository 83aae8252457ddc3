import { expect, it } from 'vitest'
import { chatBody } from '../../../../main/src/services/ai/protocols/chatBody.ts'
import { chatFamilies } from '../../../../main/src/services/ai/protocols/chatFamilies.ts'
import { plainPrompt } from '../../../../main/src/services/ai/providers/prompt.ts'
import type { GenerationRequest } from '../../../../main/src/services/ai/providers/provider.ts'

const dialect = chatFamilies.find(({ id }) => id === 'openai')?.dialect

it.each<[string, GenerationRequest['thinking'], GenerationRequest['effort'], string | undefined]>([
  ['gpt-6-luna', 'off', undefined, 'none'],
  ['gpt-6.1-sol', 'off', undefined, 'low'],
  ['gpt-6.1-sol', 'on', 'high', 'high'],
  ['gpt-5', 'off', undefined, 'minimal'],
  ['gpt-5.4', 'off', undefined, 'none'],
  ['o4-mini', 'off', undefined, 'low'],
  ['gpt-4.1', 'off', undefined, undefined],
  ['gpt-4.1', 'on', 'low', undefined],
  ['gpt-6-luna', undefined, undefined, undefined],
])(
  'the model %s with thinking %s and effort %s is asked for effort %s',
  (modelName, thinking, effort, sent) => {
    const request = {
      ...{ modelName, prompt: plainPrompt('s', 'u'), maxOutputTokens: 100, selectedText: '' },
      ...(thinking === undefined ? {} : { thinking }),
      ...(effort === undefined ? {} : { effort }),
    } as unknown as GenerationRequest // what is read of it
    expect(chatBody({ max_tokens: 100 }, request, dialect).reasoning_effort).toBe(sent)
  },
)
