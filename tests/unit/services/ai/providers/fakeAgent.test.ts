import { expect, test } from 'vitest'
import { fakeAgentStep } from '../../../../../main/src/services/ai/providers/fakeAgent.ts'

/** The example's steps, each tool answered with what it would say. */
function played(listing: string): string[] {
  let prompt = '看看这本书'
  const steps: string[] = []
  while (steps.length < 10 && !steps.at(-1)?.includes('Finish[')) {
    const step = fakeAgentStep(prompt, 'zh')
    steps.push(step)
    const answer = step.includes('LS[') ? listing : '　　雾里有人喊：“𠮷！”'
    prompt += `\n${step}\nObservation: ${answer}`
  }
  return steps.map((step) => {
    const done = step.match(/"state":"done"/g)?.length ?? 0
    return step.includes('TodoWrite') ? `plan ${done}/3` : (/(LS|Read|Finish)\[/.exec(step)?.[1] ?? step)
  })
}

test('the example ticks its plan off as it goes', () => {
  expect(played('001-雾.md\n002-潮.md')).toEqual(['plan 0/3', 'LS', 'plan 1/3', 'Read', 'plan 3/3', 'Finish'])
})

test('a book without chapters ends the example with its plan done', () => {
  expect(played('')).toEqual(['plan 0/3', 'LS', 'plan 1/3', 'plan 3/3', 'Finish'])
})
