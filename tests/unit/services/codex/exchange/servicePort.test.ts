import { expect, test } from 'vitest'
import { entryPortOf } from '../../../../../main/src/services/codex/exchange/index.ts'
import { entry } from './port.ts'

test('when one entry cannot be stored, those before it are taken back; broken ones are not listed', async () => {
  const stored = new Map([['old', entry({ id: 'old' })]])
  const port = entryPortOf({
    list: async () => [{ id: 'old' }, { id: 'torn', error: '写法有误' }],
    read: async (_, id) => ({ entry: stored.get(id) ?? entry() }),
    async save(_, one) {
      if (one.id === 'c') throw new Error('disk full')
      stored.set(one.id, one)
      return { id: one.id, hash: `hash of ${one.id}` }
    },
    async delete(_, id, hash) {
      if (hash === `hash of ${id}`) stored.delete(id)
    },
  })
  const entries = ['a', 'b', 'c'].map((id) => entry({ id }))
  await expect(port.saveAll('p', entries)).rejects.toThrow('disk full')
  expect([[...stored.keys()], await port.list('p')]).toEqual([['old'], [entry({ id: 'old' })]])
})
