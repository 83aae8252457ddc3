import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { clausesOf } from '../../../../../main/src/lib/clauses.ts'
import { sha256Hex } from '../../../../../main/src/lib/hash.ts'
import { type Logger, silentLogger } from '../../../../../main/src/lib/logger.ts'
import {
  allPlaced,
  toPart,
  toReceipt,
  toResult,
} from '../../../../../main/src/services/context/core/explain.ts'
import {
  createReceiptReader,
  createReceiptStore,
  type Draft,
  defineSource,
} from '../../../../../main/src/services/context/index.ts'
import { parseReceipt } from '../../../../../main/src/services/context/receipts/receiptFile.ts'
import { createRedactor } from '../../../../../main/src/services/redaction/index.ts'
import { engineOf, requestFor } from '../../../../support/engine.ts'

const id = '1790000000000-0123456789ab'
const redactor = createRedactor()
let words: Record<string, string>
beforeEach(() => {
  words = { 'clips/一': '　　许三娘提着灯。', 'clips/二': '雾'.repeat(900) }
})

/** Two stored texts: one whole, and one of which only a beginning is read. */
const clips = defineSource<Draft>({
  name: 'clips',
  display: { name: { zh: '剪报', en: 'Clipping' }, card: 'title' },
  layer: 'settings',
  place: 9,
  stability: 'book',
  shrinkSteps: [{ step: 'out', cutOrder: 1 }],
  maxTokens: 300,
  missing: { code: 'RULES_UNAVAILABLE', params: {} },
  read: async ({ projectId }) =>
    Object.entries(words).map(([path, text]) => ({
      ref: { path },
      storeId: projectId,
      title: path,
      text,
      reason: { code: 'always', params: {} },
    })),
  reread: async ({ path }) =>
    words[path] === undefined ? undefined : { text: words[path], forms: { line: words[path].slice(2, 5) } },
})

async function setUp() {
  const root = await mkdtemp(join(tmpdir(), 'creonow 收据 '))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await mkdir(join(root, '.creonow/cache/receipts'), { recursive: true })
  const warned: object[] = []
  const logger: Logger = { ...silentLogger, warn: (about: object) => void warned.push(about) }
  const rootOf = (projectId: string) => (projectId === 'p1' ? root : join(root, projectId))
  const storeHere = () => createReceiptStore({ rootOf, logger })
  const readerOf = (receipts: ReturnType<typeof storeHere>) =>
    createReceiptReader({
      receipts,
      sources: [clips],
      languageOf: async () => 'zh',
      redact: redactor.redact,
      redactText: redactor.redactText,
      sha256Hex,
    })
  async function keep() {
    const assembly = await engineOf([clips]).assemble(requestFor('　　林远推开门。'))
    const placed = allPlaced(assembly)
    const store = storeHere()
    store.add(
      {
        receipt: toReceipt(assembly, toResult(assembly, null), id, '2026-11-22T00:00:00.000Z'),
        parts: placed.map((item) => toPart(item, sha256Hex)),
        texts: placed.map(({ text }) => text),
        prompt: assembly.systemPrompt + assembly.userContent,
      },
      { inMemoryOnly: false },
    )
    await store.flush()
    return store
  }
  /** What a process sees that knows only the file. */
  const later = async () => {
    const { chunks, prompt } = await readerOf(storeHere()).readReceipt('p1', id)
    const ofClips = chunks.filter(({ sourceName }) => sourceName === 'clips')
    return { prompt, chunks: ofClips.map(({ source, state, text }) => ({ source, state, text })) }
  }
  return { root, warned, keep, later, readerOf, storeHere }
}

describe('a receipt that is read again', () => {
  it('shows what the sources still have, and of a text that was cut the part that was sent', async () => {
    const { keep, later } = await setUp()
    await keep()
    const { prompt, chunks } = await later()
    const [first, second] = chunks
    expect([prompt, first]).toEqual([null, { source: 'clips/一', state: 'same', text: words['clips/一'] }])
    expect(second).toMatchObject({ source: 'clips/二', state: 'same' })
    expect(second?.text?.length).toBeGreaterThan(100)
    expect(second?.text?.length).toBeLessThan(900)
    expect(words['clips/二']?.startsWith(second?.text ?? '-')).toBe(true)
  })

  it('reports what changed and what was deleted, and never shows other words in their place', async () => {
    const { keep, later } = await setUp()
    await keep()
    words = { 'clips/一': '　　许三娘把灯吹灭了。' }
    expect((await later()).chunks).toEqual([
      { source: 'clips/一', state: 'changed', text: null },
      { source: 'clips/二', state: 'gone', text: null },
    ])
  })

  it('shows the shorter form in which a piece was sent, and a form that is there no more as changed', async () => {
    const { root, keep, later } = await setUp()
    await keep()
    const path = join(root, `.creonow/cache/receipts/${id}.json`)
    const stored = JSON.parse(await readFile(path, 'utf8'))
    const inForm = async (level: 'line' | 'short') => {
      const parts = stored.parts.map((part: { source: string }) =>
        part.source === 'clips/一' ? { ...part, level, textHash: sha256Hex('许三娘') } : part,
      )
      await writeFile(path, JSON.stringify({ ...stored, parts }))
      return (await later()).chunks[0]
    }
    expect([await inForm('line'), await inForm('short')]).toEqual([
      { source: 'clips/一', state: 'same', text: '许三娘' },
      { source: 'clips/一', state: 'changed', text: null },
    ])
  })

  it('that never was is not found, without a line in the log', async () => {
    const { warned, storeHere, readerOf } = await setUp()
    await expect(readerOf(storeHere()).readReceipt('p1', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(warned).toEqual([])
  })

  it('remembers the words and the prompt in the process that sent them', async () => {
    const { keep, readerOf } = await setUp()
    const store = await keep()
    words = {}
    const { prompt, chunks } = await readerOf(store).readReceipt('p1', id)
    expect(prompt).toContain('许三娘提着灯')
    expect(chunks.find(({ source }) => source === 'clips/一')).toMatchObject({
      state: 'gone',
      text: '　　许三娘提着灯。',
    })
  })

  it('that cannot be written is available in its process, with a line in the log', async () => {
    const { root, warned, keep, readerOf } = await setUp()
    await rm(join(root, '.creonow/cache'), { recursive: true })
    await writeFile(join(root, '.creonow/cache'), '这里本该是文件夹')
    const store = await keep()
    expect(warned).toEqual([{ receiptId: id, cause: expect.any(String) }])
    const { prompt } = await readerOf(store).readReceipt('p1', id)
    expect(prompt).toContain('许三娘提着灯')
  })

  it('that is damaged counts as none, with a line in the log', async () => {
    const { root, warned, storeHere, readerOf } = await setUp()
    await writeFile(join(root, `.creonow/cache/receipts/${id}.json`), '{"receipt": {"雾')
    const reader = readerOf(storeHere())
    await expect(reader.readReceipt('p1', id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await reader.listReceipts('p1', {})).toEqual([])
    expect(warned).toEqual([{ receiptId: id }, { receiptId: id }])
    expect(await readdir(join(root, '.creonow/cache/receipts'))).toEqual([`${id}.json`])
  })
  it('limits what its file contains to the contract: an item has 200 characters at most, a reason 40, a length is no less than 0', async () => {
    const { root, keep } = await setUp()
    await keep()
    const stored = JSON.parse(await readFile(join(root, `.creonow/cache/receipts/${id}.json`), 'utf8'))
    const parsed = (part: object) => {
      const [first, ...others] = stored.parts
      return parseReceipt(JSON.stringify({ ...stored, parts: [{ ...first, ...part }, ...others] }), 'p1', id)
    }
    expect(parsed({ item: '钥'.repeat(200) })?.parts[0]?.item).toHaveLength(200)
    expect(parsed({ item: '钥'.repeat(201) })).toBeUndefined()
    expect(parsed({ reasonCode: 'r'.repeat(40) })?.parts[0]?.reasonCode).toHaveLength(40)
    expect(parsed({ reasonCode: 'r'.repeat(41) })).toBeUndefined()
    expect(parsed({ units: 0 })?.parts[0]?.units).toBe(0)
    expect([parsed({ units: -1 }), parsed({ units: 0.5 })]).toEqual([undefined, undefined])
  })

  it('of an earlier version, whose notices had other parameters, has its warnings as they were', async () => {
    const { root, keep } = await setUp()
    await keep()
    const stored = JSON.parse(await readFile(join(root, `.creonow/cache/receipts/${id}.json`), 'utf8'))
    const notices = [{ code: 'FILE_BROKEN', params: { path: 'a.json', line: 1, column: 1 } }]
    const receipt = { ...stored.receipt, warnings: ['FILE_BROKEN: 坏了'], notices }
    const read = parseReceipt(JSON.stringify({ ...stored, receipt }), 'p1', id)?.receipt
    expect([read?.warnings, read?.notices]).toEqual([['FILE_BROKEN: 坏了'], []])
  })
})

describe('the text an author accepted from a run', () => {
  it('is listed at once by the process that sent it, and later from the file; not by another project', async () => {
    const { keep, storeHere } = await setUp()
    const store = await keep()
    const [one, other, foreign] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)]
    const [short, shorter] = ['d'.repeat(16), 'e'.repeat(16)]
    const take = (projectId: string, insertedParagraphs: string[], writtenClauses: string[]) =>
      store.addAccepted(projectId, id, { insertedParagraphs, writtenClauses })
    await take('p1', [one, one], [short])
    await take('p1', [other, one], [shorter, short])
    await take('p2', [foreign], [])
    const taken = async (receipts: typeof store) => {
      const { insertedParagraphs, writtenClauses } = (await receipts.read('p1', id)).stored.receipt
      return { insertedParagraphs, writtenClauses }
    }
    const both = { insertedParagraphs: [one, other], writtenClauses: [short, shorter] }
    expect([await taken(store), await taken(storeHere())]).toEqual([both, both])
  })
})

describe('receipts that are listed', () => {
  it('are those on disk, newest first', async () => {
    const { root, keep, storeHere } = await setUp()
    await keep()
    const folder = join(root, '.creonow/cache/receipts')
    const newer = '1790000000001-0123456789ab'
    await writeFile(join(folder, `${newer}.json`), await readFile(join(folder, `${id}.json`)))
    expect((await storeHere().list('p1')).map(({ receiptId }) => receiptId)).toEqual([newer, id])
  })

  it('are none in a project that has no folder for them yet, or was deleted', async () => {
    const { root, storeHere } = await setUp()
    await rm(join(root, '.creonow'), { recursive: true })
    expect(await storeHere().list('p1')).toEqual([])
    await rm(root, { recursive: true })
    expect(await storeHere().list('p1')).toEqual([])
  })
})

describe('receipts that come faster than the disk writes them', () => {
  it('do not queue beyond the number that is stored, and the newest are stored', async () => {
    const { root, keep, storeHere } = await setUp()
    await keep()
    const { stored } = await storeHere().read('p1', id)
    const store = storeHere()
    let written = 0
    const ids = Array.from({ length: 600 }, (_, n) => `${String(1_800_000_000_000 + n)}-${'0'.repeat(12)}`)
    for (const receiptId of ids) {
      const receipt = { ...stored.receipt, receiptId }
      const toJSON = () => {
        written += 1
        return receipt
      }
      const entry = { ...stored, receipt: { ...receipt, toJSON }, texts: [], prompt: '' }
      store.add(entry, { inMemoryOnly: false })
    }
    const kept = (await store.list('p1')).map(({ receiptId }) => receiptId)
    expect(kept).toEqual(ids.slice(-200).reverse())
    const files = await readdir(join(root, '.creonow/cache/receipts'))
    expect(files.toSorted()).toEqual(ids.slice(-200).map((one) => `${one}.json`))
    // The first was on its way when the others came.
    expect(written).toBeLessThanOrEqual(201)
  })
})

describe('a receipt of a chapter that has another id by now', () => {
  it('is listed and read under it, and takes the paragraphs of its own run', async () => {
    const { keep } = await setUp()
    const store = await keep()
    const asked: string[][] = []
    const reader = createReceiptReader({
      ...{ receipts: store, sources: [clips], languageOf: async () => 'zh' as const, sha256Hex },
      chapterId: async (projectId, name) => {
        asked.push([projectId, name])
        return `id of ${name}`
      },
      ...{ redact: redactor.redact, redactText: redactor.redactText },
    })
    const { receipt } = await reader.readReceipt('p1', id)
    expect([receipt.documentId, asked]).toEqual(['id of manuscript/010.md', [['p1', 'manuscript/010.md']]])
    await reader.recordOutcome(
      'p1',
      id,
      '　　许三娘提着灯。\r\n\r\nThe fog.\r雾。',
      '许三娘提着灯，灯灭了。\nThe fog.',
    )
    const written = ['许三娘提着灯', 'The fog'].flatMap(clausesOf).map(({ hash }) => hash)
    expect((await reader.readReceipt('p1', id)).receipt.writtenClauses).toEqual(written)
    for (const paragraph of ['许三娘提着灯。', 'The fog.', '　　雾。'])
      expect((await reader.listReceipts('p1', { paragraph })).map(({ receiptId }) => receiptId)).toEqual([id])
    expect(await reader.listReceipts('p1', { paragraph: '别的' })).toEqual([])
    expect((await reader.listReceipts('p1', { documentId: 'manuscript/010.md' })).length).toBe(0)
    expect((await reader.listReceipts('p1', { documentId: 'id of manuscript/010.md' })).length).toBe(1)
    expect(await reader.listReceipts('p2', {})).toEqual([])
  })

  it('that nobody can read for a fault of the program is no missing receipt', async () => {
    const { keep, root } = await setUp()
    await keep()
    let calls = 0
    const fails = createReceiptStore({
      rootOf: () => {
        calls += 1
        throw new TypeError('a fault of the program')
      },
      logger: silentLogger,
    })
    await expect(fails.read('p1', id)).rejects.toThrow('a fault of the program')
    expect([calls, root.length > 0]).toEqual([1, true])
  })
})
