import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventFrame, readReply, readRequest, writeFrame } from '../../../main/src/contract/frames.ts'
import { countedChecks } from '../../support/countedChecks.ts'
import { strangeTexts } from '../../support/strangeText.ts'

const frameId = fc.oneof(fc.string({ minLength: 1, maxLength: 128 }), fc.maxSafeInteger())

describe('requests', () => {
  test('are read back unit by unit as they were written, on one line', () => {
    const request = fc.record({ id: frameId, channel: fc.string({ maxLength: 128 }), input: fc.jsonValue() })
    const checked = countedChecks()
    fc.assert(
      fc.property(request, (frame) => {
        const text = writeFrame(frame)
        expect(readRequest(text)).toEqual(JSON.parse(JSON.stringify(frame)))
        expect(text).not.toMatch(/[\n\r\u2028\u2029]/)
        checked.when(text.includes('\\'))
      }),
    )
    checked.expectShare(0.1)
    for (const { text } of strangeTexts)
      expect(readRequest(writeFrame({ id: 1, channel: 'a:b', input: { text } }))).toEqual({
        id: 1,
        channel: 'a:b',
        input: { text },
      })
  })

  test('are broken when they are junk, never throw, and their id goes into the answer', () => {
    const id = fc.oneof(frameId, fc.jsonValue())
    const almost = fc.dictionary(fc.constantFrom('id', 'channel', 'input', 'cancel', 'x', '__proto__'), id)
    const recovered = countedChecks()
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          almost.map((value) => JSON.stringify(value)),
        ),
        (text) => {
          const frame = readRequest(text)
          expect(Object.keys(frame).toSorted().join()).toMatch(/^(broken|cancel|channel,id,input)$/)
          recovered.when('broken' in frame && frame.broken !== null)
        },
      ),
      { numRuns: 2000 },
    )
    recovered.expectShare(0.05)
  })

  test.each<[string, unknown]>([
    ['{"id":"a"}', { broken: 'a' }],
    ['{"id":1.5,"channel":"a:b"}', { broken: null }],
    ['{"id":1e400,"channel":"a:b"}', { broken: null }],
    [`{"id":"${'林'.repeat(129)}","channel":"a:b"}`, { broken: null }],
    [`{"id":"b","channel":"${'x'.repeat(129)}"}`, { broken: 'b' }],
    ['{"id":"c","channel":"a:b","session":"root"}', { broken: 'c' }],
    ['{"cancel":"d","id":"d"}', { broken: 'd' }],
    ['{"cancel":null}', { broken: null }],
    ['{"cancel":"远山"}', { cancel: '远山' }],
    ['[{"id":1,"channel":"a:b"}]', { broken: null }],
    ['{"__proto__":{"id":1,"channel":"a:b"}}', { broken: null }],
    ['\ufeff{"id":1,"channel":"a:b"}', { broken: null }],
  ])('are read as documented: %j', (text, read) => {
    expect(readRequest(text)).toEqual(read)
  })

  test('get an answer when they are a million brackets deep, closed or not', () => {
    const deep = '['.repeat(1_000_000)
    expect(readRequest(deep)).toEqual({ broken: null })
    const closed = readRequest(`{"id":7,"channel":"a:b","input":${deep}${']'.repeat(1_000_000)}}`)
    expect('broken' in closed || ('id' in closed && closed.id === 7)).toBe(true)
  })
})

describe('among replies,', () => {
  test('an event carries the id of its run next to the payload', () => {
    const payload = { type: 'text', runId: 'r1', delta: '雨。' } as const
    const frame = eventFrame('run', payload)
    expect(frame).toEqual({ event: 'run', runId: 'r1', payload })
    expect(readReply(writeFrame(frame))).toEqual(frame)
    const job = { jobId: 'j', done: 1, total: 2, state: 'running' } as const
    expect(eventFrame('job', job)).toEqual({ event: 'job', payload: job })
  })

  test('what is neither an answer nor an event is nothing', () => {
    for (const text of ['', '7', '[]', '{}', '{"id":1}', '{"ok":1}', '{"event":7}'])
      expect(readReply(text)).toBeNull()
  })
})
