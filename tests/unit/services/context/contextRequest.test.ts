import { expect, it } from 'vitest'
import { checkBudget } from '../../../../main/src/services/context/budget/checkBudget.ts'
import { contextRequest, defaultBudget } from '../../../../main/src/services/context/index.ts'

it('a small request is filled up with the documented defaults', () => {
  const small = {
    projectId: 'p1',
    documentId: 'manuscript/001.md',
    text: '雾来了。',
    instruction: '接着写。',
  }
  const whole = {
    projectId: 'p1',
    documentId: 'manuscript/001.md',
    document: { text: '雾来了。', title: 'manuscript/001.md', chapterNumber: 1 },
    cursorPosition: 4,
    pinned: [],
    model: { id: 'default', windowTokens: 32_768, outputReserveTokens: 4096 },
    language: 'zh',
    budget: defaultBudget,
    historyBudgetTokens: 0,
    stateless: false,
    preview: false,
    deadlineMs: 2000,
    skill: {
      id: 'request',
      name: '接着写。',
      output: 'insert',
      instruction: { zh: '接着写。', en: '接着写。' },
      source: 'skill:request',
    },
  }
  expect(contextRequest(small)).toEqual(whole)
  expect(contextRequest({ ...small, title: '第一章', chapterNumber: 3, cursorPosition: 2 })).toEqual({
    ...whole,
    document: { text: '雾来了。', title: '第一章', chapterNumber: 3 },
    cursorPosition: 2,
  })
})

it('a budget that no run may use is refused with what is wrong about it', () => {
  const { rules } = defaultBudget
  const refused = (part: object) => () => checkBudget({ ...defaultBudget, rules: { ...rules, ...part } })
  expect(refused({})).not.toThrow()
  expect(refused({ ratio: 0.9 })).toThrow(expect.objectContaining({ code: 'CONTEXT_BUDGET_INVALID_RATIO' }))
  expect(refused({ minimumTokens: -1 })).toThrow(
    expect.objectContaining({ code: 'CONTEXT_BUDGET_INVALID_MINIMUM' }),
  )
})
