import { describe, expect, it } from 'vitest'
import { createWorkingMemory } from '../../../../main/src/services/memory/workingMemory.ts'
import { createRedactor } from '../../../../main/src/services/redaction/index.ts'

const secret = 'ghp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5'
const memoryWith = (allowed?: string) =>
  createWorkingMemory(
    createRedactor({ allow: (text, projectId) => text === allowed && projectId === 'p' }).redactText,
  )

describe('an instruction that is remembered', () => {
  it.each([
    ['zh', '雾'],
    ['en', 'f'],
  ])('shows no part of a secret across the place where it is cut (%s)', (_language, sign) => {
    const memory = memoryWith()
    const before = `${sign.repeat(1987)} `
    memory.note('p', 'd', before + secret)
    memory.finish('p', 'd', { instruction: before + secret, answer: '写好了。' })
    expect([memory.instructions('p', 'd'), memory.lastExchange('p', 'd')]).toEqual([
      [`${before}***REDACTED*`],
      { instruction: `${before}***REDACTED*`, answer: '写好了。' },
    ])
  })

  it('is as it was typed, where nothing in it is a secret or the author has said so', () => {
    const memory = memoryWith(secret)
    const words = ['再冷一点 𠮷', 'Colder, please', `代号 ${secret}`]
    for (const text of words) memory.note('p', 'd', text)
    expect(memory.instructions('p', 'd')).toEqual(words)
  })
})
