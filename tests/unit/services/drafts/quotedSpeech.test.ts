import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isQuoted, quotedStretches } from '../../../../main/src/services/drafts/quotedSpeech.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const quoted = (text: string, quote: string) => isQuoted(text, quote, quotedStretches(text))

it.each([
  ['　　他说：“石青瓷死了。”没有人应。', '石青瓷死了。'],
  ['　　他说：「石青瓷死了。」没有人应。', '他说：「石青瓷死了。」'],
  ['『石青瓷死了』四个字。', '石青瓷死了'],
  ['他说："石青瓷死了。"𠮷', '石青瓷死了。'],
  ['“他来过。\n\n　　“石青瓷死了。\n\n　　“我亲眼看见。”他说。', '石青瓷死了。'],
  ['“他来过。\r\n\r\n石青瓷死了。”他说。', '石青瓷死了。'],
  ['“Crane is dead,” she cried.', 'Crane is dead,'],
  ['"Crane is dead," she cried.', 'Crane is dead'],
  ['‘He’s gone. Crane’s dead,’ she cried.', 'Crane’s dead,'],
  ["'He's gone. Crane's dead,' she cried.", "Crane's dead,"],
  ['He wrote: «Crane is dead.»', 'Crane is dead.'],
])('a sentence inside quotation marks is quoted: %s', (text, quote) => {
  expect(quoted(text, quote)).toBe(true)
})

it.each([
  ['　　“走吧。”石青瓷死了。“走。”', '石青瓷死了。'],
  ['　　“他来过。\n\n　　石青瓷死了。\n\n　　“走吧。”', '石青瓷死了。'],
  ['"Go," he said. Crane died that night. "Go."', 'Crane died that night.'],
  ["Crane's brother died that night, and Owen's dog with him.", "Crane's brother died that night"],
  ['‘Go,’ he said. Crane died that night.', 'Crane died that night.'],
  ['The boys’ father, Crane, died that night.', 'Crane, died that night.'],
])('a sentence of the narrator is not quoted: %s', (text, quote) => {
  expect(quoted(text, quote)).toBe(false)
})

it('a sentence that is narrated once and spoken once is quoted', () => {
  expect(quoted('石青瓷死了。她说：“石青瓷死了。”', '石青瓷死了。')).toBe(true)
})

it('whatever stands around it, a sentence between two marks of a line is quoted', () => {
  const counted = countedChecks()
  const piece = fc.constantFrom(
    '雨停了。',
    '“走。”',
    '「来。」',
    "it's late. ",
    '‘No,’ he said. ',
    '"Yes." ',
    '\n',
    '𠮷',
  )
  const marks = fc.constantFrom(['“', '”'], ['「', '」'], ['『', '』'], ['«', '»'])
  fc.assert(
    fc.property(fc.array(piece), marks, fc.array(piece), (before, [open, close], behind) => {
      const text = `${before.join('')}${open}石青瓷死了。${close}${behind.join('')}`
      counted.when(before.length > 0 && behind.length > 0)
      expect(quoted(text, '石青瓷死了。')).toBe(true)
    }),
    { numRuns: 1000 },
  )
  counted.expectShare(0.5)
})
