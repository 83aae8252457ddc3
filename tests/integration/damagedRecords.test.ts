import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChannelInput, ChannelName } from '../../main/src/contract/index.ts'
import { sha256Hex } from '../../main/src/lib/hash.ts'
import { startApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeEach(async () => {
  test = await startApp()
})
afterEach(() => test.remove())

const call = <C extends ChannelName>(channel: C, input: object = {}) =>
  test.invoke(channel, { projectId: test.projectId, ...input } as ChannelInput<C>)

const damages: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  '100,000 brackets': (path) => writeFile(path, '['.repeat(100_000)),
  'nothing in it': (path) => writeFile(path, ''),
  '5 MB of noise': (path) => writeFile(path, Buffer.alloc(5_000_000, 0xfe)),
  'a list': (path) => writeFile(path, '[[],[]]'),
  'a folder in its place': async (path) => {
    await rm(path)
    await mkdir(path)
  },
}

/** The newest file of this name below the data folder. */
async function newest(name: string, folder: string): Promise<string> {
  const all = await readdir(test.dataFolder, { recursive: true, withFileTypes: true })
  const paths = all.filter((each) => each.name === name).map((each) => join(each.parentPath, each.name))
  const path = paths
    .filter((each) => each.includes(folder))
    .sort()
    .at(-1)
  if (path === undefined) throw new Error(`no ${name}`)
  return path
}

describe.each(Object.entries(damages))('a record that is %s', (_, damage) => {
  it('hides its deleted chapter and no other', async () => {
    const { documents } = await call('documents:list')
    const [first, second] = documents.filter(({ kind }) => kind === 'chapter')
    await call('documents:delete', { documentId: first?.documentId })
    await call('documents:delete', { documentId: second?.documentId })
    await damage(await newest('trash.json', 'trash'))
    const { items } = await call('documents:trash')
    expect(items).toHaveLength(1)
    await call('documents:restore', { trashId: items[0]?.trashId })
    expect((await call('documents:list')).documents).toHaveLength(documents.length - 1)
  })

  it('hides its deleted file of settings and no other', async () => {
    for (const name of ['潮汐表', 'Harbour']) {
      const { path } = await call('creonow:file:create', { place: 'settings', name })
      await call('creonow:file:delete', { path })
    }
    await damage(await newest('note.json', 'files'))
    const { removed } = await call('creonow:file:list', { place: 'settings' })
    expect(removed).toHaveLength(1)
  })

  it('hides its edit and no other', async () => {
    const { services } = test.app
    for (const name of ['甲', 'B']) {
      const round = services.edits.startRound(test.projectId, { kind: 'agent', label: name })
      await round.write(`.creonow/settings/${name}.md`, '雾。\n', null)
      await round.done()
    }
    const before = await services.edits.list(test.projectId)
    const log = (await readdir(test.dataFolder, { recursive: true })).find((path) =>
      path.endsWith(join(before[0]?.editId ?? '', 'round.jsonl')),
    )
    await damage(join(test.dataFolder, log ?? ''))
    expect(await services.edits.list(test.projectId)).toEqual(before.slice(1))
  })

  it('hides its version of a chapter and no other', async () => {
    const chapter = (await call('documents:list')).documents.find(({ kind }) => kind === 'chapter')
    const documentId = chapter?.documentId
    const texts = [(await call('documents:read', { documentId })).text]
    for (const sentence of ['　　雾散了。\r\n', '　　The fog 𠮷 lifted.\n']) {
      const { text, hash } = await call('documents:read', { documentId })
      texts.unshift(text + sentence)
      await call('documents:save', { documentId, text: text + sentence, baseHash: hash, before: 'ai' })
    }
    await call('documents:save', {
      documentId,
      text: '空。',
      baseHash: sha256Hex(texts[0] ?? ''),
      before: 'ai',
    })
    const { versions } = await call('history:list', { documentId })
    const file = (await readdir(test.dataFolder, { recursive: true })).find(
      (path) => path.includes('history') && path.includes(sha256Hex(texts[1] ?? '')),
    )
    await damage(join(test.dataFolder, file ?? ''))
    const read = async (versionId: string) => {
      const input = { projectId: test.projectId, documentId: documentId ?? '', versionId }
      const code = await test.codeOf('history:read', input)
      return code === 'ok' ? (await test.invoke('history:read', input)).text : code
    }
    const { versions: after } = await call('history:list', { documentId })
    const readTexts = await Promise.all(after.map(({ versionId }) => read(versionId)))
    expect(versions).toHaveLength(3)
    expect(readTexts.filter((text) => texts.includes(text))).toEqual([texts[0], texts[2]])
    expect(readTexts.filter((text) => !texts.includes(text) && !/^[A-Z_]+$/.test(text))).toEqual([])
  })

  it('hides its receipt and no other', async () => {
    const chapter = (await call('documents:list')).documents.find(({ kind }) => kind === 'chapter')
    const documentId = chapter?.documentId
    for (const cursorPosition of [30, 60])
      await call('ai:run', { documentId, cursorPosition, skillId: 'continue', modelId: 'fake' })
    await test.app.services.runs.drain()
    const { receipts } = await call('context:receipt:list')
    const folder = join(test.project, '.creonow/cache/receipts')
    await damage(join(folder, `${receipts[0]?.receiptId}.json`))
    expect(receipts).toHaveLength(2)
    expect((await call('context:receipt:list')).receipts).toEqual(receipts.slice(1))
  })
})

describe('a list of works with a folder in its place', () => {
  it('keeps no work from being opened', async () => {
    const path = join(test.dataFolder, 'projects.json')
    await rm(path)
    await mkdir(path)
    const { projectId } = await test.invoke('projects:open', { rootPath: test.project })
    expect((await test.invoke('documents:list', { projectId })).documents.length).toBeGreaterThan(3)
  })
})

describe('the folder of an open project', () => {
  it('is not read or written once another project is in its place, and is again when it is back', async () => {
    const chapter = (await call('documents:list')).documents.find(({ kind }) => kind === 'chapter')
    const documentId = chapter?.documentId
    const { text, hash } = await call('documents:read', { documentId })
    const away = `${test.project}-away`
    await rename(test.project, away)
    await mkdir(join(test.project, '.creonow'), { recursive: true })
    await mkdir(join(test.project, 'manuscript'))
    const stored = await readFile(join(away, '.creonow/project.json'), 'utf8')
    await writeFile(
      join(test.project, '.creonow/project.json'),
      stored.replaceAll(test.projectId, '0123456789abcdef'),
    )
    const codes = []
    for (const [channel, input] of [
      ['documents:read', { documentId }],
      ['documents:save', { documentId, text: `${text}雾。`, baseHash: hash }],
      ['documents:list', {}],
    ] as const)
      codes.push(await test.codeOf(channel, { projectId: test.projectId, ...input } as never))
    expect([codes, await readdir(join(test.project, 'manuscript'))]).toEqual([
      ['CONFLICT', 'CONFLICT', 'CONFLICT'],
      [],
    ])
    await rm(test.project, { recursive: true })
    await rename(away, test.project)
    expect((await call('documents:read', { documentId })).text).toBe(text)
  })
})

describe('an address with a user name and a password', () => {
  it('is refused with a sentence, is not stored, and is not sent to the page from a file', async () => {
    const provider = {
      id: 'own',
      name: '自己',
      baseUrl: 'http://lin:Pa55word9@127.0.0.1:9/v1',
      models: ['m'],
    }
    const code = await test.codeOf('settings:update', { patch: { providers: [provider] } })
    const file = join(test.dataFolder, 'settings.json')
    await writeFile(file, JSON.stringify({ providers: [provider] }))
    await test.invoke('settings:update', { patch: { theme: 'dark' } })
    const { providers } = await test.invoke('settings:get', {})
    expect(await readFile(file, 'utf8')).not.toContain('Pa55word9')
    expect([code, providers.map(({ baseUrl }) => baseUrl)]).toEqual([
      'INVALID_ARGUMENT',
      ['http://127.0.0.1:9/v1'],
    ])
  })
})
