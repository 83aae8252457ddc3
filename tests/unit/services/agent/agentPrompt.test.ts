import { describe, expect, it } from 'vitest'
import { agentPrompt } from '../../../../main/src/services/agent/agentPrompt.ts'
import { systemPrompt } from '../../../../main/src/services/agent/prompts.ts'
import { createScratchpad } from '../../../../main/src/services/agent/scratchpad.ts'
import { placeMarks } from '../../../../main/src/services/ai/cache/marks.ts'
import { segmentsOf } from '../../../../main/src/services/ai/cache/segments.ts'
import { cacheFactsOf } from '../../../../main/src/services/ai/protocols/protocols.ts'
import { wholeText } from '../../../../main/src/services/ai/providers/prompt.ts'

const count = (text: string) => text.length
const tools = [
  {
    name: 'Read',
    describe: { zh: 'Read[{"path": "a.md"}]：读一个文件。', en: 'Read[{"path": "a.md"}]: reads.' },
  },
]
const promptAfter = (steps: number, history = true) => {
  const pad = createScratchpad({ count, leftOut: '（略）' })
  for (let number = 1; number <= steps; number += 1)
    pad.add({
      number,
      modelText: `Action: Read[{"path":"${number}.md"}]`,
      call: `Read[{"path":"${number}.md"}]`,
      full: '　　雾。'.repeat(400),
      short: '{}',
    })
  return agentPrompt(
    {
      ...{
        language: 'zh',
        system: systemPrompt('zh', tools),
        projectInstructions: '不改对话。',
        input: '改名',
        todo: '[0/1]',
      },
      history: history
        ? [
            { role: 'user', content: '上一件' },
            { role: 'assistant', content: 'Finish[好]' },
          ]
        : [],
      scratchpad: pad.blocks(),
    },
    count,
  )
}

describe('agentPrompt', () => {
  it('has the order L1, L2, history, input, scratchpad, recap', () => {
    const text = wholeText(promptAfter(1))
    const order = [
      '你是 CreoNow',
      '### Read',
      'CODE_LAW.md',
      '不改对话。',
      '上一件',
      '【作者的要求】',
      '改名',
    ]
    const rest = ['【已经做的步骤】', 'Observation: ', '【计划】\n[0/1]', '【接下来】']
    const places = [...order, ...rest].map((words) => text.lastIndexOf(words))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBe(0)
  })

  it('only grows at the end from step to step, and the marks go with it, in a conversation too', () => {
    const facts = cacheFactsOf('anthropic', 'claude-sonnet-5-5')
    const marked = (steps: number) => {
      const segments = segmentsOf(promptAfter(steps))
      const marks = placeMarks(segments, facts, { once: false, pauses: false, goesOn: true })
      return { segments, last: segments[marks.at(-1)?.at ?? -1] }
    }
    const [first, second] = [marked(3), marked(4)]
    expect(first.last).toMatchObject({ kind: 'frozen', blockId: 'step:3' })
    expect(second.last).toMatchObject({ kind: 'frozen', blockId: 'step:4' })
    expect(second.segments.slice(0, first.segments.length - 1)).toEqual(first.segments.slice(0, -1))
  })

  it('has an English form without a Chinese word', () => {
    expect(systemPrompt('en', tools)).not.toMatch(/\p{Script=Han}/u)
  })
})
