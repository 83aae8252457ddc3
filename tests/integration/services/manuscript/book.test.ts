import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FileRow } from '../../../../main/src/db/tables/files.ts'
import { AppError } from '../../../../main/src/lib/appError.ts'
import { createFileCache, type FileCache } from '../../../../main/src/lib/fileCache.ts'
import { sha256Hex } from '../../../../main/src/lib/hash.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import { writePlace } from '../../../../main/src/lib/versionedFile/place.ts'
import { createVersionedFiles } from '../../../../main/src/lib/versionedFile/versionedFiles.ts'
import { createManuscriptService } from '../../../../main/src/services/manuscript/index.ts'
import { createTestId, idOf } from '../../../support/chapterId.ts'

let folder: string
let root: string
let dataFolder: string
/** What the index has of the files; it outlives a service, as the index does. */
let rows: Map<string, FileRow>
let written: string[]
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'creonow-book-')))
  root = join(folder, '书')
  dataFolder = join(folder, 'data')
  rows = new Map()
  written = []
  await mkdir(join(root, 'manuscript'), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** As a process of its own would see the folder. */
function service({
  fails = () => false,
  files,
}: {
  readonly fails?: () => boolean
  readonly files?: FileCache
} = {}) {
  return createManuscriptService({
    ...(files && { files }),
    ...{ dataFolder, projects: { rootOf: () => root }, logger: silentLogger, createId: createTestId },
    versioned: createVersionedFiles({
      ...{ dataFolder, files, logger: silentLogger },
      async write(place, bytes, options) {
        if (fails()) throw new AppError('READ_ONLY')
        written.push(place.path)
        await writePlace(place, bytes, options)
      },
    }),
    rows: {
      all: () => [...rows.values()],
      change(_projectId, changed, removed) {
        for (const row of changed) rows.set(row.id, row)
        for (const id of removed) rows.delete(id)
      },
    },
  })
}
const at = (path: string) => join(root, path)
const put = (name: string, text: string) => writeFile(at(`manuscript/${name}.md`), text)
const book = async () => JSON.parse(await readFile(at('.creonow/book.json'), 'utf8'))
/** Each chapter: its first name, what it is called now, and whether it is missing. */
const shown = async (from = service()) =>
  (await from.outline('p')).map(({ documentId, path, missing }) => {
    const first = names.find((name) => idOf(`manuscript/${name}.md`) === documentId)
    return [first, path?.slice('manuscript/'.length, -3), missing && 'missing'].filter(Boolean).join(' ')
  })
const names = ['001-雨', '002-雾', '003-Fog', '004-灯', '002-1-插', '003-Fog copy']
const three = async () => {
  await put('001-雨', '# 第一章 雨\n甲。\n')
  await put('002-雾', '# 第二章 雾\n乙𠮷。\n')
  await put('003-Fog', '# Chapter 3 Fog\nC.\n')
  return shown()
}

describe('book.json', () => {
  test('gets the order of the names in a folder without it, in one write', async () => {
    expect(await three()).toEqual(['001-雨 001-雨', '002-雾 002-雾', '003-Fog 003-Fog'])
    expect([await shown(), written]).toEqual([await shown(), ['.creonow/book.json']])
  })

  test('is not read again while it is the same, and a change of another program is there at once', async () => {
    await three()
    // Long after the files were written: their states are believed.
    const files = createFileCache({ now: () => Date.now() + 60_000 })
    const from = service({ files })
    const [first, again] = [await from.book('p'), await from.book('p')]
    const { opened } = files.counts
    await from.outline('p')
    const openedSince = files.counts.opened - opened
    const { chapters, ...rest } = await book()
    await writeFile(at('.creonow/book.json'), JSON.stringify({ ...rest, chapters: chapters.toReversed() }))
    expect([again === first, openedSince, await shown(from)]).toEqual([
      ...[true, 0],
      ['003-Fog 003-Fog', '002-雾 002-雾', '001-雨 001-雨'],
    ])
    await writeFile(at('.creonow/book.json'), '{"version": 1, "chapters"')
    expect(await from.notices('p')).toMatchObject([{ code: 'FILE_BROKEN' }])
  })

  test('preserves the author’s order through names, additions, deletions and a copy of a sync program', async () => {
    await three()
    const { chapters, ...rest } = await book()
    await writeFile(at('.creonow/book.json'), JSON.stringify({ ...rest, chapters: chapters.toReversed() }))
    await rename(at('manuscript/002-雾.md'), at('manuscript/009-大雾.md'))
    await put('004-灯', '灯。')
    await put('003-Fog (conflicted copy 2026-11-24)', '# Chapter 3 Fog\nD.\n')
    await put('003-Fog copy', '# Chapter 3 Fog\nC.\n')
    expect(await shown()).toEqual([
      '003-Fog 003-Fog',
      '003-Fog copy 003-Fog copy',
      '004-灯 004-灯',
      '002-雾 009-大雾',
      '001-雨 001-雨',
    ])
    await rm(at('manuscript/001-雨.md'))
    expect((await shown()).at(-1)).toBe('001-雨 001-雨 missing')
    await put('001-雨', '# 第一章 雨\n甲。\n')
    expect((await shown()).at(-1)).toBe('001-雨 001-雨')
  })

  test('recognises a file that was moved and edited while no app ran by its title', async () => {
    await three()
    await rm(at('manuscript/003-Fog.md'))
    await put('x', '# Chapter 3 Fog\nC, and more.\n')
    expect(await shown()).toEqual(['001-雨 001-雨', '002-雾 002-雾', '003-Fog x'])
  })

  test('has the ids when the index is lost, and the index has them when it is lost itself', async () => {
    await three()
    await rename(at('manuscript/002-雾.md'), at('manuscript/005-雾.md'))
    await rm(at('.creonow/book.json'))
    const expected = ['001-雨 001-雨', '003-Fog 003-Fog', '002-雾 005-雾']
    expect(await shown()).toEqual(expected)
    rows.clear()
    expect(await shown()).toEqual(expected)
  })

  test.each([
    ['conflict marks', (text: string) => `<<<<<<< HEAD\n${text}=======\n{}\n>>>>>>> theirs\n`],
    ['half a file', (text: string) => text.slice(0, text.length / 2)],
    ['an id that is none', (text: string) => text.replace('"c_', '"../')],
  ])(
    'is replaced by its last good order when it has %s, and the broken bytes are still there',
    async (_, broken) => {
      const projects = join(dataFolder, 'projects/p/lastGood/.creonow/book.json')
      await three()
      const { chapters, ...rest } = await book()
      await writeFile(at('.creonow/book.json'), JSON.stringify({ ...rest, chapters: chapters.toReversed() }))
      const order = await shown()
      const bytes = broken(await readFile(at('.creonow/book.json'), 'utf8'))
      await writeFile(at('.creonow/book.json'), bytes)
      const manuscript = service()
      expect(await shown(manuscript)).toEqual(order)
      expect((await manuscript.notices('p')).map(({ code }) => code)).toEqual(['FILE_BROKEN'])
      expect((await book()).chapters).toHaveLength(3)
      expect(await readFile(`${projects}.broken`, 'utf8')).toBe(bytes)
    },
  )

  test('is read in the order of a newer app and stays as that app has written it', async () => {
    await three()
    const { chapters } = await book()
    const newer = JSON.stringify({ version: 2, chapters: chapters.toReversed(), volumes: [], arcs: [] })
    await writeFile(at('.creonow/book.json'), newer)
    const manuscript = service()
    expect(await shown(manuscript)).toEqual(['003-Fog 003-Fog', '002-雾 002-雾', '001-雨 001-雨'])
    await put('004-灯', '灯。')
    expect(await shown(manuscript)).toContain('004-灯 004-灯')
    expect((await manuscript.notices('p')).map(({ code }) => code)).toEqual(['BOOK_NOT_WRITTEN'])
    expect(await readFile(at('.creonow/book.json'), 'utf8')).toBe(newer)
  })

  test('lists a chapter once after a merge that left both its entries, with what either has', async () => {
    await three()
    const { chapters, ...rest } = await book()
    const merged = [{ ...chapters[2], status: '初稿' }, ...chapters.slice(0, 2), { ...chapters[2], later: 1 }]
    await writeFile(at('.creonow/book.json'), JSON.stringify({ ...rest, chapters: merged }))
    expect(await shown()).toEqual(['003-Fog 003-Fog', '001-雨 001-雨', '002-雾 002-雾'])
    expect((await book()).chapters[0]).toEqual({ ...chapters[2], status: '初稿', later: 1 })
  })

  test('is in memory for a folder that cannot be written, with a notice, and its ids are found again', async () => {
    await three()
    const before = await book()
    await put('004-灯', '灯。')
    const manuscript = service({ fails: () => true })
    const order = [...(await shown(manuscript))]
    expect(order.at(-1)).toBe('004-灯 004-灯')
    expect((await manuscript.notices('p')).map(({ code }) => code)).toEqual(['BOOK_NOT_WRITTEN'])
    await rename(at('manuscript/004-灯.md'), at('manuscript/006-灯.md'))
    expect((await shown(service({ fails: () => true }))).at(-1)).toBe('004-灯 006-灯')
    expect(await book()).toEqual(before)
    expect((await shown()).at(-1)).toBe('004-灯 006-灯')
  })

  test('shows two services over one folder each other’s chapters, and loses none', async () => {
    await three()
    const both = [service(), service()]
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => both[index % 2]?.create('p', { title: `新${index}` })),
    )
    const orders = await Promise.all(both.map((each) => each.outline('p')))
    expect(orders[0]).toEqual(orders[1])
    expect(new Set(orders[0]?.map(({ documentId }) => documentId)).size).toBe(23)
    expect((await book()).chapters).toHaveLength(23)
  })

  test('has a chapter at the place of its number after a kill between the file and its entry', {
    tags: ['whole'],
  }, async () => {
    await three()
    const writer = resolve(import.meta.dirname, '../../../support/bookWriter.ts')
    for (let kill = 0; kill < 4; kill++) {
      const child = spawn(process.execPath, [writer, root, dataFolder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let lines = 0
      for await (const chunk of child.stdout) {
        lines += String(chunk).split('\n').length - 1
        if (lines > 3 + 2 * kill) break
      }
      child.kill('SIGKILL')
      await once(child, 'close')
      const outline = await service().outline('p')
      expect(outline.filter(({ missing }) => missing)).toEqual([])
      expect(new Set(outline.map(({ path }) => path)).size).toBe(outline.length)
      expect((await book()).chapters.length).toBe(outline.length)
    }
  })

  test('needs one write for 5,000 chapters, and none at the next opening', { tags: ['whole'] }, async () => {
    const all = Array.from({ length: 5000 }, (_, index) => `${String(index + 1).padStart(5, '0')}-章`)
    for (const name of all) await put(name, `# 第${name}\n${name}。\n`)
    expect(await service().outline('p')).toHaveLength(5000)
    expect(written).toEqual(['.creonow/book.json'])
    expect(await service().outline('p')).toHaveLength(5000)
    expect(written).toEqual(['.creonow/book.json'])
  })

  test('gives a copied folder the same chapters under the same ids', async () => {
    await three()
    const order = await shown()
    await cp(root, join(folder, '副本'), { recursive: true })
    root = join(folder, '副本')
    rows.clear()
    expect(await shown()).toEqual(order)
  })
})

describe('a planned chapter', () => {
  test('is listed without a file, and its first text makes the file in its place', async () => {
    await three()
    const manuscript = service()
    const { documentId, path } = await manuscript.create('p', {
      ...{ title: '夜航', after: 'manuscript/001-雨.md', planned: true },
    })
    const planned = (await manuscript.outline('p'))[1]
    expect([path, planned]).toEqual([
      null,
      {
        ...{ documentId, path: null, kind: 'chapter', title: '夜航', chapterNumber: 2, unnumbered: true },
        ...{ characters: 0, words: 0, hash: sha256Hex('# 夜航\n\n'), planned: true },
      },
    ])
    expect((await manuscript.list('p')).map(({ title }) => title)).not.toContain('夜航')
    const { text, hash } = await manuscript.read('p', documentId)
    await expect(manuscript.save('p', documentId, '别的', sha256Hex('旧'))).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await manuscript.save('p', documentId, text, hash)).toEqual({ hash })
    const saved = await manuscript.save('p', documentId, `${text}船开了𠮷。\n`, hash)
    expect(await manuscript.read('p', documentId)).toMatchObject({
      ...{ path: 'manuscript/001-1-夜航.md', title: '夜航', hash: saved.hash, chapterNumber: 2 },
    })
    expect((await book()).chapters[1]).toEqual({ id: documentId, file: 'manuscript/001-1-夜航.md' })
    await manuscript.save('p', 'manuscript/001-1-夜航.md', '# 夜航\n\n船到了。\n', saved.hash)
    expect(await readFile(at('manuscript/001-1-夜航.md'), 'utf8')).toBe('# 夜航\n\n船到了。\n')
  })

  test('has the text of one process when two write into it at once', async () => {
    const { documentId } = await service().create('p', { title: 'Night', planned: true })
    const hash = sha256Hex('# Night\n\n')
    const saved = await Promise.allSettled(
      ['甲', 'B'].map((text) => service().save('p', documentId, text, hash)),
    )
    expect(saved.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await service().outline('p')).toHaveLength(1)
  })
})

test('a folder without permission to write is read as it is', async () => {
  await put('001-雨', '甲。')
  await chmod(root, 0o500)
  try {
    expect(await service().outline('p')).toHaveLength(1)
  } finally {
    await chmod(root, 0o700)
  }
})
