import { describe, expect, test } from 'vitest'
import { complete, completionAt } from '../../../../renderer/src/features/chat/nameCompletion.ts'

const names = ['林远', '林远山', '许三娘', 'Ann Lee', '𠮷野']
const at = (text: string, caret = text.length) => completionAt(text, caret, names)

describe('the names an @ may become', () => {
  test.each([
    ['@', 0, names],
    ['问@林', 1, ['林远', '林远山']],
    ['@远', 0, ['林远', '林远山']],
    ['@an', 0, ['Ann Lee']],
    ['@𠮷', 0, ['𠮷野']],
    ['@林远 和@许', 5, ['许三娘']],
  ])('are those that match it: %j', (text, from, found) => {
    expect(at(text)).toEqual({ from, names: found })
  })

  test.each(['', '林', '@林 ', '@林远，', 'me@lin', '@没有这人', '@林\n'])('are none in %j', (text) => {
    expect(at(text)).toBeNull()
  })

  test('are those of the @ before the caret, wherever the caret is', () => {
    expect(at('@许会不会走', 2)).toEqual({ from: 0, names: ['许三娘'] })
  })

  test('take the place of what was typed, and the caret is behind them', () => {
    const found = at('问@许会走吗', 3)
    if (!found) throw new Error('no completion')
    expect(complete('问@许会走吗', 3, found, '许三娘')).toEqual({ text: '问@许三娘 会走吗', caret: 6 })
    expect(complete('问@许 会走吗', 3, found, '许三娘')).toEqual({ text: '问@许三娘 会走吗', caret: 6 })
  })
})
