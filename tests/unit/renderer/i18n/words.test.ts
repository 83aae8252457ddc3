import { describe, expect, test } from 'vitest'
import { en } from '../../../../renderer/src/i18n/en.ts'
import { zh } from '../../../../renderer/src/i18n/zh.ts'

const flatten = (words: object, path = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : flatten(value, `${path}${key}.`),
  )
const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

describe('words of the interface', () => {
  const chinese = new Map(flatten(zh))
  const english = new Map(flatten(en))

  test('have the same keys in both languages', () => {
    expect([...english.keys()].sort()).toEqual([...chinese.keys()].sort())
  })

  test('fill in the same values in both languages (a number was missing from one)', () => {
    const different = [...chinese].filter(
      ([key, text]) => JSON.stringify(holes(text)) !== JSON.stringify(holes(english.get(key) ?? '')),
    )
    expect(different).toEqual([])
  })

  test('have no exclamation marks, in either language', () => {
    const loud = [...chinese.values(), ...english.values()].filter((text) => /[!！]/.test(text))
    expect(loud).toEqual([])
  })

  test('call nothing in Chinese as the machine calls it, nor in the tone of an office', () => {
    // Found by authors: each has a word of their own in the page, and a failure is told once.
    const refused = /召回|即时层|预算|分词器|命中缓存|为人所知|点头|已经写出的文字留着|tokens?\b/
    expect([...chinese].filter(([, text]) => refused.test(text.replace(/\{\{.*?\}\}/g, '')))).toEqual([])
  })
})
