import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxFrameBytes } from '../../../main/src/contract/frames.ts'
import { contract } from '../../../main/src/contract/index.ts'
import type { Channel } from '../../../main/src/contract/shared.ts'
import { admitFrame, maxUnitsOf, usualFrameBytes } from '../../../main/src/hosts/frameLimits.ts'
import { countedChecks } from '../../support/countedChecks.ts'
import { leastCpuTime } from '../../support/cpuTime.ts'

const large = '雾'.repeat(usualFrameBytes)

const declared: Readonly<Record<string, Channel>> = contract
const largeChannels = Object.entries(declared).flatMap(([name, { largeRequests }]) =>
  largeRequests ? [{ name, ...largeRequests }] : [],
)

test('a large frame is read for a channel that declares it, and refused with its id for every other', {
  tags: ['whole'],
}, () => {
  const outcomes = Object.keys(contract).map((channel) => {
    const frame = `{"id":"第一","channel":"${channel}","input":{"text":"${large}"}}`
    const [text, bytes] = [admitFrame(frame), admitFrame(Buffer.from(frame))]
    expect(text).toEqual(bytes)
    return 'text' in text ? [channel, text.channel] : [text.refused, text.id]
  })
  expect(outcomes).toEqual(
    Object.keys(contract).map((channel) =>
      largeChannels.some(({ name }) => name === channel) ? [channel, channel] : ['frameLarge', '第一'],
    ),
  )
  // They are the exception.
  expect(largeChannels.length).toBeLessThanOrEqual(Object.keys(contract).length / 8)
})

test('a frame may be as large as its channel declares and no larger, as bytes, as text and as a line that is read', () => {
  for (const { name, maxBytes } of largeChannels) {
    const head = `{"id":1,"channel":"${name}","input":{"text":"`
    expect([name, maxUnitsOf(head), maxBytes <= maxFrameBytes]).toEqual([name, maxBytes + 1, true])
    if (maxBytes > 8_000_000) continue
    const frame = `${head}${'a'.repeat(maxBytes - head.length - 3)}"}}`
    for (const one of [frame, Buffer.from(frame)])
      expect(admitFrame(one)).toEqual({ text: frame, channel: name })
    for (const more of [`${frame} `, Buffer.from(`${frame} `)])
      expect(admitFrame(more)).toEqual({ refused: 'frameLarge', id: 1 })
  }
  expect(maxUnitsOf('{"id":1,"channel":"documents:list","input":{"text":"')).toBe(usualFrameBytes + 1)
})

test('a file of any bytes is read as base64, whatever its name', () => {
  const base64 = Buffer.from('雾港\n"来信"\\'.repeat(200_000)).toString('base64')
  for (const { name } of largeChannels.filter(({ isUpload }) => isUpload)) {
    const text = JSON.stringify({
      id: 1,
      channel: name,
      input: { upload: { fileName: '"\\'.repeat(127), base64 } },
    })
    expect(admitFrame(Buffer.from(text))).toEqual({ text, channel: name })
  }
})

const bombs: readonly (readonly [name: string, head: string, filling: string])[] = [
  ['escaped quotation marks', '{"text":"', '\\"'],
  ['escaped line ends', '{"text":"', '\\n'],
  ['escaped backslashes', '{"text":"', '\\\\'],
  ['blanks', '', ' '],
  ['blanks behind a value', '{"text":"雾"', ' '],
  ['digits', '', '1'],
  ['lists', '', '['],
  ['commas', '[[]', ',[]'],
  ['quotation marks', '[', '""'],
]

test.each(bombs)(
  '100 MB of %s are refused within 200 ms of work for every channel',
  { tags: ['whole'] },
  (_, head, filling) => {
    const bomb = Buffer.alloc(100_000_000, filling)
    const id = 7
    for (const name of ['documents:list', ...largeChannels.map((channel) => channel.name)]) {
      const start = `{"id":${id},"channel":"${name}","input":`
      // The filling goes on where it would be in its own rhythm: none is torn.
      bomb.fill(filling, 0, 120).write(`${start.padEnd(120 - head.length)}${head}`)
      const outcomes: unknown[] = []
      const workMs = leastCpuTime(() => {
        const outcome = admitFrame(bomb)
        // Not the text: no failure can print it.
        outcomes.push('text' in outcome ? 'read' : outcome)
      })
      expect(outcomes[0]).toEqual({ refused: expect.stringMatching(/^frame(?:Large|Values)$/), id })
      expect(workMs).toBeLessThan(200)
    }
  },
)

const ownSizeBombs: readonly (readonly [name: string, head: string, filling: string])[] = [
  ['members', '{', '"aaaaaaaaaaaaaa":1,'],
  ['Chinese members', '{', '"雾港来信":1,'],
  ['short texts', '["",', '"aaaaaaaaaaaaaaaaaaaaaaaaaa",'],
  ['numbers', '[', '1.234567890123456e-300,'],
]

test.each(ownSizeBombs)(
  '%s are refused within 200 ms of work at the size that a channel allows',
  { tags: ['whole'] },
  (_, head, filling) => {
    for (const { name, maxBytes } of largeChannels) {
      const start = `{"id":7,"channel":"${name}","input":${head}`
      const frame = Buffer.alloc(Math.min(100_000_000, maxBytes))
      frame.fill(filling, frame.write(start))
      const outcomes: unknown[] = []
      const workMs = leastCpuTime(() => {
        const outcome = admitFrame(frame)
        outcomes.push('text' in outcome ? 'read' : outcome)
      })
      expect(outcomes[0]).toEqual({ refused: 'frameValues', id: 7 })
      expect(workMs).toBeLessThan(200)
    }
  },
)

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
