import { expect, it } from 'vitest'
import { createFold } from '../../../../main/src/services/codex/fold.ts'
import { buildNameIndex } from '../../../../main/src/services/codex/nameIndex.ts'
import { unknownNames } from '../../../../main/src/services/codex/unknownNames.ts'

const scene = [
  '　　方巧娘道：“雾要散了。𠮷”',
  '　　许三娘没有答话。方巧娘放下油灯，看着许三娘。',
  '　　许三娘冷笑道：“你等着。”',
  '',
].join('\r\n')

it('a chapter of half a million characters gives the names that its parts give, as often', async () => {
  const index = buildNameIndex([], createFold())
  const times = Math.ceil(500_000 / scene.length)
  const found = async (texts: readonly string[]) =>
    (await unknownNames(index, texts)).map(({ text, count }) => ({ text, count }))
  const whole = await found([scene.repeat(times)])
  expect(whole).toContainEqual({ text: '方巧娘', count: 2 * times })
  expect(whole).toEqual(await found(Array.from({ length: times }, () => scene)))
})
