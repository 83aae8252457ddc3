import { describe, expect, it } from 'vitest'
import type { AuthorPreferences } from '../../../../main/src/contract/settings.ts'
import { aboutAuthor } from '../../../../main/src/services/agent/tasks.ts'
import { authorText, preferenceLines } from '../../../../main/src/services/sources/index.ts'
import { bookOf, sceneOf } from '../../../support/book.ts'

const chat = { ...sceneOf('雾来了。').skill, id: 'chat', output: 'show', profile: 'chat' } as const
const bookOfAuthor = (set: AuthorPreferences | undefined) =>
  bookOf({ author: { preferences: () => set, timeZone: 'Asia/Shanghai' } })
const said = {
  language: 'en',
  timeZone: 'Asia/Tokyo',
  style: ' 先说\n结论 ',
  workingHours: { from: 21, to: 1 },
} as const

describe('the author’s settings', () => {
  it('are sent with conversations, searches and plans, in a line each', async () => {
    const book = bookOfAuthor(said)
    const text = '回答用的语言：English\n回答的风格：先说 结论\n时区：Asia/Tokyo\n写作时间：21:00–01:00'
    for (const profile of ['chat', 'search', 'planning'] as const) {
      const { drafts } = await book.read('author', sceneOf('雾来了。', { skill: { ...chat, profile } }))
      expect(drafts).toEqual([
        {
          ...{
            ref: { path: 'settings:author' },
            storeId: 'p1',
            title: 'settings:author',
            text,
            confidence: 1,
          },
          reason: { code: 'profile', params: {} },
        },
      ])
    }
    expect(await book.reread('author', 'settings:author')).toEqual({ text })
    expect(await book.reread('author', 'memory:r1')).toBe(undefined)
  })

  it('have no effect where text for the book is written', async () => {
    expect((await bookOfAuthor(said).read('author', sceneOf('雾来了。'))).drafts).toEqual([])
  })

  it('have defaults for what is unset, and are nothing while nothing is set', async () => {
    const port = (set: AuthorPreferences | undefined) => ({
      preferences: () => set,
      timeZone: 'Asia/Shanghai',
    })
    expect(authorText(port({ workingHours: { from: 6, to: 8 } }), 'zh')).toBe(
      '回答用的语言：与作品相同\n回答的风格：简明\n时区：Asia/Shanghai\n写作时间：06:00–08:00',
    )
    expect(authorText(port({ language: 'zh-Hant' }), 'en')).toBe(
      'Language to answer in: 繁體中文\nStyle of answers: plain and short\nTime zone: Asia/Shanghai\nWorking hours: not fixed',
    )
    for (const nothing of [undefined, {}, { style: '  ' }]) {
      expect(authorText(port(nothing), 'zh')).toBe('')
      const scene = sceneOf('雾来了。', { skill: chat })
      expect((await bookOfAuthor(nothing).read('author', scene)).drafts).toEqual([])
    }
  })

  it('are in front of a task as the surest of the confirmed preferences, a line each', () => {
    const rules = [
      { id: 'r1', text: ' 少用\r\n\u3000比喻 ', confidence: 0.5 },
      { id: 'r2', text: '短句', confidence: 1 },
    ]
    expect([preferenceLines(rules, 'zh'), preferenceLines(rules, 'en'), preferenceLines([], 'zh')]).toEqual([
      '写作偏好：短句\n写作偏好：少用 比喻',
      'Writing preference: 短句\nWriting preference: 少用 比喻',
      '',
    ])
  })

  it('stay within their part of a task’s budget, by whole lines', () => {
    const part = (mostTokens: number) =>
      aboutAuthor('语言：中文\n时区：东京', { language: 'zh', mostTokens, count: (text) => text.length })
    expect([18, 17, 12, 11].map(part)).toEqual([
      '【作者】\n语言：中文\n时区：东京\n\n',
      '【作者】\n语言：中文\n\n',
      '【作者】\n语言：中文\n\n',
      '',
    ])
    expect(aboutAuthor('', { language: 'zh', mostTokens: 99, count: (text) => text.length })).toBe('')
  })
})
