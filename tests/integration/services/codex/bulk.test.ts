import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFileCache } from '../../../../main/src/lib/fileCache.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import { createVersionedFiles } from '../../../../main/src/lib/versionedFile/versionedFiles.ts'
import { createCodexService, createExchange } from '../../../../main/src/services/codex/index.ts'
import { entryOf } from '../../../fixtures/codex/entries.ts'
import { creonow } from '../../../support/commandLine.ts'

let root: string
let cache = createFileCache()

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'creonow-bulk-'))
  cache = createFileCache()
})
afterEach(() => rm(root, { recursive: true, force: true }))

const codexOf = () =>
  createCodexService({
    projects: { rootOf: () => root, profile: async () => ({ pins: [], chapters: {} }) },
    documents: { list: async () => [], read: async () => ({ text: '' }) },
    files: cache,
    withFolderLock: createVersionedFiles({ dataFolder: join(root, 'data'), logger: silentLogger })
      .withFolderLock,
  })
const people = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    entryOf({ id: `e${at}`, name: at % 2 === 0 ? '林远' : `林远${at}` }),
  )
const files = async () => (await readdir(join(root, '.creonow/characters')).catch(() => [])).toSorted()

describe('many entries at once', () => {
  it('are stored and listed after one reading of the folder (5,000 entries were read 5,000 times)', async () => {
    const codex = codexOf()
    await codex.saveAll('p', people(300))
    expect(cache.counts.opened).toBe(0)
    expect((await codex.all('p')).length).toBe(300)
    expect(cache.counts.opened).toBe(300)
    const names = await files()
    expect([names.length, names.includes('林远-150.md'), new Set(names).size]).toEqual([300, true, 300])
  })

  it('leave nothing when one of them cannot be stored, and what was there stays', async () => {
    const codex = codexOf()
    await codex.save('p', entryOf({ id: 'old', name: '老陈' }))
    const bad = [
      [...people(20), entryOf({ id: 'old', name: '新陈' })],
      [...people(20), entryOf({ id: 'e3' })],
      [...people(20), entryOf({ id: 'half', body: '\ud800' })],
    ]
    for (const entries of bad) await expect(codex.saveAll('p', entries)).rejects.toHaveProperty('code')
    expect([await files(), (await codex.list('p')).map(({ id }) => id)]).toEqual([['老陈.md'], ['old']])
  })

  it('are taken back when the author cancels half-way, but not what somebody changed meanwhile', async () => {
    const codex = codexOf()
    const stop = new AbortController()
    const saving = codex.saveAll('p', people(400), stop.signal)
    while ((await files()).filter((name) => name.endsWith('.md')).length < 3) await pause(1)
    await writeFile(join(root, '.creonow/characters/林远.md'), '作者自己写的')
    stop.abort()
    await expect(saving).rejects.toThrow('abort')
    expect(await files()).toEqual(['林远.md'])
    expect(await readFile(join(root, '.creonow/characters/林远.md'), 'utf8')).toBe('作者自己写的')
  })

  it('are compared in one pass with those that the project has already, whatever the order of fields', async () => {
    const codex = codexOf()
    const exchange = createExchange({
      chapterTitles: async () => new Map(),
      language: async () => 'zh' as const,
      wordFile: async () => new Uint8Array(),
      entries: codex,
    })
    const book = (flip: boolean) => {
      const entries = Array.from({ length: 200 }, (_, at) => {
        const item = [
          ['comment', '同名'],
          ['content', `第 ${at} 条`],
          ['key', ['同名', `别名${at}`]],
          ['unknown', { b: at, a: [at] }],
        ]
        return [String(at), Object.fromEntries(flip ? item.toReversed() : item)]
      })
      return Buffer.from(JSON.stringify({ entries: Object.fromEntries(entries) })).toString('base64')
    }
    const first = await exchange.import('p', { fileName: 'a.json', base64: book(false) })
    const again = await exchange.import('p', { fileName: 'a.json', base64: book(true) })
    expect([first.entries, again.entries]).toEqual([200, 0])
  })

  /** Starts an import of 500 entries and gives it a signal when 60 are stored. */
  async function interrupted(signal: 'SIGINT' | 'SIGKILL') {
    const project = join(root, '书')
    await mkdir(join(project, 'manuscript'), { recursive: true })
    const entries = Array.from({ length: 500 }, (_, at) => ({
      comment: `人物${at}`,
      content: '雾。'.repeat(200),
      key: [`人物${at}`],
    }))
    const book = join(root, 'book.json')
    await writeFile(book, JSON.stringify({ entries: Object.fromEntries(entries.entries()) }))
    const args = ['codex', 'import', book, '--project', project, '--json']
    const cli = resolve(import.meta.dirname, '../../../../scripts/creonow.mjs')
    const child = spawn(process.execPath, [cli, ...args], {
      env: { ...process.env, CREONOW_DATA_DIR: join(root, 'data') },
    })
    let output = ''
    child.stdout.on('data', (part) => (output += part))
    const ended = new Promise<number | null>((done) => child.on('close', done))
    const folder = join(project, '.creonow/lore')
    const stored = async () => (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.md'))
    while ((await stored()).length < 60) await pause(5)
    child.kill(signal)
    return { code: await ended, output, stored, folder, again: () => creonow(args, join(root, 'data')) }
  }

  it('are whole files when the process is killed, and importing again brings the rest without doubles', {
    tags: ['whole'],
  }, async () => {
    const { stored, folder, again } = await interrupted('SIGKILL')
    const left = (await stored()).length
    expect(left).toBeLessThan(500)
    expect((await again()).json()).toMatchObject({ entries: 500 - left })
    const bodies = await Promise.all((await stored()).map((name) => readFile(join(folder, name), 'utf8')))
    expect(bodies.every((text) => text.endsWith(`---\n${'雾。'.repeat(200)}`))).toBe(true)
    expect(new Set(bodies.map((text) => /name: (\S+)/.exec(text)?.[1])).size).toBe(500)
    expect(bodies.length).toBe(500)
  })

  it('are all gone after Ctrl-C, and the command says so (it died with half of them stored)', async () => {
    const { code, output, stored } = await interrupted('SIGINT')
    expect([code, JSON.parse(output), await stored()]).toMatchObject([
      130,
      { ok: false, error: { code: 'CANCELLED' } },
      [],
    ])
  })
})
