import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTokenizer, type TableStore } from '../../../../main/src/services/tokens/index.ts'
import type { RankTable } from '../../../../main/src/services/tokens/rankTable.ts'
import {
  deserializeTable,
  serializeTable,
  tableFileName,
} from '../../../../main/src/services/tokens/tableFile.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { strangeTexts } from '../../../support/strangeText.ts'
import { createEncoder, encodings, hostileText, tableOf } from './reference.ts'

interface MemoryStore extends TableStore {
  readonly files: Map<string, Uint8Array>
  writes: number
}

/** With the tables that are given in it. */
function createMemoryStore(...tables: readonly RankTable[]): MemoryStore {
  const files = new Map(tables.map((table) => [tableFileName(table.encoding), serializeTable(table)]))
  return {
    files,
    writes: 0,
    read: (name) => files.get(name),
    write(name, bytes) {
      files.set(name, bytes)
      this.writes++
    },
  }
}

// Vitest's own comparison takes a second for four megabytes.
function isEqual(left: Uint8Array | undefined, right: Uint8Array): boolean {
  return left !== undefined && Buffer.compare(left, right) === 0
}

const sample = "林远把信折好，放进口袋。\n\u3000\u3000“You don't say,” he said — 2024年。😀"

describe.each(encodings)('in the tokenizer %s,', (encoding) => {
  test('a cached piece answers for its own text alone', async () => {
    const encoder = await createEncoder(encoding)
    const store = createMemoryStore(await tableOf(encoding))
    const tokenizer = await createTokenizer(encoding, { cacheEntries: 8, store })
    expect({ id: tokenizer.id, exact: tokenizer.exact }).toEqual({ id: encoding, exact: true })
    const checked = countedChecks()
    fc.assert(
      fc.property(hostileText(30), (text) => {
        expect(tokenizer.count(text)).toBe(encoder.count(text))
        expect(tokenizer.count(text)).toBe(encoder.count(text))
        checked.when(encoder.count(text) > 1)
      }),
      { numRuns: 1000 },
    )
    checked.expectShare(0.8)
    for (const { text } of strangeTexts) expect(tokenizer.count(text)).toBe(encoder.count(text))
  })

  test('a stored table counts as a built one does', async () => {
    const store = createMemoryStore()
    const built = await createTokenizer(encoding, { store })
    const loaded = await createTokenizer(encoding, { store })
    expect(store.writes).toBe(1)
    const checked = countedChecks()
    fc.assert(
      fc.property(hostileText(30), (text) => {
        expect(loaded.count(text)).toBe(built.count(text))
        checked.when(built.count(text) > 1)
      }),
    )
    checked.expectShare(0.7)
  })

  test('a damaged or foreign table is built anew', async () => {
    const store = createMemoryStore(await tableOf(encoding))
    const expected = (await createTokenizer(encoding, { store })).count(sample)
    const [name, intact] = [...store.files][0] ?? ['', new Uint8Array()]
    const flipped = intact.slice()
    flipped[3_000_001 % flipped.length] = (flipped[3_000_001 % flipped.length] ?? 0) ^ 1
    const otherVersion = intact.slice()
    otherVersion[4] = 99
    const damaged = {
      empty: new Uint8Array(),
      'not a table': new TextEncoder().encode('{"version":1}   '.repeat(8)),
      'zeros of the right size': new Uint8Array(intact.length),
      truncated: intact.slice(0, intact.length - 4),
      'cut inside a word': intact.slice(0, 1001),
      'a byte behind its end': Uint8Array.from([...intact, 0]),
      'one bit flipped': flipped,
      'other version': otherVersion,
    }
    const accepted = Object.entries(damaged).filter(
      ([, bytes]) => deserializeTable(bytes, encoding) !== undefined,
    )
    expect(accepted).toEqual([])

    store.files.set(name, flipped)
    expect((await createTokenizer(encoding, { store })).count(sample)).toBe(expected)
    expect(isEqual(store.files.get(name), intact)).toBe(true)
  })

  test('a table in a pooled buffer at an odd address is read', async () => {
    const store = createMemoryStore(await tableOf(encoding))
    const expected = (await createTokenizer(encoding, { store })).count(sample)
    for (const [name, bytes] of store.files) {
      const pool = new Uint8Array(bytes.length + 3)
      pool.set(bytes, 3)
      store.files.set(name, pool.subarray(3))
    }
    expect((await createTokenizer(encoding, { store })).count(sample)).toBe(expected)
    expect(store.writes).toBe(0)
  })
})

test("one encoding's table stored under the other's name is not used", async () => {
  const store = createMemoryStore(await tableOf('cl100k_base'))
  const [cl100k = new Uint8Array()] = store.files.values()
  const swapped: TableStore = { read: () => cl100k, write: () => undefined }
  const tokenizer = await createTokenizer('o200k_base', { store: swapped })
  expect(tokenizer.count(sample)).toBe((await createEncoder('o200k_base')).count(sample))
})
