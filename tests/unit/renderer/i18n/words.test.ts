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

  test('both languages have the same keys', () => {
    expect([...english.keys()].sort()).toEqual([...chinese.keys()].sort())
  })

  test('both fill in the same values (a number was missing from one language)', () => {
    const different = [...chinese].filter(
      ([key, text]) => JSON.stringify(holes(text)) !== JSON.stringify(holes(english.get(key) ?? '')),
    )
    expect(different).toEqual([])
  })

  test('no exclamation marks, in either language', () => {
    const loud = [...chinese.values(), ...english.values()].filter((text) => /[!！]/.test(text))
    expect(loud).toEqual([])
  })
})
