import promises, {
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sha256Hex } from '../../../../main/src/lib/hash.ts'
import { type Step, withFault } from '../../../../scripts/torture/faults/inject.ts'
import { manuscriptIn } from '../../../support/manuscript.ts'

let place: string
let root: string
let dataFolder: string
beforeEach(async () => {
  place = await realpath(await mkdtemp(join(tmpdir(), 'creonow-journal-')))
  root = join(place, '项目')
  dataFolder = join(place, 'data')
  await mkdir(join(root, 'manuscript'), { recursive: true })
})
afterEach(() => rm(place, { recursive: true, force: true }))

const service = () => manuscriptIn(root, dataFolder)

/** Every file below a folder with its text, links as such; without the book, which lists the chapters. */
async function filesBelow(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length + 1)
    if (name === '.creonow/book.json') continue
    if (entry.isFile()) found[name] = await readFile(path, 'utf8')
    else if (entry.isSymbolicLink()) found[name] = 'link'
  }
  return found
}

const chapter = '第一章\n林远把信折好。\n'

describe('a journal in a folder that came from somebody else', () => {
  const planted = (files: Record<string, string>) => JSON.stringify(files)

  test('deletes nothing outside it, neither by a link, nor by a name, nor in another project', async () => {
    const outside = join(place, '外面')
    await mkdir(outside)
    await writeFile(join(outside, 'secret.md'), '墙外的文件')
    const other = join(place, '别的项目/manuscript')
    await mkdir(other, { recursive: true })
    await writeFile(join(other, '001-起.md'), chapter)
    const names = ['secret.md', '../外面/secret.md', '..\\外面\\secret.md', join(outside, 'secret.md')]
    const byLink = planted(Object.fromEntries(names.map((name) => [name, sha256Hex('墙外的文件')])))
    for (const target of [outside, other]) {
      await rm(join(root, 'manuscript'), { recursive: true })
      await symlink(target, join(root, 'manuscript'))
      for (const [at, pid] of [999_999_991, process.pid].entries()) {
        const staging = join(root, `.creonow-import-${pid}-abcdef${at}`)
        await mkdir(staging, { recursive: true })
        await writeFile(
          join(staging, 'moving.json'),
          target === outside ? byLink : planted({ '001-起.md': sha256Hex(chapter) }),
        )
      }
      await symlink(outside, join(root, `.creonow-import-999999992-${target === outside ? 'a' : 'b'}`))
      await expect(service().list('p')).rejects.toMatchObject({ code: 'PATH_OUTSIDE_PROJECT' })
    }
    expect(await filesBelow(join(place, '外面'))).toEqual({ 'secret.md': '墙外的文件' })
    expect(await filesBelow(other)).toEqual({ '001-起.md': chapter })
  })

  test('deletes no chapter of the project either, and is listed', async () => {
    await writeFile(join(root, 'manuscript/001-起.md'), chapter)
    const staging = join(root, '.creonow-import-999999991-abcdef')
    await mkdir(staging)
    await writeFile(join(staging, '草稿.md'), '作者的草稿')
    await writeFile(join(staging, 'moving.json'), planted({ '001-起.md': sha256Hex(chapter) }))
    const before = await filesBelow(root)
    const manuscript = service()
    await manuscript.list('p')
    await manuscript.importInto(root, { bytes: Buffer.from('第二章\n乙\n'), fileName: 'b.txt', append: true })
    expect(await filesBelow(root)).toEqual({ ...before, 'manuscript/002-第二章.md': '第二章\n乙\n' })
    expect(await manuscript.leftOut('p')).toEqual([
      { path: '.creonow-import-999999991-abcdef', problem: 'leftover' },
    ])
  })
})

describe('the journal of the app itself', () => {
  const staging = '.creonow-import-999999991-abcdef'

  async function killed(state: 'staging' | 'moving', files: Record<string, string>): Promise<void> {
    await mkdir(join(dataFolder, 'imports'), { recursive: true })
    const hashes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, sha256Hex(text)]))
    const step = { version: 1, root, staging, state, files: hashes }
    await writeFile(join(dataFolder, 'imports', `${sha256Hex(root).slice(0, 32)}.json`), JSON.stringify(step))
  }

  test('takes back what a kill left half-moved, and nothing that the import did not write', async () => {
    await killed('moving', {
      '001-甲.md': '甲',
      '002-乙.md': '乙',
      '003-丙.md': '丙',
      '004-丁.md': '丁',
      '005-戊.md': '戊',
    })
    await mkdir(join(root, staging))
    await writeFile(join(root, 'manuscript/001-甲.md'), '甲，作者已经改过')
    await writeFile(join(root, 'manuscript/002-乙.md'), '乙')
    await writeFile(join(root, 'manuscript/003-丙.md'), '作者的另一章')
    await writeFile(join(root, staging, '003-丙.md'), '丙')
    await writeFile(join(root, 'manuscript/004-丁.md'), '丁')
    await link(join(root, 'manuscript/004-丁.md'), join(root, staging, '004-丁.md'))
    // The same words, but the import's own file still waits: this one was there before.
    await writeFile(join(root, 'manuscript/005-戊.md'), '戊')
    await writeFile(join(root, staging, '005-戊.md'), '戊')
    await service().list('p')
    expect(await filesBelow(root)).toEqual({
      'manuscript/001-甲.md': '甲，作者已经改过',
      'manuscript/003-丙.md': '作者的另一章',
      'manuscript/005-戊.md': '戊',
    })
    expect(await readdir(join(dataFolder, 'imports'))).toEqual([`${sha256Hex(root).slice(0, 32)}.lock`])
  })

  test('takes away what was only being written, but nothing that somebody else put there', async () => {
    await killed('staging', { '001-甲.md': '甲', '002-乙.md': '乙' })
    await mkdir(join(root, staging))
    await writeFile(join(root, staging, '001-甲.md'), '甲')
    await writeFile(join(root, staging, '002-乙.md'), '不是导入写的')
    await writeFile(join(root, staging, '.creonow-999999991-0123abcd.tmp'), '一半')
    const manuscript = service()
    await manuscript.list('p')
    expect(await filesBelow(root)).toEqual({ [`${staging}/002-乙.md`]: '不是导入写的' })
    expect(await manuscript.leftOut('p')).toEqual([{ path: staging, problem: 'leftover' }])
  })

  test('is removed when a kill left it emptied, and the chapters of the import stay', async () => {
    await killed('moving', { '001-甲.md': '甲' })
    await writeFile(join(root, 'manuscript/001-甲.md'), '甲')
    const name = sha256Hex(root).slice(0, 32)
    await writeFile(join(dataFolder, 'imports', `${name}.json`), '')
    expect(await service().list('p')).toHaveLength(1)
    expect(await filesBelow(root)).toEqual({ 'manuscript/001-甲.md': '甲' })
    expect(await readdir(join(dataFolder, 'imports'))).toEqual([`${name}.lock`])
  })

  test('does not prevent the list of chapters when it is empty and cannot be removed', async () => {
    await killed('moving', { '001-甲.md': '甲' })
    await writeFile(join(root, 'manuscript/001-甲.md'), '甲')
    const name = `${sha256Hex(root).slice(0, 32)}.json`
    await writeFile(join(dataFolder, 'imports', name), '')
    const manuscript = service()
    const { result, failed } = await withFault({ step: 'open', code: 'EROFS', folder: dataFolder }, () =>
      manuscript.list('p'),
    )
    expect({ chapters: result.length, failed }).toEqual({ chapters: 1, failed: 2 })
    expect(await readdir(join(dataFolder, 'imports'))).toContain(name)
  })

  test('is not obeyed through a folder that has become a link', async () => {
    const outside = join(place, '外面')
    await mkdir(outside)
    await writeFile(join(outside, '001-甲.md'), '甲')
    await killed('moving', { '001-甲.md': '甲' })
    await symlink(outside, join(root, staging))
    await service().list('p')
    expect(await filesBelow(outside)).toEqual({ '001-甲.md': '甲' })
    expect(await filesBelow(root)).toEqual({ [staging]: 'link' })
  })

  test('is not obeyed in another project', async () => {
    await killed('staging', { '001-甲.md': '甲' })
    const mine = root
    root = join(place, '别的项目')
    await mkdir(join(root, 'manuscript'), { recursive: true })
    await mkdir(join(root, staging))
    await writeFile(join(root, staging, '001-甲.md'), '甲')
    await service().list('p')
    expect(await filesBelow(root)).toEqual({ [`${staging}/001-甲.md`]: '甲' })
    root = mine
  })
})

describe('an import that the disk refuses', () => {
  const source = (append: boolean) => ({
    ...{ bytes: Buffer.from('第一章 潮\n　　甲。\n第二章 汐\n　　乙。\n'), fileName: '续.txt', append },
  })
  const failing = (step: Step, task: () => Promise<unknown>) =>
    withFault({ step, code: 'EIO', folder: place }, task)

  test.each(['open', 'write', 'sync', 'rename', 'mkdir', 'link', 'unlink'] as const)(
    'leaves no chapter when no %s succeeds, at the latest when the disk works again',
    async (step) => {
      await writeFile(join(root, 'manuscript/001-起.md'), chapter)
      const before = await filesBelow(root)
      const manuscript = service()
      await manuscript.list('p')
      await failing(step, () =>
        expect(manuscript.importInto(root, source(true))).rejects.toMatchObject({
          code: step === 'unlink' ? 'IMPORT_NOT_UNDONE' : 'IO_ERROR',
        }),
      )
      expect((await manuscript.list('p')).map(({ title }) => title)).toEqual(['第一章'])
      expect(await filesBelow(root)).toEqual(before)
      await manuscript.importInto(root, source(true))
      expect(await service().list('p')).toHaveLength(3)
    },
  )

  test('is taken back when its journal cannot be cleared, although all chapters were there', async () => {
    await rm(join(root, 'manuscript'), { recursive: true })
    const manuscript = service()
    const open = promises.open
    promises.open = ((path, ...given) =>
      String(path).endsWith('.json') && given[0] === 'r+'
        ? Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }))
        : open(path, ...given)) as typeof open // the same call, which fails for the journal
    syncBuiltinESMExports()
    try {
      await expect(manuscript.importInto(root, source(false))).rejects.toMatchObject({
        code: 'IMPORT_NOT_UNDONE',
      })
    } finally {
      promises.open = open
      syncBuiltinESMExports()
    }
    expect(await filesBelow(root)).toEqual({})
    expect(await manuscript.list('p')).toEqual([])
    expect(await readdir(join(dataFolder, 'imports'))).toEqual([`${sha256Hex(root).slice(0, 32)}.lock`])
  })
})
