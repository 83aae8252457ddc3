import { beforeAll, expect, test } from 'vitest'
import type { AgentStep } from '../../../../main/src/contract/agent.ts'
import { outcomeOf } from '../../../../renderer/src/features/agent/stepWords.ts'
import { startI18n } from '../../../../renderer/src/i18n/index.ts'

let i18n: Awaited<ReturnType<typeof startI18n>>
beforeAll(async () => {
  i18n = await startI18n()
})

const step = (input: object): AgentStep => ({
  ...{ number: 1, thought: '', tool: 'Read', status: 'success' },
  input: JSON.stringify(input),
})

test('a step names a chapter as the author does, and the manuscript in the language of the page', () => {
  const about = (lng: string, input: object) => outcomeOf(step(input), i18n.getFixedT(lng))
  expect(about('zh', { path: 'manuscript/003-第三章 港务处.md' })).toBe('第三章 港务处')
  expect(about('zh', { path: 'manuscript/003-1-插叙.md' })).toBe('插叙')
  expect(about('zh', { path: 'manuscript' })).toBe('正文')
  expect(about('en', { pattern: 'manuscript/*.md' })).toBe('the manuscript')
  expect(about('zh', { pattern: '铜哨', path: 'manuscript' })).toBe('铜哨')
  expect(about('zh', { path: '.creonow/rules/style.md' })).toBe('.creonow/rules/style.md')
})
