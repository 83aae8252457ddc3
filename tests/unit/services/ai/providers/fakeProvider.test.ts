import { expect, test } from 'vitest'
import { createFakeProvider } from '../../../../../main/src/services/ai/index.ts'
import { plainPrompt } from '../../../../../main/src/services/ai/providers/prompt.ts'
import { distilSkill } from '../../../../../main/src/services/ai/skills/skills.ts'

const provider = createFakeProvider({
  pauseMs: 0,
  hash: (text) => text.length.toString(16).padStart(8, '0'),
  count: (text) => text.length,
})

async function written(user: string): Promise<string> {
  let text = ''
  const { signal } = new AbortController()
  const asked = { modelName: 'fake', prompt: plainPrompt('', user), maxOutputTokens: 100, skill: distilSkill }
  for await (const part of provider.stream({ ...asked, selectedText: '', signal }))
    if (part.type === 'text') text += part.delta
  return text
}

test('the example model writes in the language of the book, the same for the same prompt', async () => {
  const english = 'Lin Yuan came ashore. “Who is there?” asked 林远. '.repeat(20)
  const chinese = '　　林远上了岸，“Hello”是他只会说的洋文。\n'.repeat(20)
  expect(await written(english)).toMatch(/^[^\p{Script=Han}]{200,}$/u)
  expect(await written(chinese)).toMatch(/^[^a-z]{60,}$/i)
  expect(await written(english)).toBe(await written(english))
})
