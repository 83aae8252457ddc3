import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contract } from '../../../main/src/contract/index.ts'
import { admitFrame, maxUnitsOf, usualFrameBytes } from '../../../main/src/hosts/frameLimits.ts'
import { countedChecks } from '../../support/countedChecks.ts'

const large = '雾'.repeat(usualFrameBytes)

test('a large frame is read for a channel that declares it, and refused with its id for every other', () => {
  const outcomes = Object.keys(contract).map((channel) => {
    const frame = `{"id":"第一","channel":"${channel}","input":{"text":"${large}"}}`
    const [text, bytes] = [admitFrame(frame), admitFrame(Buffer.from(frame))]
    expect(text).toEqual(bytes)
    expect(maxUnitsOf(frame.slice(0, 1024)) > frame.length).toBe('text' in text)
    return 'text' in text ? [channel, text.channel] : [text.refused, text.id]
  })
  const taken = Object.entries(contract).filter(([, channel]) => 'largeRequests' in channel)
  expect(outcomes).toEqual(
    Object.keys(contract).map((channel) =>
      taken.some(([name]) => name === channel) ? [channel, channel] : ['frameLarge', '第一'],
    ),
  )
  expect(taken.length).toBeLessThan(20)
})

test('a large frame that names its channel behind its input is refused', () => {
  const frame = `{"id":1,"input":{"text":"${large}"},"channel":"documents:save"}`
  expect(admitFrame(frame)).toEqual({ refused: 'frameLarge', id: 1 })
})

test('a frame of any JSON value within the bounds comes through unchanged', () => {
  const checks = countedChecks()
  fc.assert(
    fc.property(fc.json(), fc.string(), (json, key) => {
      checks.when(json.length > 0)
      const frame = `{"id":${JSON.stringify(key)},"channel":"documents:list","input":${json}}`
      expect(admitFrame(frame)).toEqual({ text: frame })
    }),
  )
  checks.expectShare(0.9)
})

test('quotation marks behind any number of backslashes end a string where JSON says so', () => {
  for (let count = 0; count < 9; count++) {
    const ends = count % 2 === 0
    const frame = `{"id":1,"channel":"x","input":["${'\\'.repeat(count)}"${'['.repeat(100)}`
    expect('refused' in admitFrame(frame)).toBe(ends)
  }
})
