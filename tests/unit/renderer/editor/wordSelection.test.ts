import { expect, test } from 'vitest'
import { wordAt } from '../../../../renderer/src/features/editor/wordSelection.ts'

const words = new Intl.Segmenter('zh', { granularity: 'word' })
const line = '　　他走下台阶，“wait here”，𠮷野。'
const at = (word: string, inside = 0) => {
  const found = wordAt(line, line.indexOf(word) + inside, words)
  return found && line.slice(found.from, found.to)
}

test('a word is selected from its beginning, its middle and its end', () => {
  expect([at('台阶'), at('台阶', 1), at('台阶', 2), at('wait', 2), at('here', 4)]).toEqual([
    '台阶',
    '台阶',
    '台阶',
    'wait',
    'here',
  ])
})

test('white space and marks alone are no word, and no surrogate pair is cut', () => {
  expect([wordAt(line, 0, words), wordAt('', 0, words), wordAt('。。', 1, words)]).toEqual([null, null, null])
  for (let offset = 0; offset <= line.length; offset++) {
    const found = wordAt(line, offset, words)
    if (found) expect(line.slice(found.from, found.to).isWellFormed()).toBe(true)
  }
})
