import { describe, expect, it } from 'vitest'
import type { AgentEvent, AgentTask } from '../../../main/src/contract/agent.ts'
import { afterEvent as inMain } from '../../../main/src/services/agent/taskView.ts'
import { argumentLines, resultLines } from '../../../renderer/src/features/agent/resultLines.ts'
import { afterEvent } from '../../../renderer/src/features/agent/taskStore.ts'

const task: AgentTask = {
  ...{ taskId: 'c~1', projectId: 'p', conversationId: 'c', input: '改名', modelId: 'm', isExample: false },
  ...{ maxSteps: 40, startedAt: '2026-11-23T00:00:00.000Z', state: 'working', answer: '' },
  ...{ todos: [], files: [], steps: [] },
}
const about = { taskId: 'c~1', projectId: 'p' }
const events: readonly AgentEvent[] = [
  { type: 'step', ...about, step: { number: 1, thought: '' } },
  { type: 'text', ...about, step: { number: 1 }, delta: 'Thought: 找' },
  { type: 'text', ...about, step: { number: 1 }, delta: '林远𠮷。' },
  {
    type: 'call',
    ...about,
    step: { number: 1, thought: '找林远𠮷。', tool: 'Grep', input: '{}', notes: [] },
  },
  { type: 'observation', ...about, step: { number: 1, observation: '{}', status: 'success' } },
  { type: 'todo', ...about, task: { todos: [{ text: '找', state: 'done' }] } },
  { type: 'done', ...about, task: { state: 'finished', answer: '好' } },
]

describe('a task in the page', () => {
  it('is after every event what main would answer', () => {
    let [page, main] = [task, task]
    for (const event of events) {
      page = afterEvent(page, event)
      main = inMain(main, event)
      expect(page).toEqual(main)
    }
    expect(page).toEqual({
      ...task,
      ...{ state: 'finished', answer: '好', todos: [{ text: '找', state: 'done' }] },
      steps: [
        {
          number: 1,
          thought: '找林远𠮷。',
          tool: 'Grep',
          input: '{}',
          notes: [],
          observation: '{}',
          status: 'success',
        },
      ],
    })
  })
})

describe('the result of a step', () => {
  it('is shown in lines for people: places with their words, no JSON', () => {
    const grep = {
      status: 'success',
      data: { count: 1, matches: [{ path: 'a.md', line: 3, text: '　　“林远！”' }] },
    }
    expect(resultLines(JSON.stringify(grep))).toEqual(['a.md:3　　　“林远！”'])
    expect(resultLines('{"status":"success","data":{"content":"3\\t雾"}}')).toEqual(['3\t雾'])
    expect(resultLines('{"status":"error","data":{}}')).toBeNull()
    expect(resultLines('{"cut')).toBeNull()
  })

  it('is shown with its arguments, also where they were shortened', () => {
    expect(argumentLines('{"pattern":"林远","limit":5}')).toEqual(['pattern　林远', 'limit　5'])
    expect(argumentLines('{"content":"雾…')).toEqual(['{"content":"雾…'])
  })
})
