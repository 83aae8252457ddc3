import { expect, test } from 'vitest'
import { titleOf } from '../../../../main/src/services/conversation/store.ts'

test.each([
  ['林远该不该死？', '林远该不该死？'],
  ['　　先想一想\r\n再写第二章', '先想一想'],
  ['字'.repeat(24), '字'.repeat(24)],
  ['字'.repeat(25), `${'字'.repeat(23)}…`],
  ['👩‍👩‍👧'.repeat(30), `${'👩‍👩‍👧'.repeat(23)}…`],
  ['What should happen to the old lighthouse keeper?', 'What should happen to…'],
  [' \n ', ''],
])('a conversation that begins with %j is called %j', (message, title) => {
  expect(titleOf(message)).toBe(title)
})
