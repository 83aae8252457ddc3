import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { charxCard, pngCard, pngChunk, pngOf, textChunk } from '../../../../support/cards.ts'
import { zipOf } from '../../../../support/officeFiles.ts'
import { memoryExchange } from './port.ts'

const card = { spec: 'chara_card_v2', data: { name: '林远', description: 'x' } }
const nested = (depth: number) => `{"entries":{"0":{"x":${'['.repeat(depth)}${']'.repeat(depth)}}}}`
const longChunk = () => {
  const png = pngOf()
  const at = png.indexOf('IDAT') - 4
  png.writeUInt32BE(100 * 1024 * 1024, at)
  return png
}
const many = (count: number) => ({
  entries: Array.from({ length: count }, (_, uid) => ({ uid, comment: 'x' })),
})

test.each<[string, unknown, string]>([
  ['an empty file', Buffer.alloc(0), 'IMPORT_UNSUPPORTED'],
  ['a text', '第一章', 'IMPORT_UNSUPPORTED'],
  ['torn JSON', '{"entries": {', 'IMPORT_BROKEN'],
  ['JSON in GB18030', Buffer.from('7b22656e7472696573223a22c1d6d4b6227d', 'hex'), 'IMPORT_BROKEN'],
  ['other JSON', { name: 'x' }, 'IMPORT_UNSUPPORTED'],
  ['a NovelAI lorebook without entries', { lorebookVersion: 5 }, 'IMPORT_UNSUPPORTED'],
  ['a NovelAI story without a lorebook', { storyContainerVersion: 1, content: {} }, 'IMPORT_UNSUPPORTED'],
  [
    'a NovelAI story with a lorebook of text',
    { storyContainerVersion: 1, content: { lorebook: '林远' } },
    'IMPORT_UNSUPPORTED',
  ],
  ['a NovelAI lorebook of text', { lorebookVersion: 5, entries: '林远' }, 'IMPORT_UNSUPPORTED'],
  ['an Agnai book', { kind: 'memory', entries: [] }, 'IMPORT_UNSUPPORTED'],
  ['a RisuAI lorebook', { type: 'risu', ver: 1, data: [] }, 'IMPORT_UNSUPPORTED'],
  ['an encoded RisuAI card', pngOf(textChunk('chara', 'rcc||rccv1||xx')), 'IMPORT_UNSUPPORTED'],
  ['a picture without a card', pngOf(), 'IMPORT_UNSUPPORTED'],
  ['a chunk longer than its file', longChunk(), 'IMPORT_BROKEN'],
  ['a torn picture', pngCard(card).subarray(0, 70), 'IMPORT_BROKEN'],
  ['a compressed chunk that is none', pngOf(pngChunk('zTXt', Buffer.from('chara\0\0xx'))), 'IMPORT_BROKEN'],
  ['a compressed bomb', pngOf(textChunk('chara', ' '.repeat(70_000_000), 'zTXt')), 'IMPORT_BROKEN'],
  ['no base64 of JSON', pngOf(textChunk('chara', '!!!')), 'IMPORT_UNSUPPORTED'],
  ['a zip without a card', zipOf({ 'a.txt': '' }), 'IMPORT_BROKEN'],
  ['a zip that climbs', zipOf({ 'card.json': '{}', '../../evil': '' }), 'IMPORT_BROKEN'],
  [
    'a zip bomb',
    Buffer.from(zipSync({ 'card.json': new Uint8Array(40_000_000).fill(32) })),
    'FILE_TOO_LARGE',
  ],
  ['a torn zip', charxCard(card).subarray(0, 200), 'IMPORT_BROKEN'],
  ['nesting', nested(5000), 'IMPORT_BROKEN'],
  ['endless nesting', '['.repeat(10_000_000), 'IMPORT_BROKEN'],
  ['100,000 entries', many(100_000), 'FILE_TOO_LARGE'],
  ['millions of values', `{"entries":[[${'0,'.repeat(3_000_001)}0]]}`, 'FILE_TOO_LARGE'],
  [
    'a card of 400,000 keys',
    { ...card, data: { ...card.data, extensions: Object.fromEntries(Array(400_000).fill(0).entries()) } },
    'FILE_TOO_LARGE',
  ],
  ['a huge body', { entries: [{ key: [], content: 'a'.repeat(1_000_001) }] }, 'FILE_TOO_LARGE'],
  ['a huge unknown field', { entries: [{ comment: 'a', x: 'a'.repeat(4_000_000) }] }, 'FILE_TOO_LARGE'],
  ['too much text', `{"entries":[{"x":"${'a'.repeat(33 * 1024 * 1024)}"}]}`, 'FILE_TOO_LARGE'],
])('a file with %s is a clear error, and nothing is stored', async (_, content, code) => {
  const { stored, ...exchange } = memoryExchange()
  await expect(exchange.import(content)).rejects.toMatchObject({ code })
  expect(stored).toEqual([])
})

test('20,000 entries are taken, and their losses come as few rows', async () => {
  const { stored, ...exchange } = memoryExchange()
  const file = {
    entries: Array.from({ length: 20_000 }, (_, uid) => ({ uid, comment: `条目${uid}`, order: 5 })),
  }
  const { entries, loss } = await exchange.import(file)
  expect([entries, stored.length, loss]).toEqual([
    20_000,
    20_000,
    [
      {
        ...{ entry: '条目0, 条目1, 条目2, … (20000)', field: 'order' },
        ...{ reason: expect.stringContaining('顺序'), english: expect.stringContaining('order') },
      },
    ],
  ])
})

test('300,000 keys of one entry are refused, not listed one by one', async () => {
  const { stored, ...exchange } = memoryExchange()
  const key = Array.from({ length: 300_000 }, (_, at) => `{{${at}}}`)
  const refused = expect(exchange.import({ entries: [{ key }] })).rejects
  await refused.toMatchObject({ code: 'FILE_TOO_LARGE' })
  expect(stored).toEqual([])
})

test('keys beyond those an entry may have as aliases are preserved, and their number is reported', async () => {
  const { stored, ...exchange } = memoryExchange()
  const names = Array.from({ length: 600 }, (_, at) => `名${at}`)
  const key = [...names, ...Array.from({ length: 30 }, (_, at) => `{{user${at}}}`)]
  const { loss } = await exchange.import({ entries: [{ comment: '林远', key }] })
  expect([stored[0]?.aliases, stored[0]?.extra, loss.length, loss.slice(-2)]).toEqual([
    names.slice(0, 500),
    { worldInfo: { comment: '林远', key } },
    22,
    ['另有 10 处同样没有对应，原样保留。', '别名最多 500 个，其余 100 个关键词原样保留，不起作用。'].map(
      (reason) => ({
        ...{ entry: '林远', field: 'key', reason, english: expect.any(String) },
      }),
    ),
  ])
})

test('keys that reach behind an object change nothing, are dropped and reported', async () => {
  const { stored, ...exchange } = memoryExchange()
  const text = `{"__proto__":{"polluted":1},"entries":{"__proto__":{"key":["恶"]},"0":{"comment":"林远","constructor":{"prototype":{"polluted":1}},"x":{"__proto__":{"polluted":1}},"creonow":{"version":1,"id":"a","type":"lore","aiContextLevel":"always","extra":{"id":"b","body":"c","__proto__":{"polluted":1}}}}}}`
  const { loss } = await exchange.import(text)
  expect([
    ({} as { polluted?: unknown }).polluted,
    stored.map(({ id, name, body, extra }) => ({ id, name, body, extra })),
    loss[0]?.reason,
  ]).toEqual([
    undefined,
    [{ id: 'a', name: '林远', body: '', extra: { worldInfo: { comment: '林远', x: {} } } }],
    '有 5 个可疑的字段名（__proto__ 之类）没有保留。',
  ])
})

test('a regex that would run for ever is preserved and never run', async () => {
  const { stored, ...exchange } = memoryExchange()
  const raw = { uid: 0, key: ['/^(a+)+$/', '/(x+x+)+y/i'], comment: '林远', content: 'a'.repeat(50_000) }
  await exchange.import({ entries: { 0: raw } })
  const { file } = await exchange.export()
  expect([stored[0]?.aliases, file.entries[0].key]).toEqual([[], raw.key])
})
