import { expect, it } from 'vitest'
import { sha256Hex } from '../../../../main/src/lib/hash.ts'
import { rememberedHash } from '../../../../main/src/services/context/rememberedHash.ts'

it('a text is hashed once, a very long one each time, and the hash is always that of the text', () => {
  const asked: string[] = []
  const hash = rememberedHash((text) => {
    asked.push(text)
    return sha256Hex(text)
  })
  const [short, long] = ['林远推开门。𠮷', '雾'.repeat(16_001)]
  for (const text of [short, long, short, long]) expect(hash(text)).toBe(sha256Hex(text))
  expect(asked).toEqual([short, long, long])
})
