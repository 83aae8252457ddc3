import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { entryOf } from '../../../fixtures/codex/entries.ts'
import { startApp, type TestApp } from '../../../support/app.ts'
import { creonowHere } from '../../../support/commandHere.ts'

const opened: TestApp[] = []
afterEach(async () => {
  for (const test of opened.splice(0)) await test.remove()
})

async function start(): Promise<TestApp> {
  const test = await startApp()
  opened.push(test)
  return test
}

const put = async ({ project }: TestApp, path: string, text: string | Buffer) => {
  const file = join(project, '.creonow', path)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, text)
  return file
}
const list = async (test: TestApp) => (await test.invoke('codex:list', { projectId: test.projectId })).entries
const read = (test: TestApp, id: string) => test.invoke('codex:read', { projectId: test.projectId, id })

describe('the codex on disk', () => {
  it('lists the sample, and a broken entry with its error while the rest loads', async () => {
    const test = await start()
    const before = await list(test)
    expect(before.every(({ fault }) => fault === undefined)).toBe(true)
    await put(test, 'characters/坏一.md', '---\nname: [没有收尾\n---\n')
    await put(test, 'characters/坏二.json', '{"name": "乙",}')
    await put(test, 'characters/坏三.md', '---\nname: 丙\naiContextLevel: Never\n---\n')
    await put(test, 'characters/坏四.md', '<<<<<<< HEAD\n甲\n=======\n乙\n>>>>>>> main\n')
    await put(test, 'characters/坏五.md', Buffer.from([0xff, 0xfe, 0x41]))
    await put(test, 'characters/阿簪二.md', '---\nid: a-zan\nname: 冒名\n---\n')
    await put(test, 'characters/坏七.md', `---\nname: ${'['.repeat(20_000)}\n---\n`)
    await put(test, 'characters/阿簪 (冲突副本 2026-01-01).md', '---\nname: 副本\n---\n')
    await symlink('/etc/passwd', join(test.project, '.creonow/characters/外面.md'))
    const after = await list(test)
    const broken = after.filter(({ fault }) => fault !== undefined)
    const plain = (code: string) => ({ code, params: {} })
    expect(Object.fromEntries(broken.map(({ name, fault }) => [name, fault]))).toEqual({
      坏一: { ...plain('yaml'), at: { line: 2, column: 12 } },
      坏二: { ...plain('json'), at: { line: 1, column: 14 } },
      坏三: { code: 'fields', params: { fields: ['aiContextLevel'] } },
      坏四: plain('merge'),
      坏五: plain('notUtf8'),
      阿簪二: { code: 'idTaken', params: { id: 'a-zan', path: '.creonow/characters/阿簪.md' } },
      坏七: { ...plain('yaml'), at: { line: 2, column: expect.any(Number) } },
      外面: plain('outside'),
      '阿簪 (冲突副本 2026-01-01)': plain('leftover'),
    })
    expect(broken.every(({ aiContextLevel }) => aiContextLevel === 'never')).toBe(true)
    expect(JSON.stringify(broken)).not.toContain(test.folder)
    expect(after.filter(({ fault }) => fault === undefined)).toEqual(before)
  })

  it('writes only what changed: comments, order and unknown fields at every depth stay', async () => {
    const test = await start()
    const text = [
      '---',
      '# 作者的注',
      'id: jia',
      'x-color: red # 用于地图',
      'name: 甲',
      'aliases: [老甲]',
      'relations:',
      '  - { to: a-zan, kind: 友, since: 三年 }',
      'progressions:',
      '  - from: manuscript/006-名册.md',
      '    text: 进了名册。',
      '    mood: 冷',
      '---',
      '正文一行。',
      '',
    ].join('\r\n')
    const file = await put(test, 'characters/甲.md', `\uFEFF${text}`)
    const { entry, hash } = await read(test, 'jia')
    expect(entry.extra).toEqual({ 'x-color': 'red' })
    expect(
      await test.invoke('codex:save', { projectId: test.projectId, entry, baseHash: hash }),
    ).toMatchObject({ hash })
    expect(await readFile(file, 'utf8')).toBe(`\uFEFF${text}`)
    const next = {
      ...entry,
      aliases: ['老甲', '甲爷'],
      progressions: [...entry.progressions, { from: 'manuscript/007-旧码头.md', text: '到了码头。' }],
    }
    await test.invoke('codex:save', { projectId: test.projectId, entry: next, baseHash: hash })
    const saved = await readFile(file, 'utf8')
    for (const kept of [
      '# 作者的注\r\n',
      'x-color: red # 用于地图\r\n',
      'since: 三年',
      'mood: 冷',
      '正文一行。\r\n',
    ])
      expect(saved).toContain(kept)
    expect(saved.startsWith('\uFEFF---\r\n')).toBe(true)
    expect((await read(test, 'jia')).entry).toEqual(next)
  })

  it('keeps the unknown fields of a JSON entry', async () => {
    const test = await start()
    const file = await put(
      test,
      'items/刀.json',
      JSON.stringify({ id: 'dao', name: '刀', sillytavern: { uid: 3 }, body: '一把刀。' }),
    )
    const { entry, hash } = await read(test, 'dao')
    await test.invoke('codex:save', {
      projectId: test.projectId,
      entry: { ...entry, body: '一把旧刀。' },
      baseHash: hash,
    })
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      id: 'dao',
      name: '刀',
      sillytavern: { uid: 3 },
      body: '一把旧刀。',
    })
  })

  it('refuses to write over what changed elsewhere, and gives new entries free names', async () => {
    const test = await start()
    const { projectId } = test
    const { entry, hash } = await read(test, 'a-zan')
    const { path } = (await list(test)).find(({ id }) => id === 'a-zan') ?? { path: '' }
    await writeFile(join(test.project, path), '---\nid: a-zan\nname: 阿簪\n---\n别处改过。')
    expect(
      await test.codeOf('codex:save', { projectId, entry: { ...entry, body: '我的' }, baseHash: hash }),
    ).toBe('CONFLICT')
    expect(await test.codeOf('codex:delete', { projectId, id: 'a-zan', baseHash: hash })).toBe('CONFLICT')
    expect(await readFile(join(test.project, path), 'utf8')).toContain('别处改过。')
    expect(await test.codeOf('codex:save', { projectId, entry: entryOf({ id: 'a-zan' }) })).toBe('CONFLICT')
    expect(await test.codeOf('codex:read', { projectId, id: 'nobody' })).toBe('NOT_FOUND')
    const names = ['a/b: 何?', 'a/b: 何?', 'CON', '../..', '许三娘']
    const paths: string[] = []
    for (const [index, name] of names.entries()) {
      const made = await test.invoke('codex:save', {
        projectId,
        entry: entryOf({ id: `new-${index}`, name }),
      })
      paths.push(made.path)
      expect((await read(test, `new-${index}`)).entry).toEqual(entryOf({ id: `new-${index}`, name }))
    }
    expect(paths).toEqual([
      '.creonow/characters/a／b： 何？.md',
      '.creonow/characters/a／b： 何？-2.md',
      '.creonow/characters/条目CON.md',
      '.creonow/characters/／.md',
      '.creonow/characters/许三娘-2.md',
    ])
    const made = await read(test, 'new-0')
    await test.invoke('codex:delete', { projectId, id: 'new-0', baseHash: made.hash })
    expect(await test.codeOf('codex:read', { projectId, id: 'new-0' })).toBe('NOT_FOUND')
  })

  it('sees a change from outside at once, even of the same size in the same moment', async () => {
    const test = await start()
    const file = await put(test, 'lore/雾.md', '---\nid: wu\nname: 雾\n---\n甲')
    expect((await read(test, 'wu')).entry.body).toBe('甲')
    await writeFile(file, '---\nid: wu\nname: 雾\n---\n乙')
    expect((await read(test, 'wu')).entry.body).toBe('乙')
  })

  it('proposes recurring unknown names and shared aliases, and adds nothing', async () => {
    const test = await start()
    const { projectId } = test
    await writeFile(
      join(test.project, 'manuscript/012-新人.md'),
      '杜若说好。杜若问谁。许三娘说不。杜若笑了。阿簪说是。',
    )
    await put(test, 'characters/戊.md', '---\nid: wu\nname: 戊己\naliases: [许掌柜]\n---\n')
    const count = (await list(test)).length
    const { items, sharedAliases } = await test.invoke('codex:suggestions', { projectId })
    expect(items).toContainEqual(expect.objectContaining({ kind: 'character', text: '杜若', count: 3 }))
    expect(sharedAliases.map(({ text, of }) => [text, of])).toEqual([
      ['许掌柜', 'wu'],
      ['许掌柜', 'xu-sanniang'],
    ])
    expect(items.some(({ text }) => text === '许三娘' || text === '阿簪')).toBe(false)
    expect((await list(test)).length).toBe(count)
  })

  it('lists constraints of entries read-only, and refuses to change them there', async () => {
    const test = await start()
    const { projectId } = test
    await put(test, 'lore/秘.md', '---\nname: 秘\naiContextLevel: never\nconstraints: [绝密约束]\n---\n')
    const { items } = await test.invoke('constraints:list', { projectId })
    const derived = items.filter(({ source }) => source === 'kg')
    expect(derived).toContainEqual(
      expect.objectContaining({
        text: '林远抄图用右手，写自己的东西用左手',
        readOnly: true,
        sourceRef: '.creonow/characters/林远.md',
      }),
    )
    expect(JSON.stringify(items)).not.toContain('绝密约束')
    expect(await test.codeOf('constraints:delete', { projectId, id: derived[0]?.id ?? '' })).toBe(
      'CONSTRAINT_READONLY',
    )
  })

  it('answers `codex suggestions` on the command line, of one kind too, and refuses a kind that is none', async () => {
    const test = await start()
    await writeFile(
      join(test.project, 'manuscript/012-新人.md'),
      '杜若说好。杜若问谁。杜若笑了。到怡红院来。走至怡红院中，怡红院里无人。往怡红院去了，怡红院内无人。',
    )
    const run = (...args: string[]) =>
      creonowHere(['codex', 'suggestions', ...args, '--project', test.project, '--json'], test.dataFolder)
    const { items } = (await run()).json<{ items: { kind: string; text: string }[] }>()
    expect(items.map(({ kind, text }) => `${kind} ${text}`)).toEqual(
      expect.arrayContaining(['character 杜若', 'location 怡红院']),
    )
    const places = (await run('location')).json<{ items: { kind: string }[] }>()
    expect(new Set(places.items.map(({ kind }) => kind))).toEqual(new Set(['location']))
    expect((await run('人物')).code).toBe(2)
  })

  it('answers `mentions` and `search` on the command line', async () => {
    const test = await start()
    const run = (args: string[], input: string) =>
      creonowHere([...args, '--project', test.project, '--json'], test.dataFolder, input)
    const mentions = (await run(['mentions'], JSON.stringify(['许三娘看了看阿簪。', '']))).json<{
      results: unknown[][]
    }>()
    expect(mentions.results).toEqual([
      [
        { entityId: 'xu-sanniang', name: '许三娘', key: '许三娘', from: 0, to: 3, confidence: 1 },
        { entityId: 'a-zan', name: '阿簪', key: '阿簪', from: 6, to: 8, confidence: 1 },
      ],
      [],
    ])
    expect((await run(['mentions'], '三娘')).json<{ results: unknown[][] }>().results).toHaveLength(1)
    const search = (await run(['search', '--k', '2'], JSON.stringify(['二托半', '铜哨']))).json<{
      results: { text: string }[][]
    }>()
    expect(search.results.map((hits) => hits.length)).toEqual([2, 2])
    expect(search.results[0]?.[0]?.text).toContain('二托半')
  })
})
