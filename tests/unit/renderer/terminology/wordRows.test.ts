import { expect, test } from 'vitest'
import { isComplete, listOf, rowsOf } from '../../../../renderer/src/features/terminology/wordRows.ts'

test('rows give back the list they were made of, what the form does not show included', () => {
  const list = {
    terms: [
      { use: '引水', avoid: ['领航员', '领港员'], note: '领船进港的人', extra: { 页: 3 } },
      { use: '雾钟', avoid: [] },
    ],
    banned: ['不禁', '𠮷'],
    extra: { 由: '阿簪' },
  }
  expect(listOf(rowsOf(list))).toEqual(list)
})

test('words are separated by commas of either language and by lines, each once, and empty rows are left out', () => {
  const row = { key: 'a', use: ' 引水 ', avoid: '领航员，领港员, 领航员；引航员\n', note: ' ' }
  const empty = { key: 'b', use: '', avoid: '', note: '' }
  expect(listOf({ rows: [row, empty], banned: '不禁、不禁' })).toEqual({
    terms: [{ use: '引水', avoid: ['领航员', '领港员', '引航员'] }],
    banned: ['不禁'],
  })
})

test('a row that has only what to avoid is not complete, an empty one is', () => {
  const row = { key: 'a', use: '', avoid: '', note: '' }
  expect(isComplete({ rows: [row], banned: '' })).toBe(true)
  expect(isComplete({ rows: [{ ...row, avoid: '领航员' }], banned: '' })).toBe(false)
})
