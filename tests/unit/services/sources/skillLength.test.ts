import { expect, it } from 'vitest'
import { bookOf, sceneOf } from '../../../support/book.ts'

const continuing = {
  ...sceneOf('').skill,
  source: 'skill:continue',
  instruction: { zh: '接着写，约 300 字。不要重复。', en: 'Go on, about 200 words. Repeat nothing.' },
  statedLength: { zh: '约 300 字', en: 'about 200 words' },
}
const { statedLength: _, ...without } = continuing
const book = bookOf({
  skills: {
    instruction: async (_, skillId) =>
      skillId === 'continue' ? { ...continuing, path: continuing.source } : undefined,
  },
})
const prose = '只输出正文，不加标题、说明、引号外的评语或任何标记。'

it('a length that is wanted takes the place of the skill’s own, and can be read again from its receipt', async () => {
  const read = async (skill: object) => {
    const { drafts } = await book.read(
      'skillInstruction',
      sceneOf('雾。', { skill: { ...continuing, ...skill } }),
    )
    return drafts.map(({ ref, text }) => ({ ref, text }))
  }
  expect(await read({})).toEqual([
    { ref: { path: 'skill:continue' }, text: `接着写，约 300 字。不要重复。\n${prose}` },
  ])
  const text = `接着写，约 1200 字。不要重复。\n${prose}`
  expect(await read({ answerLength: 1200 })).toEqual([
    { ref: { path: 'skill:continue', item: '1200' }, text },
  ])
  expect(await book.reread('skillInstruction', 'skill:continue', { item: '1200' })).toEqual({ text })
})

it('a skill that says nothing of length gets a sentence about it behind its own words, in the book’s language', async () => {
  const textOf = async (language: 'zh' | 'en') => {
    const skill = { ...without, answerLength: 500, output: 'show' as const }
    const { drafts } = await book.read('skillInstruction', sceneOf('雾。', { skill, language }))
    return drafts[0]?.text
  }
  expect(await textOf('zh')).toBe('接着写，约 300 字。不要重复。\n篇幅：约 500 字。')
  expect(await textOf('en')).toBe('Go on, about 200 words. Repeat nothing.\nLength: about 500 words.')
})
