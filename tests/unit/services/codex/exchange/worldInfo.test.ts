import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countedChecks } from '../../../../support/countedChecks.ts'
import { entry, memoryExchange } from './port.ts'

const full = {
  uid: 7,
  key: ['林远', '小林', '/林\\s*远/i'],
  keysecondary: ['雾港'],
  comment: '林远',
  content: '抄图员。',
  constant: false,
  selective: true,
  selectiveLogic: 3,
  order: 250,
  position: 4,
  depth: 2,
  disable: false,
  probability: 40,
  useProbability: true,
  sticky: 3,
  group: '主角',
  myOwnField: { deep: [1, null, 'x'] },
}

describe('an entry of World Info', () => {
  test.each([
    ['keys are names', { key: ['林远', '小林'], content: 'x' }, ['林远', ['小林'], 'when_detected']],
    ['the title is the name', { key: ['小林'], comment: '林远' }, ['林远', ['小林'], 'when_detected']],
    ['constant is always', { key: ['雾'], constant: true }, ['雾', [], 'always']],
    [
      'disabled is never, even when constant',
      { key: ['雾'], constant: true, disable: true },
      ['雾', [], 'never'],
    ],
    ['enabled: false is never', { key: ['雾'], enabled: false }, ['雾', [], 'never']],
    ['without keys only by hand', { comment: '规则' }, ['规则', [], 'manual_only']],
    ['only a regex and a title', { key: ['/a+/'], comment: '林远' }, ['林远', [], 'when_detected']],
    ['only a regex', { key: ['/a+/'], content: '第一行\n二' }, ['第一行', [], 'manual_only']],
    ['keys as a comma string', { key: '林远, 小林' }, ['林远', ['小林'], 'when_detected']],
    ['nothing at all', { key: [] }, ['未命名条目', [], 'manual_only']],
    ['decorators', { key: ['雾'], content: '@@activate\n@@depth 3\n雾。' }, ['雾', [], 'always']],
    ['a title of many lines', { comment: ' 林\n远\u3000 ' }, ['林 远', [], 'manual_only']],
  ])('becomes an entry of the app: %s', async (_, raw, expected) => {
    const { stored, ...exchange } = memoryExchange()
    await exchange.import({ entries: { 0: raw } })
    expect(stored.map(({ name, aliases, aiContextLevel }) => [name, aliases, aiContextLevel])).toEqual([
      expected,
    ])
  })

  test('has its fields mapped, the original in extra, and every loss by name', async () => {
    const { stored, ...exchange } = memoryExchange()
    const { entries, loss } = await exchange.import({ entries: { 7: full } })
    const { content: _, ...original } = full
    expect({ entries, stored }).toEqual({
      entries: 1,
      stored: [entry({ id: 'new-1', aliases: ['小林'], body: '抄图员。', extra: { worldInfo: original } })],
    })
    expect(loss.map(({ entry, field }) => `${entry}.${field}`)).toEqual([
      '林远.key',
      ...[
        'keysecondary',
        'selectiveLogic',
        'order',
        'position',
        'depth',
        'probability',
        'sticky',
        'group',
      ].map((field) => `林远.${field}`),
      '林远.myOwnField',
    ])
  })

  test('may be in a list of entries, a plain list or lorebook_v3, and what is no entry is listed', async () => {
    for (const file of [
      { entries: [full, 'x', null] },
      [full],
      { spec: 'lorebook_v3', data: { entries: [{ keys: ['林远'], content: 'x', enabled: true }] } },
    ]) {
      const { stored, ...exchange } = memoryExchange()
      await exchange.import(file)
      expect(stored.map(({ name }) => name)).toEqual(['林远'])
    }
  })
})

describe('a round trip through World Info', () => {
  test('returns an entry of the app as it was, with what World Info has no field for', async () => {
    const entries = [
      entry({
        type: 'character',
        aliases: ['小林', { name: '阿远', from: 'manuscript/003-第三章.md' }],
        aiContextLevel: 'manual_only',
        tags: ['主角'],
        relations: [{ to: 'su', kind: '旧识', from: 'manuscript/003-第三章.md' }],
        from: 'manuscript/001-第一章.md',
        constraints: ['左手缺一指'],
        exclude: ['林远山'],
        caseSensitive: true,
        progressions: [{ from: 'manuscript/003-第三章.md', text: '离港', state: '不知去向' }],
        knownBy: ['su'],
        body: '　　抄图员。\r\n',
        extra: { colour: '灰' },
      }),
      entry({ id: 'su', name: '苏晚', aiContextLevel: 'never' }),
      entry({ id: 'fog', name: '雾', aiContextLevel: 'always' }),
    ]
    const { content, loss } = await memoryExchange(entries).export()
    const again = memoryExchange()
    expect(await again.import(content)).toEqual({ entries: 3, loss: [] })
    expect(again.stored).toEqual(entries)
    expect(loss.map(({ field }) => field)).toEqual([
      ...['tags', 'relations', 'constraints', 'exclude', 'progressions', 'knownBy', 'aiContextLevel'],
    ])
  })

  test('adds nothing when it is repeated; ids in use are replaced and relations follow', async () => {
    const { content } = await memoryExchange([
      entry({ relations: [{ to: 'su', kind: '旧识' }] }),
      entry({ id: 'su', name: '苏晚' }),
    ]).export()
    const other = memoryExchange([entry({ id: 'su', name: '别人' })])
    await other.import(content)
    expect(other.stored.slice(1)).toEqual([
      entry({ relations: [{ to: 'new-1', kind: '旧识' }] }),
      entry({ id: 'new-1', name: '苏晚' }),
    ])
    const same = memoryExchange()
    await same.import({ entries: { 7: full } })
    expect(await same.import({ entries: { 7: full } })).toMatchObject({
      entries: 0,
      loss: expect.arrayContaining([
        expect.objectContaining({ entry: '林远', field: '', reason: expect.stringContaining('一模一样') }),
      ]),
    })
  })

  test('writes anew what the author changed, and leaves everything else as the other program wrote it', async () => {
    const { stored, ...exchange } = memoryExchange()
    await exchange.import({ entries: { 7: { ...full, content: '@@depth 3\n抄图员。' } }, name: '雾港' })
    const [first] = stored
    if (!first) throw new Error('nothing imported')
    stored[0] = { ...first, name: '林近', aiContextLevel: 'always', body: '船长。' }
    const { file } = await exchange.export()
    const { creonow: _, ...written } = file.entries[7]
    expect([file.name, written]).toEqual([
      '雾港',
      {
        ...full,
        comment: '林近',
        key: ['/林\\s*远/i', '林近', '小林'],
        constant: true,
        disable: false,
        content: '船长。',
      },
    ])
  })

  test('does not let two imports with the same uids overwrite each other', async () => {
    const { stored, ...exchange } = memoryExchange()
    await exchange.import({ entries: { 7: full }, name: '甲' })
    await exchange.import({ entries: { 7: { ...full, comment: '苏晚' } }, name: '乙' })
    const { file } = await exchange.export()
    const keys = Object.entries<{ uid: number; comment: string }>(file.entries)
    expect([file.name, keys.map(([key, { uid, comment }]) => [key, uid, comment])]).toEqual([
      '甲',
      [
        ['0', 0, '苏晚'],
        ['7', 7, '林远'],
      ],
    ])
  })

  const json = fc.jsonValue({ maxDepth: 3 })
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 })
  const known = fc.record(
    {
      key: fc.array(fc.oneof(name, fc.constantFrom('林远', '/a+/i', '{{char}}', ' ', ''))),
      keysecondary: fc.array(name),
      comment: fc.oneof(name, fc.constant('林远')),
      content: fc.oneof(name, fc.constantFrom('', '@@activate\n雾', '@@depth 3', '甲\r\n乙\n')),
      constant: fc.boolean(),
      disable: fc.boolean(),
      enabled: fc.boolean(),
      caseSensitive: fc.option(fc.boolean()),
      order: fc.integer(),
      extensions: json,
    },
    { requiredKeys: [] },
  )
  const unknown = fc.dictionary(fc.string({ maxLength: 8 }), json, { maxKeys: 4 })
  const dangerous = new Set(['__proto__', 'constructor', 'prototype'])
  const safe = (text: string) => !/"(?:__proto__|constructor|prototype)":/.test(text)

  test('loses no field, known or unknown, of any entry or of the file', async () => {
    const fileOf = fc
      .tuple(fc.array(fc.tuple(unknown, known), { maxLength: 4 }), unknown)
      .map(([entries, fields]) => {
        const list = entries.map(([other, own], uid) => ({ ...other, ...own, uid }))
        const rest = Object.fromEntries(Object.entries(fields).filter(([key]) => !dangerous.has(key)))
        return { ...rest, entries: Object.fromEntries(list.map((one) => [one.uid, one])) }
      })
      .map((file) => JSON.stringify(file))
      .filter((text) => safe(text) && !/"(?:spec|kind|type|lorebookVersion|keys|name|creonow)":/.test(text))
    const checked = countedChecks()
    await fc.assert(
      fc.asyncProperty(fileOf, async (text) => {
        const file = JSON.parse(text)
        checked.when(Object.keys(file.entries).length > 0)
        const once = memoryExchange()
        await once.import(text)
        const exported = (await once.export()).file
        if (Object.keys(file.entries).length > 0) expect(exported).toMatchObject(file)
        const twice = memoryExchange()
        await twice.import(exported)
        expect((await twice.export()).file).toEqual(exported)
      }),
      { numRuns: 300 },
    )
    checked.expectShare(0.5)
  })
})
