import { expect, test } from 'vitest'
import { isQuestionMark } from '../../../../renderer/src/features/palette/questionMark.ts'

const press = (change: object) =>
  isQuestionMark({
    ...{
      key: '?',
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      isComposing: false,
      defaultPrevented: false,
    },
    target: null,
    ...change,
  })
/** An element that is inside of what these selectors name. */
const inside = (name: string) => ({
  target: { closest: (names: string) => (names.includes(name) ? {} : null) },
})

test('a question mark of either width opens the list, but one that is written into a text does not', () => {
  expect([
    ...[press({}), press({ key: '？' }), press(inside('button'))],
    ...[press({ key: '/' }), press({ ctrlKey: true }), press({ isComposing: true })],
    ...[press(inside('textarea')), press(inside('contenteditable')), press(inside('input'))],
  ]).toEqual([true, true, true, false, false, false, false, false, false])
})
