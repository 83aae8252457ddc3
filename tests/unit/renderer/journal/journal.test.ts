import { expect, test, vi } from 'vitest'
import { createMemoryPort, pageJournal } from '../../../support/journal.ts'

test('a page is offered what closed pages left, not its own and not that of an open one', async () => {
  const port = createMemoryPort()
  await pageJournal(port, 'closed').save(['text', 'p', 'a'], '雾港的灯𠮷')
  await pageJournal(port, 'open').save(['text', 'p', 'b'], '乙')
  const mine = pageJournal(port, 'mine', ['open', 'mine'])
  await mine.save(['text', 'p', 'c'], '丙')
  await mine.save(['text', 'other', 'a'], '丁')
  expect(await mine.listLeft(['text', 'p'])).toEqual([
    { key: ['text', 'p', 'a'], page: 'closed', at: 1, value: '雾港的灯𠮷' },
  ])
})

test('what is dropped is removed for every page', async () => {
  const port = createMemoryPort()
  await pageJournal(port, 'closed').save(['text', 'p', 'a'], '甲')
  const mine = pageJournal(port, 'mine')
  await mine.drop(['text', 'p', 'a'])
  expect(await mine.list([])).toEqual([])
})

test('a refusal of the browser is reported, until it stores the next entry', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const port = createMemoryPort()
  const journal = pageJournal(port, 'mine')
  port.broken = true
  expect([await journal.save(['text'], '甲'), journal.store.getState().failing]).toEqual([false, true])
  port.broken = false
  expect([await journal.save(['text'], '甲'), journal.store.getState().failing]).toEqual([true, false])
  expect(said).toHaveBeenCalledOnce()
  said.mockRestore()
})
