import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  applyRedaction,
  cutRedacted,
  marker,
  redactPart,
  scanSecrets,
} from '../../../../main/src/services/redaction/index.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const secret = `sk-${'aB3dE5gH7jK9mN1pQ3sT5'}`
const redact = (text: string) => applyRedaction(text, scanSecrets(text, { scope: 'manuscript' }))

test('half of a secret at the edge of a part is hidden, although no pattern recognises a half', () => {
  const text = `　　他念道：${secret}。\r\n𠮷野走了。`
  const start = text.indexOf(secret)
  const whole = redact(text)
  const inside = start + 6
  expect([
    cutRedacted(text, whole, 0, inside),
    cutRedacted(text, whole, inside, text.length),
    cutRedacted(text, whole, 0, start),
  ]).toEqual([
    {
      text: `　　他念道：${marker}`,
      replacements: [{ from: start, to: inside, length: marker.length, patternId: 'sk-key' }],
      evidence: [{ patternId: 'sk-key', matchCount: 1 }],
    },
    {
      text: `${marker}。\r\n𠮷野走了。`,
      replacements: [{ from: 0, to: secret.length - 6, length: marker.length, patternId: 'sk-key' }],
      evidence: [{ patternId: 'sk-key', matchCount: 1 }],
    },
    { text: '　　他念道：', replacements: [], evidence: [] },
  ])
})

test('no part of any cut shows four characters of the secret in a row', () => {
  const text = `前文。${secret}\n${secret}后文。`
  const whole = redact(text)
  const pieces = Array.from({ length: secret.length - 3 }, (_, at) => secret.slice(at, at + 4))
  const checked = countedChecks()
  fc.assert(
    fc.property(fc.nat(text.length), fc.nat(text.length), (a, b) => {
      const cut = cutRedacted(text, whole, Math.min(a, b), Math.max(a, b))
      expect(pieces.filter((piece) => cut.text.includes(piece))).toEqual([])
      checked.when(cut.replacements.length > 0)
    }),
  )
  checked.expectShare(0.5)
})

test('a part is redacted before it is cut, with its places in the whole text', async () => {
  const text = `前文。${secret}后文。`
  const part = (from: number, to: number) => redactPart(async (some) => redact(some), text, from, to)
  expect([(await part(0, 8)).text, (await part(8, text.length)).text, (await part(0, 3)).text]).toEqual([
    `前文。${marker}`,
    `${marker}后文。`,
    '前文。',
  ])
})

test('a part of a huge text costs the part, and hides what a secret far beyond its edges leaves in it', async () => {
  const line = '雾很大，林远推开门。\n'
  const run = `token = "${'aB3dE5gH7jK9'.repeat(9000)}"`
  const text = [line.repeat(120_000), run, line.repeat(60_000), secret, line.repeat(120_000)].join('')
  const asked: number[] = []
  const part = async (from: number, to: number) => {
    const { text: shown } = await redactPart(
      async (some) => {
        asked.push(some.length)
        return redact(some)
      },
      text,
      from,
      to,
    )
    return shown
  }
  const [runAt, keyAt] = [text.indexOf(run), text.indexOf(secret)]
  expect([
    await part(keyAt + 6, keyAt + secret.length + 4),
    await part(keyAt - 3, keyAt + 5),
    await part(runAt + run.length - 9, runAt + run.length + 3),
    await part(0, 4),
  ]).toEqual([`${marker}雾很大，`, `门。\n${marker}`, `${marker}"雾很大`, '雾很大，'])
  expect(Math.max(...asked)).toBeLessThan(300_000)
})
