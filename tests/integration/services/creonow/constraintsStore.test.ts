import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sha256Hex } from '../../../../main/src/lib/hash.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import { createVersionedFiles } from '../../../../main/src/lib/versionedFile/versionedFiles.ts'
import {
  type ConstraintsStoreOptions,
  createConstraintsStore,
} from '../../../../main/src/services/creonow/index.ts'
import { projectFolder } from './projectFolder.ts'

const file = '.creonow/rules/constraints.json'
const at = '2026-11-22T08:00:00.000Z'
const idOf = (text: string) => sha256Hex(text).slice(0, 12)
const item = (text: string, more: object = {}) => ({
  id: idOf(text),
  text,
  kind: 'narrative' as const,
  priority: 100,
  updatedAt: at,
  ...more,
})

async function setUp(options: Partial<ConstraintsStoreOptions> & { now?: () => void } = {}) {
  const folder = await projectFolder()
  const { now = () => undefined, ...rest } = options
  const clock = {
    now: () => {
      now()
      return Date.parse(at)
    },
    monotonic: () => 0,
  }
  const versioned = createVersionedFiles({ dataFolder: join(folder.base, 'data'), logger: silentLogger })
  const storeOptions = { rootOf: () => folder.root, versioned, clock, ...rest }
  return { ...folder, storeOptions, store: createConstraintsStore(storeOptions) }
}

describe('the constraints store', () => {
  test('refuses a change that was made from an outdated item', async () => {
    const { store } = await setUp()
    const { id } = await store.create('p', { text: '不写梦', kind: 'plot', priority: 5 })
    const base = { text: '不写梦', kind: 'plot' as const, priority: 5 }
    await store.update('p', id, { scope: { from: 'manuscript/2.md' } })
    await expect(store.update('p', id, { text: '写梦' }, base)).rejects.toMatchObject({ code: 'CONFLICT' })
    const seen = { ...base, scope: { from: 'manuscript/2.md' } }
    await store.update('p', id, { text: '少写梦', scope: null }, seen)
    expect(await store.get('p')).toEqual({
      version: 2,
      items: [{ ...base, id, text: '少写梦', updatedAt: at }],
    })
  })

  test('reads a project without a file as empty, and makes none', async () => {
    const { store, tree } = await setUp()
    expect(await store.get('p')).toEqual({ version: 2, items: [] })
    expect(await store.list('p')).toEqual([])
    expect(await store.readForPrompt('p')).toEqual({ items: [], notices: [] })
    expect(await tree()).toEqual([])
  })

  test('shows a created, changed and deleted item alike in the file, the list and the prompt', async () => {
    const { store, read } = await setUp()
    await store.create('p', { text: ' 严格第一人称叙述 ', kind: 'narrative' })
    await store.create('p', { text: '林远左撇子', kind: 'character', priority: 900 })
    const scoped = await store.create('p', {
      text: '主角在第五章之前不知道真相',
      kind: 'plot',
      scope: { to: 'manuscript/005-第五章.md' },
    })
    expect(scoped).toEqual(
      item('主角在第五章之前不知道真相', { kind: 'plot', scope: { to: 'manuscript/005-第五章.md' } }),
    )
    expect(
      await store.update('p', scoped.id, { text: '主角不知道真相', scope: null, priority: 100 }),
    ).toEqual(item('主角不知道真相', { id: scoped.id, kind: 'plot' }))
    const first = item('严格第一人称叙述')
    const second = item('林远左撇子', { kind: 'character', priority: 900 })
    const third = item('主角不知道真相', { id: scoped.id, kind: 'plot' })
    expect(JSON.parse(await read(file))).toEqual({ version: 2, items: [first, second, third] })
    expect(await store.get('p')).toEqual({ version: 2, items: [first, second, third] })
    const listed = { source: 'user', sourceRef: file, readOnly: false }
    expect(await store.list('p')).toEqual([second, first, third].map((one) => ({ ...one, ...listed })))
    expect(await store.readForPrompt('p')).toEqual({ items: [second, first, third], notices: [] })
    await store.delete('p', first.id)
    expect((await store.get('p')).items).toEqual([second, third])
  })

  test('upgrades version 1 at the first write, and does not rewrite it when it reads', async () => {
    const { store, put, read } = await setUp()
    const source = '\uFEFF{"version":1,"items":["甲","乙"]}\r\n'
    await put(file, source)
    expect((await store.get('p')).items).toEqual([
      item('甲', { updatedAt: '' }),
      item('乙', { updatedAt: '' }),
    ])
    expect(await read(file)).toBe(source)
    await store.create('p', { text: '丙', kind: 'world' })
    expect(JSON.parse(await read(file))).toEqual({
      version: 2,
      items: [item('甲'), item('乙'), item('丙', { kind: 'world' })],
    })
  })

  test('loses no item of writers at once, and stores each text once', async () => {
    const { store, read } = await setUp()
    const texts = Array.from({ length: 20 }, (_, index) => `约束${index % 10}`)
    const results = await Promise.allSettled(texts.map((text) => store.create('p', { text, kind: 'style' })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(10)
    const items: { text: string }[] = JSON.parse(await read(file)).items
    expect(items.map(({ text }) => text)).toEqual(texts.slice(0, 10))
  })

  test('does not overwrite a change from outside between read and write', async () => {
    let edits: string[] = []
    let path = ''
    const { store, root, read, put } = await setUp({
      now: () => {
        const content = edits.shift()
        if (content !== undefined) writeFileSync(path, content)
      },
    })
    path = join(root, file)
    await put(file, '{"version":2,"items":["甲"]}')
    for (const outside of ['{"version":2,"items":["甲","外"]}', 'broken in between']) {
      edits = [outside]
      await expect(store.create('p', { text: '乙', kind: 'plot' })).rejects.toMatchObject({
        code: 'CONFLICT',
      })
      expect(await read(file)).toBe(outside)
    }
  })

  test('does not overwrite a file that appears between read and write', async () => {
    const { store, root, put, read } = await setUp({
      now: () => writeFileSync(join(root, file), '{"version":1,"items":[]}'),
    })
    await put('.creonow/rules/style.md', '')
    await expect(store.set('p', ['甲'])).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await read(file)).toBe('{"version":1,"items":[]}')
  })

  test.each([
    ['{"version": 2,\n  "items": [\n    {"text": "甲",}\n  ]\n}', 3, 18],
    ['{"version": 2, "items": [{"text": ""}]}', 1, 35],
    ['', 1, 1],
    [Buffer.from([...Buffer.from('{"version": 2,\n "items": ["'), 0xb5, 0xda, ...Buffer.from('"]}')]), 2, 13],
  ])('neither overwrites a broken file nor lets it stop an assembly: %j', async (content, line, column) => {
    const { store, put, read } = await setUp()
    await put(file, content)
    const before = await read(file)
    const broken = { code: 'CONSTRAINT_FILE_BROKEN', details: { line, column } }
    await expect(store.get('p')).rejects.toMatchObject(broken)
    await expect(store.list('p')).rejects.toMatchObject(broken)
    await expect(store.create('p', { text: '甲', kind: 'plot' })).rejects.toMatchObject(broken)
    await expect(store.update('p', 'x', {})).rejects.toMatchObject(broken)
    await expect(store.delete('p', 'x')).rejects.toMatchObject(broken)
    await expect(store.set('p', ['甲'])).rejects.toMatchObject(broken)
    expect(await store.readForPrompt('p')).toEqual({
      items: [],
      problem: { code: broken.code },
      notices: [{ code: 'CONSTRAINT_FILE_BROKEN', params: { line, column, fault: expect.any(Object) } }],
    })
    expect(await read(file)).toBe(before)
  })

  test('sends the rules of the good copy when the file breaks', async () => {
    const { store, put, read } = await setUp()
    const kept = await store.create('p', { text: '林远左撇子', kind: 'character' })
    await put(file, '{"version": 2, "items": [{"text": "林远左撇子"')
    const before = await read(file)
    expect(await store.readForPrompt('p')).toEqual({
      items: [kept],
      problem: { code: 'CONSTRAINT_FILE_BROKEN' },
      notices: [
        {
          code: 'CONSTRAINT_FILE_BROKEN',
          params: { line: 1, column: 42, fault: { code: 'json', params: {} } },
        },
      ],
    })
    await expect(store.get('p')).rejects.toMatchObject({ code: 'CONSTRAINT_FILE_BROKEN' })
    await expect(store.create('p', { text: '新', kind: 'plot' })).rejects.toMatchObject({
      code: 'CONSTRAINT_FILE_BROKEN',
    })
    expect(await read(file)).toBe(before)
    expect((await store.restore('p')).items).toEqual([kept])
    expect((await store.readForPrompt('p')).notices).toEqual([])
  })

  test('refuses equal text, unknown ids and the 501st item', async () => {
    const { store, read } = await setUp()
    const { items } = await store.set(
      'p',
      Array.from({ length: 500 }, (_, index) => `约束${index}`),
    )
    const before = await read(file)
    const codes = await Promise.all(
      [
        store.create('p', { text: '新', kind: 'plot' }),
        store.set(
          'p',
          Array.from({ length: 501 }, (_, index) => `新${index}`),
        ),
        store.set('p', ['甲', ' 甲 ']),
        store.update('p', items[1]?.id ?? '', { text: '约束0 ' }),
        store.update('p', 'unknown', { priority: 1 }),
        store.delete('p', 'unknown'),
        store.create('p', { text: ' \u3000\n', kind: 'plot' }),
        store.create('p', { text: '长'.repeat(2001), kind: 'plot' }),
        store.create('p', { text: '坏\uD83D', kind: 'plot' }),
        store.create('p', { text: '甲', kind: 'plot', priority: 1.5 }),
        store.set('p', [item('甲', { id: 'same' }), item('乙', { id: 'same' })]),
      ].map((change) =>
        change.then(
          () => 'done',
          (error: { code: string }) => error.code,
        ),
      ),
    )
    expect(codes).toEqual([
      'CONSTRAINT_LIMIT',
      'CONSTRAINT_LIMIT',
      'CONSTRAINT_CONFLICT',
      'CONSTRAINT_CONFLICT',
      'CONSTRAINT_NOT_FOUND',
      'CONSTRAINT_NOT_FOUND',
      'CONSTRAINT_VALIDATION_ERROR',
      'CONSTRAINT_VALIDATION_ERROR',
      'CONSTRAINT_VALIDATION_ERROR',
      'CONSTRAINT_VALIDATION_ERROR',
      'CONSTRAINT_VALIDATION_ERROR',
    ])
    expect(await read(file)).toBe(before)
    await store.delete('p', items[0]?.id ?? '')
    expect((await store.create('p', { text: '新', kind: 'plot' })).text).toBe('新')
  })

  test('loses nothing of a handmade file above the limit, and sends its 500 most important items', async () => {
    const { store, put, read } = await setUp()
    const items = Array.from({ length: 502 }, (_, index) => ({
      id: `c${index}`,
      text: `约束${index}`,
      kind: 'plot' as const,
      priority: index === 501 ? 1000 : 100,
      updatedAt: at,
    }))
    await put(file, JSON.stringify({ version: 2, items }))
    const [last, kept] = [items[501], items.slice(0, 499)]
    expect(await store.readForPrompt('p')).toEqual({
      items: [last, ...kept],
      unsent: items.slice(499, 501),
      notices: [{ code: 'CONSTRAINT_LIMIT', params: { count: 502, limit: 500 } }],
    })
    expect((await store.get('p')).items).toEqual(items)
    expect((await store.list('p')).map(({ id }) => id)).toEqual(
      [last, ...items.slice(0, 501)].map((one) => one?.id),
    )
    await expect(store.create('p', { text: '新', kind: 'plot' })).rejects.toMatchObject({
      code: 'CONSTRAINT_LIMIT',
    })
    await store.delete('p', 'c0')
    expect(JSON.parse(await read(file)).items).toEqual(items.slice(1))
  })

  test('loses none of the 510 items of a handmade file when they are set again', async () => {
    const { store, put, read } = await setUp()
    const made = Array.from({ length: 510 }, (_, index) => ({ text: `约束${index}`, note: `记${index}` }))
    await put(file, JSON.stringify({ version: 2, items: made }))
    const { items } = await store.get('p')
    await store.set('p', items)
    const stored: { text: string; note?: string }[] = JSON.parse(await read(file)).items
    expect(stored.map(({ text, note }) => ({ text, note }))).toEqual(made)
    const more = [...items, item('第五百一十一条')]
    await expect(store.set('p', more)).rejects.toMatchObject({ code: 'CONSTRAINT_LIMIT' })
    expect((await store.set('p', items.slice(0, 505))).items).toHaveLength(505)
  })

  test('refuses an empty patch', async () => {
    const { store, read } = await setUp()
    const { id } = await store.create('p', { text: '甲', kind: 'plot' })
    const before = await read(file)
    await expect(store.update('p', id, {})).rejects.toMatchObject({
      code: 'CONSTRAINT_VALIDATION_ERROR',
      details: { why: 'patch' },
    })
    expect(await read(file)).toBe(before)
  })

  test('preserves the dates of items that stay, and the fields a writer added to them', async () => {
    const { store, put, read } = await setUp()
    const old = {
      id: 'a',
      text: '甲',
      kind: 'plot' as const,
      priority: 5,
      updatedAt: '2020-01-01T00:00:00.000Z',
    }
    await put(file, JSON.stringify({ version: 2, items: [{ ...old, note: '给自己' }] }))
    const { updatedAt: _, ...undated } = old
    const result = await store.set('p', [{ id: 'b', text: '乙', kind: 'style', priority: 1 }, undated])
    const fresh = { id: 'b', text: '乙', kind: 'style', priority: 1, updatedAt: at }
    expect(result).toEqual({ version: 2, items: [fresh, old] })
    expect(JSON.parse(await read(file)).items).toEqual([fresh, { ...old, note: '给自己' }])
    expect((await store.set('p', [{ ...undated, priority: 6 }])).items).toEqual([
      { ...old, priority: 6, updatedAt: at },
    ])
  })

  test('lists derived constraints after the user’s own, and neither writes nor changes them', async () => {
    const derived = [
      { ...item('慢热'), id: 'm1', source: 'memory' as const, sourceRef: 'memory:m1', readOnly: true },
      {
        ...item('左撇子'),
        id: 'k1',
        source: 'kg' as const,
        sourceRef: '.creonow/characters/林远.md',
        readOnly: true,
      },
      {
        ...item('怕水'),
        id: 'k2',
        source: 'kg' as const,
        sourceRef: '.creonow/characters/林远.md',
        readOnly: true,
      },
    ]
    const { store, read } = await setUp({ automatic: async () => derived })
    await store.create('p', { text: '甲', kind: 'plot', priority: 0 })
    expect((await store.list('p')).map(({ id }) => id)).toEqual([idOf('甲'), 'k1', 'k2', 'm1'])
    await expect(store.update('p', 'k1', { text: '右撇子' })).rejects.toMatchObject({
      code: 'CONSTRAINT_READONLY',
    })
    await expect(store.delete('p', 'm1')).rejects.toMatchObject({ code: 'CONSTRAINT_READONLY' })
    expect(JSON.parse(await read(file)).items).toHaveLength(1)
  })
})
