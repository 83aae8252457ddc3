import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createThinkTags } from '../../../../../main/src/services/ai/providers/thinkTags.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

/** What is left of an answer that comes in these pieces, after what turned out to be thinking is dropped. */
function answerOf(pieces: readonly string[]) {
  const tags = createThinkTags()
  let text = ''
  for (const part of [...pieces.flatMap((piece) => tags.read(piece)), ...tags.end()])
    text = part.type === 'thought' ? '' : text + part.delta
  return { text, hasThought: tags.hasThought() }
}

const thinking = [
  ['a pair', '<think>想一想，雾多浓？</think>\n\n雾散了。'],
  ['a closing tag alone', '想一想，雾多浓？</think>\n\n雾散了。'],
  ['a closing tag alone, Windows line ends', '好的\r\n先想。</think>\r\n\r\n雾散了。'],
  ['<thinking>', '\n<thinking>How thick is the fog?</thinking>\n雾散了。'],
  ['a lone </thinking>', 'How thick is the fog?</thinking>\n雾散了。'],
  ['<thought>', '<thought>雾</thought>雾散了。'],
  ['<reason>', '<reason>雾</reason>雾散了。'],
  ['<reasoning>', '<reasoning>雾</reasoning>\n \n雾散了。'],
  ['the tags of OpenThinker', '<|begin_of_thought|>雾<|end_of_thought|>\n\n雾散了。'],
  ['the tags of Kimi', '◁think▷雾◁/think▷雾散了。'],
  ['a lone closing tag of Kimi', '雾◁/think▷雾散了。'],
  ['two pairs', '<think>一</think>\n<think>二</think>\n雾散了。'],
] as const

describe('thinking between tags', () => {
  it.each(thinking)('is no part of the answer with %s, however the pieces are cut', (_, whole) => {
    const expected = { text: '雾散了。', hasThought: true }
    expect(answerOf([whole])).toEqual(expected)
    expect(answerOf([...whole])).toEqual(expected)
    for (let at = 1; at < whole.length; at += 1)
      expect(answerOf([whole.slice(0, at), whole.slice(at)])).toEqual(expected)
  })

  it.each([
    ['a pair in the middle', '雾散了。<think>然后？</think>船来了。', '雾散了。船来了。'],
    ['the indent of a paragraph', '<think>雾</think>\n\n　　雾散了。', '　　雾散了。'],
    ['a pair that never closes', '<think>雾散了。', ''],
  ])('leaves %s as it should be', (_, whole, text) => {
    expect(answerOf([...whole])).toEqual({ text, hasThought: true })
  })

  it.each([
    '　　雾散了。\n他写下 <b> 和 </thin 就停了。',
    '\n\n  The fog lifted <',
    '<thinkers> met at noon.',
    '他说：<thought>不是标签。',
    '<',
    '',
  ])('is not seen in %j', (whole) => {
    expect(answerOf([...whole])).toEqual({ text: whole, hasThought: false })
  })

  it('is removed the same way from any text in any pieces', () => {
    const thinks = countedChecks()
    const part = fc.constantFrom(
      '<think>',
      '</think>',
      '<',
      '</',
      '雾',
      ' ',
      '\n',
      '𠮷',
      '<thinking>',
      '▷',
      '◁/think▷',
    )
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 12 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 5 })),
        (parts, cuts) => {
          const whole = parts.join('')
          const pieces: string[] = []
          for (let at = 0; at < whole.length; ) {
            const length = cuts.next().value
            pieces.push(whole.slice(at, at + length))
            at += length
          }
          const answer = answerOf(pieces)
          expect(answer).toEqual(answerOf([whole]))
          thinks.when(answer.hasThought && answer.text !== '')
        },
      ),
      { numRuns: 2000 },
    )
    thinks.expectShare(0.2)
  })
})
