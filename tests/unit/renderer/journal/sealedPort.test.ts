import { expect, test, vi } from 'vitest'
import type { JournalEntry } from '../../../../renderer/src/features/journal/journal.ts'
import { createSealedPort } from '../../../../renderer/src/features/journal/sealedPort.ts'
import { createMemoryPort } from '../../../support/journal.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

const keyOf = (fill: number) => Buffer.alloc(32, fill).toString('base64url')
const chapter = ['text', 'p1', 'manuscript/012-第十二回.md', 'page-1']
const entry = (text: string, key = chapter): JournalEntry => ({ key, page: 'page-1', at: 7, value: { text } })
const readable = (port: ReturnType<typeof createMemoryPort>) =>
  [...port.entries].map(([name, { key, value }]) => {
    const { bytes = new ArrayBuffer(), ...rest } = Object(value) as { bytes?: ArrayBuffer }
    return [name, key.join(' '), Buffer.from(bytes).toString('utf8'), JSON.stringify(rest)].join(' ')
  })

test('a stored entry comes back unit by unit, and neither text nor title is readable where it is', async () => {
  const port = createMemoryPort()
  const sealed = await createSealedPort(port, keyOf(1))
  for (const { text } of strangeTexts) {
    await sealed.write(entry(`雾港的灯${text}`))
    expect(await sealed.read(['text', 'p1'])).toEqual([entry(`雾港的灯${text}`)])
  }
  expect([await sealed.read(['text', 'p2']), await sealed.read([]), port.entries.size]).toMatchObject([
    [],
    [{ page: 'page-1' }],
    1,
  ])
  expect(readable(port).join('')).not.toMatch(/雾港|第十二回|012-|page-1/)
})

test('the same text is never stored twice in the same bytes', async () => {
  const port = createMemoryPort()
  const sealed = await createSealedPort(port, keyOf(1))
  const seen = new Set<string>()
  for (let round = 0; round < 5; round++) {
    await sealed.write(entry('潮水退了。'))
    seen.add(readable(port).join(''))
  }
  expect(seen.size).toBe(5)
})

test('a drop requested after a write comes after it, however long the encryption takes', async () => {
  const port = createMemoryPort()
  const sealed = await createSealedPort(port, keyOf(1))
  const writing = sealed.write(entry('长'.repeat(500_000)))
  await Promise.all([writing, sealed.remove(chapter)])
  expect(await sealed.read([])).toEqual([])
})

test('another data folder on the same address sees nothing of it and leaves it in place', async () => {
  const port = createMemoryPort()
  await (await createSealedPort(port, keyOf(1))).write(entry('甲'))
  const other = await createSealedPort(port, keyOf(2))
  await other.write(entry('乙'))
  await other.remove(chapter)
  expect(await other.read([])).toEqual([])
  expect(await (await createSealedPort(port, keyOf(1))).read([])).toEqual([entry('甲')])
})

test('an entry somebody has changed is not shown as the writer’s, and does not hide the others', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const port = createMemoryPort()
  const sealed = await createSealedPort(port, keyOf(1))
  await sealed.write(entry('甲'))
  for (const { value } of port.entries.values()) new Uint8Array(Object(value).bytes).fill(0, 3, 6)
  await sealed.write(entry('乙', ['text', 'p1', 'b', 'page-1']))
  expect(await sealed.read([])).toEqual([entry('乙', ['text', 'p1', 'b', 'page-1'])])
  said.mockRestore()
})

test('what was stored in plain text before is offered as it was, and is plain text no more', async () => {
  const port = createMemoryPort()
  await port.write(entry('旧版本留下的字'))
  await port.write(entry('半句要求', ['draft', 'p1', 'instruction', 'a']))
  const sealed = await createSealedPort(port, keyOf(1))
  expect(await sealed.read(['text'])).toEqual([entry('旧版本留下的字')])
  expect(await sealed.read(['draft'])).toEqual([entry('半句要求', ['draft', 'p1', 'instruction', 'a'])])
  expect([port.entries.size, readable(port).join('')]).toEqual([2, expect.not.stringMatching(/旧版本|要求/)])
})

test('a write the browser refuses is reported, and the next one is accepted', async () => {
  const port = createMemoryPort()
  const sealed = await createSealedPort(port, keyOf(1))
  port.broken = true
  await expect(sealed.write(entry('甲'))).rejects.toThrow('QuotaExceededError')
  port.broken = false
  await sealed.write(entry('乙'))
  expect(await sealed.read([])).toEqual([entry('乙')])
})
