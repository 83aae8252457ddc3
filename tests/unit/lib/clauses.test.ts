import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clausesOf } from '../../../main/src/lib/clauses.ts'
import { countedChecks } from '../../support/countedChecks.ts'

const textsOf = (paragraph: string) => clausesOf(paragraph).map(({ text }) => text)
const hashesOf = (paragraph: string) => clausesOf(paragraph).map(({ hash }) => hash)

test('a paragraph is divided behind its marks in both languages, and an apostrophe or a hyphen divides no word', () => {
  expect([
    textsOf('　　“走吧。”她说，“天亮了……”'),
    textsOf("Don't go - not at half-past two, he said."),
    textsOf('——'),
    textsOf(''),
  ]).toEqual([
    ['　　“走吧。”', '她说，“', '天亮了……”'],
    ["Don't go - not at half-past two, ", 'he said.'],
    [],
    [],
  ])
})

test('other marks and another indent change no hash of a clause, another word changes that of its own only', () => {
  const before = hashesOf('　　“走吧。”她说，“天亮了。”')
  expect(hashesOf('"走吧！"她说："天亮了……"')).toEqual(before)
  expect(hashesOf('“走吧。”他说，“天亮了。”').map((hash, at) => hash === before[at])).toEqual([
    true,
    false,
    true,
  ])
})

test('the clauses of any paragraph that has a word are the paragraph when they are joined', () => {
  const divided = countedChecks()
  const parts = ['　', '“', '雾', '来了', '，', '。”', "it's", ' ', '—', '-', '𠮷']
  const paragraphs = fc.array(fc.constantFrom(...parts), { minLength: 6 })
  fc.assert(
    fc.property(paragraphs, (chosen) => {
      const paragraph = chosen.join('')
      const clauses = textsOf(paragraph)
      divided.when(clauses.length > 1)
      return clauses.length === 0 || clauses.join('') === paragraph
    }),
  )
  divided.expectShare(0.2)
})
