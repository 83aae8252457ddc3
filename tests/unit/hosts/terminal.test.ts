import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { linesOf } from '../../../main/src/hosts/cli/terminal.ts'

async function all(chunks: readonly string[], maxUnits = 4000): Promise<string[]> {
  const lines = []
  for await (const line of linesOf(Readable.from(chunks.map((text) => Buffer.from(text))), {
    maxUnitsOf: () => maxUnits,
  }))
    lines.push(line)
  return lines
}

test('lines end at LF and CRLF alone, wherever the pieces of the input end', async () => {
  expect(await all(['一\u2028二\r', '\n三', '四\n\n', '五'])).toEqual(['一\u2028二', '三四', '', '五'])
})

test('a line without an end is cut, and the next one is whole', async () => {
  const endless = Array.from({ length: 500 }, () => '雨'.repeat(10))
  expect(await all([...endless, '\n短句。\n'], 2000)).toEqual(['雨'.repeat(2000), '短句。'])
})
