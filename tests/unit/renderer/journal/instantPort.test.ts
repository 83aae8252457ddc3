import { expect, test } from 'vitest'
import {
  createInstantPort,
  createSealedInstantPort,
} from '../../../../renderer/src/features/journal/instantPort.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

const keyOf = (fill: number) => Buffer.alloc(32, fill).toString('base64url')
const entry = (value: string, page = 'page-1') => ({ page, at: 7, value: { text: value } })

/** The browser's local storage: strings by name. */
function createStorage(): Storage & { readonly items: Map<string, string> } {
  const items = new Map<string, string>([['theme', 'dark']])
  return {
    items,
    get length() {
      return items.size
    },
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, String(value)),
    removeItem: (name) => void items.delete(name),
    clear: () => items.clear(),
  }
}

test('a value is back unit by unit when the call has returned, one for each page, and what else lies there stays', async () => {
  const storage = createStorage()
  for (const port of [createInstantPort(storage), await createSealedInstantPort(storage, keyOf(1))]) {
    for (const { text } of strangeTexts) {
      port.write(entry('甲'))
      port.write(entry(`雾港的灯${text}`))
      port.write(entry('乙', 'page-2'))
      expect(port.read()).toEqual([entry(`雾港的灯${text}`), entry('乙', 'page-2')])
    }
    port.remove('page-1')
    expect(port.read()).toEqual([entry('乙', 'page-2')])
    port.remove('page-2')
    expect([...storage.items]).toEqual([['theme', 'dark']])
  }
})

test('a sealed value shows no text, is never the same bytes twice, and another data folder leaves it in place', async () => {
  const storage = createStorage()
  const port = await createSealedInstantPort(storage, keyOf(1))
  const seen = new Set<string>()
  for (let round = 0; round < 5; round++) {
    port.write(entry('潮水退了。The tide'))
    seen.add([...storage.items.values()].join(' '))
  }
  expect(seen.size).toBe(5)
  expect([...seen].join(' ')).not.toMatch(/潮水|tide|text/)
  const other = await createSealedInstantPort(storage, keyOf(2))
  expect(other.read()).toEqual([])
  expect(port.read()).toEqual([entry('潮水退了。The tide')])
})

test('a value that somebody has changed is no text of the writer, and hides no other', async () => {
  const storage = createStorage()
  const port = await createSealedInstantPort(storage, keyOf(1))
  port.write(entry('甲'))
  for (const [name, value] of storage.items)
    if (name !== 'theme') storage.items.set(name, value.replace(/^..../, 'AAAA'))
  port.write(entry('乙', 'page-2'))
  expect(port.read()).toEqual([entry('乙', 'page-2')])
})
