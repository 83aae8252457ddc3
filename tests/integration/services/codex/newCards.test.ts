import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChannelInput } from '../../../../main/src/contract/index.ts'
import { createFileCache } from '../../../../main/src/lib/fileCache.ts'
import { createCodexService } from '../../../../main/src/services/codex/index.ts'
import type { TestApp } from '../../../support/app.ts'
import { startNovel } from '../../../support/novel.ts'

type Cards = ChannelInput<'codex:cards:create'>['cards']

let test: TestApp
beforeEach(async () => {
  test = await startNovel({
    'manuscript/001-雾.md': '雾。\n',
    '.creonow/characters/阿簪.md':
      '---\nid: a-zan\nname: 阿簪\naliases: [簪娘, { name: 沈簪, from: manuscript/001-雾.md }]\n---\n提灯的人。\n',
    '.creonow/locations/Fog Harbour.md': '---\nid: harbour\nname: Fog Harbour\n---\n',
    '.creonow/characters/坏一.md': '---\nname: [没有收尾\n---\n',
  })
})
afterEach(() => test.remove())

const make = (cards: Cards, on: TestApp = test) =>
  on.invoke('codex:cards:create', { projectId: on.projectId, cards })
const card = (name: string, aliases: readonly string[] = [], type: Cards[number]['type'] = 'character') => ({
  type,
  name,
  aliases: [...aliases],
})
const list = async () => (await test.invoke('codex:list', { projectId: test.projectId })).entries
const namesOf = async () => (await list()).map(({ name }) => name).toSorted()
const filesIn = async (folder: string) => (await readdir(join(test.project, '.creonow', folder))).toSorted()

describe('cards that are made in one call', () => {
  it('are entries with their aliases and kinds, in a list that shows them at once', async () => {
    const answer = await make([
      card('玄德', ['刘备', '刘皇叔']),
      card('许都', [], 'location'),
      card('Mr. Jarndyce', ['Jarndyce', 'John Jarndyce']),
      card('Chancery', [], 'faction'),
    ])
    expect(answer).toMatchObject({ existing: [], failed: [] })
    expect(answer.created.map(({ name, type }) => [name, type])).toEqual([
      ['玄德', 'character'],
      ['许都', 'location'],
      ['Mr. Jarndyce', 'character'],
      ['Chancery', 'faction'],
    ])
    const entries = await list()
    for (const { id, name, type } of answer.created)
      expect(entries.find((entry) => entry.id === id)).toMatchObject({ name, type })
    expect(entries.find(({ name }) => name === '玄德')).toMatchObject({
      aliases: ['刘备', '刘皇叔'],
      aiContextLevel: 'when_detected',
      path: '.creonow/characters/玄德.md',
    })
  })

  it('leave out names that an entry of any kind has, in whatever spelling, and overwrite nothing', async () => {
    const before = await readFile(join(test.project, '.creonow/characters/阿簪.md'), 'utf8')
    const { created, existing, failed } = await make([
      card(' 阿簪 ', ['灯娘']),
      card('沈簪', [], 'item'),
      card('FOG　HARBOUR', [], 'character'),
      card('提灯人', ['簪娘', '灯娘']),
      card('坏一'),
    ])
    expect(created.map(({ name }) => name)).toEqual(['提灯人'])
    expect(existing).toEqual([
      { card: '阿簪', text: '阿簪', of: 'a-zan', ofName: '阿簪' },
      { card: '沈簪', text: '沈簪', of: 'a-zan', ofName: '阿簪' },
      { card: 'FOG　HARBOUR', text: 'FOG　HARBOUR', of: 'harbour', ofName: 'Fog Harbour' },
      { card: '提灯人', text: '簪娘', of: 'a-zan', ofName: '阿簪' },
      { card: '坏一', text: '坏一', of: expect.stringMatching(/^file:/), ofName: '坏一' },
    ])
    expect(failed).toEqual([])
    expect((await list()).find(({ name }) => name === '提灯人')?.aliases).toEqual(['灯娘'])
    expect(await readFile(join(test.project, '.creonow/characters/阿簪.md'), 'utf8')).toBe(before)
  })

  it('are made once when a name comes twice in the call, as a name or as an alias, in Traditional letters too', async () => {
    const { created, existing } = await make([
      card('劉備', ['玄德', '玄德', '刘备']),
      card('刘备'),
      card('玄德', [], 'item'),
      card('关羽', ['玄德', '云长']),
      card('云长'),
    ])
    expect(created.map(({ name }) => name)).toEqual(['劉備', '关羽'])
    const [first, second] = created
    expect(existing).toEqual([
      { card: '刘备', text: '刘备', of: first?.id, ofName: '劉備' },
      { card: '玄德', text: '玄德', of: first?.id, ofName: '劉備' },
      { card: '关羽', text: '玄德', of: first?.id, ofName: '劉備' },
      { card: '云长', text: '云长', of: second?.id, ofName: '关羽' },
    ])
    const entries = await list()
    expect(entries.find(({ name }) => name === '劉備')?.aliases).toEqual(['玄德'])
    expect(entries.find(({ name }) => name === '关羽')?.aliases).toEqual(['云长'])
  })

  it('are made once by calls at the same time', async () => {
    const cards = Array.from({ length: 20 }, (_, at) => card(`人物${at}`, [`别号${at}`]))
    const answers = await Promise.all([make(cards), make(cards.toReversed()), make(cards)])
    const created = answers.flatMap((answer) => answer.created.map(({ name }) => name))
    expect(created.toSorted()).toEqual(cards.map(({ name }) => name).toSorted())
    for (const { created: own, existing, failed } of answers)
      expect([[0, 20].includes(own.length), own.length + existing.length, failed]).toEqual([true, 20, []])
    expect((await namesOf()).filter((name) => name.startsWith('人物'))).toHaveLength(20)
  })

  it('see an entry that somebody has just put into the folder', async () => {
    await list()
    await writeFile(join(test.project, '.creonow/characters/新.md'), '---\nid: new\nname: 林远\n---\n')
    const { created, existing } = await make([card('林远')])
    expect([created, existing]).toEqual([[], [{ card: '林远', text: '林远', of: 'new', ofName: '林远' }]])
  })

  it('have files inside their folder, whatever the name is', async () => {
    const long = '很长的名字'.repeat(40)
    const names = ['../../外面', 'a/b', '..', 'CON', '.隐', 'x:*?"<>|', long, 'NUL.txt', '许三娘']
    const { created, failed } = await make(names.map((name) => card(name, [], 'lore')))
    expect([created.map(({ name }) => name), failed]).toEqual([names, []])
    const files = (await filesIn('lore')).filter((name) => name.endsWith('.md'))
    expect(files).toHaveLength(names.length)
    expect((await namesOf()).filter((name) => names.includes(name))).toEqual(names.toSorted())
    expect(await readdir(join(test.project, '..'))).not.toContain('外面.md')
  })

  it('are refused with a code where a folder cannot be read; the ones of other folders are made and reported', async () => {
    await rm(join(test.project, '.creonow/items'), { recursive: true, force: true })
    await writeFile(join(test.project, '.creonow/items'), 'no folder')
    const { created, existing, failed } = await make([
      card('林远'),
      card('铜哨', ['哨子'], 'item'),
      card('东礁', ['哨子'], 'location'),
      card('铜哨'),
    ])
    expect(created.map(({ name }) => name)).toEqual(['林远', '东礁', '铜哨'])
    expect(existing).toEqual([])
    expect(failed).toEqual([
      { card: '铜哨', error: { code: 'IO_ERROR', message: expect.any(String), details: {} } },
    ])
    expect((await list()).find(({ name }) => name === '东礁')?.aliases).toEqual(['哨子'])
  })

  it('with broken characters fail alone', async () => {
    const { created, failed } = await make([card('好'), card('半\ud800'), card('名', ['\udc00'])])
    expect(created.map(({ name }) => name)).toEqual(['好'])
    expect(failed.map(({ card: name, error }) => [name, error.code])).toEqual([
      ['半\ud800', 'INVALID_ARGUMENT'],
      ['名', 'INVALID_ARGUMENT'],
    ])
  })

  it('are 2,000 at most, with names of 200 characters, and none is a call without effect', async () => {
    const codeOf = (cards: Cards) => test.codeOf('codex:cards:create', { projectId: test.projectId, cards })
    expect(await codeOf([card('名'.repeat(201))])).toBe('INVALID_ARGUMENT')
    expect(await codeOf([card('  ')])).toBe('INVALID_ARGUMENT')
    expect(await codeOf(Array.from({ length: 2001 }, (_, at) => card(`n${at}`)))).toBe('INVALID_ARGUMENT')
    expect(await make([])).toEqual({ created: [], existing: [], failed: [] })
  })

  it('are no suggestions any more, neither by name nor by alias', async () => {
    await mkdir(join(test.project, 'manuscript'), { recursive: true })
    await writeFile(
      join(test.project, 'manuscript/002-戏.md'),
      '玄德曰：“善。”玄德上马，望见玄德旗号。军中皆呼玄德。\n\n云长曰：“可。”云长提刀，人称云长。云长去了。\n',
    )
    const suggested = async () =>
      (await test.invoke('codex:suggestions', { projectId: test.projectId })).items.map(({ text }) => text)
    expect((await suggested()).toSorted()).toEqual(['云长', '玄德'])
    await make([card('刘备', ['玄德'])])
    expect(await suggested()).toEqual(['云长'])
  })

  it('are one change to what is cached of the folder, and are read once', async () => {
    const cache = createFileCache()
    const reported: string[] = []
    const wrote = (root: string, path: string) => {
      reported.push(path)
      cache.wrote(root, path)
    }
    const codex = createCodexService({
      projects: { rootOf: () => test.project, profile: async () => ({ pins: [], chapters: {} }) },
      documents: { list: async () => [], read: async () => ({ text: '' }) },
      files: { ...cache, wrote },
      withFolderLock: (_root, _path, task) => task(),
    })
    const before = (await codex.all('p')).length
    const openedBefore = cache.counts.opened
    reported.length = 0
    await codex.createCards(
      'p',
      Array.from({ length: 60 }, (_, at) => card(`人物${at}`)),
    )
    expect(reported).toEqual(['.creonow', '.creonow'])
    expect((await codex.all('p')).length).toBe(before + 60)
    expect(cache.counts.opened - openedBefore).toBeLessThan(2 * 60)
    codex.dispose()
  })

  it('have ids of their own, though one is drawn twice', async () => {
    const drawn = ['entry-a', 'entry-a', 'a-zan', 'entry-b']
    const codex = createCodexService({
      projects: { rootOf: () => test.project, profile: async () => ({ pins: [], chapters: {} }) },
      documents: { list: async () => [], read: async () => ({ text: '' }) },
      withFolderLock: (_root, _path, task) => task(),
      newId: () => drawn.shift() ?? 'entry-c',
    })
    const { created } = await codex.createCards('p', [card('甲'), card('乙')])
    expect(created.map(({ id }) => id)).toEqual(['entry-a', 'entry-b'])
    codex.dispose()
  })
})
