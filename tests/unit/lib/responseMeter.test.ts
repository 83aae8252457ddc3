import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toPayload } from '../../../main/src/lib/appError.ts'
import { createResponseMeter, type ResponseKind } from '../../../main/src/lib/responseMeter.ts'
import { countedChecks } from '../../support/countedChecks.ts'

const limits = { maxBytes: 100, maxFrameBytes: 20, maxDepth: 3 }
const bytes = (text: string) => new TextEncoder().encode(text)

/** What the meter says of a text that comes in pieces of `units` bytes. */
function saidOf(text: string, kind: ResponseKind, units = 1000): unknown {
  const meter = createResponseMeter(limits, kind)
  const all = bytes(text)
  for (let at = 0; at < all.length; at += units) {
    const overflow = meter(all.subarray(at, at + units))
    if (overflow) return overflow.error.details
  }
  return 'fine'
}

describe('an answer', () => {
  test.each<[what: string, text: string, kind: ResponseKind, said: unknown]>([
    ['100 bytes', '12345678\n\n'.repeat(10), 'stream', 'fine'],
    ['101 bytes', `${'12345678\n\n'.repeat(10)}1`, 'stream', { why: 'bytes', most: 100 }],
    ['Chinese by its bytes', '雾'.repeat(34), 'json', { why: 'bytes', most: 100 }],
    ['a frame of 20', `${'1'.repeat(18)}\n\n${'1'.repeat(18)}\n\n`, 'stream', 'fine'],
    ['a frame of 21', `${'1'.repeat(18)}\n\n${'1'.repeat(21)}`, 'stream', { why: 'frame', most: 20 }],
    ['a frame of short lines', '1\n'.repeat(11), 'stream', { why: 'frame', most: 20 }],
    ['CRLF ends frames too', `${'1'.repeat(15)}\r\n\r\n`.repeat(3), 'stream', 'fine'],
    ['an answer without frames', '1'.repeat(90), 'json', 'fine'],
    ['depth 3', '[{"a":[1]}]', 'json', 'fine'],
    ['depth 4', '[{"a":[[1]]}]', 'json', { why: 'depth', most: 3 }],
    ['depth over lines', '[\n[\n[\n[', 'json', { why: 'depth', most: 3 }],
    ['depth in a frame', 'data: [[[[', 'stream', { why: 'depth', most: 3 }],
    ['frames one after the other', 'data: [[[\n\n'.repeat(3), 'stream', 'fine'],
    ['siblings', '[[],[],[],{},{}]', 'json', 'fine'],
    ['closing too often', ']]]][[[', 'json', 'fine'],
    ['brackets in a string', '["[[[[{{{{"]', 'json', 'fine'],
    ['behind an escaped quote', '["\\"[[[["]', 'json', 'fine'],
    ['behind an escaped backslash', '["\\\\",[[["', 'json', { why: 'depth', most: 3 }],
    ['a quote left open ends with its line', ': "\ndata: [[[[', 'stream', { why: 'depth', most: 3 }],
    ['a backslash at the end of a line too', '"\\\n[[[[', 'json', { why: 'depth', most: 3 }],
  ])('ends at the first byte over a limit: %s', (_, text, kind, said) => {
    for (const units of [1, 3, 1000]) expect([units, saidOf(text, kind, units)]).toEqual([units, said])
  })
})

test('valid JSON is refused exactly when it is deeper than the limit', () => {
  const checked = countedChecks()
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6, depthSize: 'max' }), (value) => {
      const meter = createResponseMeter({ ...limits, maxBytes: 1e6 }, 'json')
      const isDeep = depthOf(value) > limits.maxDepth
      expect(meter(bytes(JSON.stringify(value, null, 1)))?.error.details).toEqual(
        isDeep ? { why: 'depth', most: 3 } : undefined,
      )
      checked.when(isDeep)
    }),
    { numRuns: 500 },
  )
  checked.expectShare(0.02)
})

test('each limit has its sentence', () => {
  const sentence = (text: string, kind: ResponseKind) => {
    const error = createResponseMeter(limits, kind)(bytes(text))?.error
    return [error?.code, error && toPayload(error).message]
  }
  const rest = '已经停下。'
  expect(sentence('1'.repeat(101), 'json')).toEqual([
    'AI_RESPONSE_TOO_LARGE',
    `服务商送来的内容太多，${rest}`,
  ])
  expect(sentence('1'.repeat(21), 'stream')).toEqual([
    'AI_RESPONSE_TOO_LARGE',
    `服务商一次送来的内容太大，${rest}`,
  ])
  expect(sentence('[[[[', 'json')).toEqual([
    'AI_RESPONSE_TOO_LARGE',
    `服务商的回答格式不对（嵌套太深），${rest}`,
  ])
})

test('the frames before the one over the limit are preserved', () => {
  const keep = (text: string, kind: ResponseKind = 'stream') => {
    const overflow = createResponseMeter(limits, kind)(bytes(text))
    return overflow && text.slice(0, overflow.completeBytes)
  }
  expect(keep('data: 1\n\ndata: 2\r\n\r\ndata: [[[[\n\n')).toBe('data: 1\n\ndata: 2\r\n\r\n')
  expect(keep(`data: 1\n\n${'2'.repeat(21)}`)).toBe('data: 1\n\n')
  expect(keep('[1]\n\n[[[[', 'json')).toBe('')
  expect(keep('data: [[[[')).toBe('')
})
