import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sha256Hex } from '../../../../main/src/lib/hash.ts'
import type { ManuscriptService } from '../../../../main/src/services/manuscript/index.ts'
import { idOf } from '../../../support/chapterId.ts'
import { manuscriptIn } from '../../../support/manuscript.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

let root: string
let manuscript: ManuscriptService
beforeEach(async () => {
  root = join(await realpath(await mkdtemp(join(tmpdir(), 'creonow-manuscript-'))), '书')
  await mkdir(join(root, 'manuscript'), { recursive: true })
  manuscript = manuscriptIn(root)
})
afterEach(() => rm(join(root, '..'), { recursive: true, force: true }))

async function put(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(root, 'manuscript', name), content)
  return `manuscript/${name}`
}

async function shown(): Promise<string[]> {
  return (await manuscript.list('p')).map(({ chapterNumber, title }) => `${chapterNumber} ${title}`)
}

describe('in the list of chapters,', () => {
  test('numbers are places among chapters: 0 for front matter, the number before them for 楔子 and 番外', async () => {
    await put('000-卷首.md', '《雾港》')
    await put('001-楔子.md', '楔子\n')
    await put('002-第一章 起.md', '第一章 起\n')
    await put('003-番外 旧事.md', '番外 旧事\n')
    await put('004-第一章 又起.md', '第二卷 港\n第一章 又起\n')
    expect(await shown()).toEqual(['0 卷首', '0 楔子', '1 第一章 起', '1 番外 旧事', '2 第一章 又起'])
  })

  test('a volume goes from the chapter with its line to the next such chapter', async () => {
    await put('000-卷首.md', '《雾港》')
    await put('001-楔子.md', '楔子\n')
    await put(
      '002-第一章 起.md',
      Buffer.from('\uFEFF\u3000\u3000第一卷　雾\r\n\r\n第一章 起\r\n林远走了。\r\n'),
    )
    await put('003-浸水的信.md', '# 浸水的信\n')
    await put('004-第一章 又起.md', '第二卷 港\n第一章 又起\n')
    const listed = await manuscript.list('p')
    expect(listed.map(({ title, volume, unnumbered }) => [title, volume, unnumbered])).toEqual([
      ['卷首', undefined, undefined],
      ['楔子', undefined, undefined],
      ['第一章 起', { title: '第一卷　雾', index: 1 }, undefined],
      ['浸水的信', { title: '第一卷　雾', index: 1 }, true],
      ['第一章 又起', { title: '第二卷 港', index: 2 }, undefined],
    ])
  })

  test('files of sync programs, other kinds of files, folders and links out of the project are not listed', async () => {
    await put('001-甲.md', '甲')
    await put('001-甲 (1).md', '甲')
    await put('001-甲(冲突副本).md', '甲')
    await put('.001-甲.md.swp', '')
    await put('notes.txt', '')
    await mkdir(join(root, 'manuscript/夹.md'))
    await writeFile(join(root, '..', `${root.split('/').at(-1)}-outside.md`), '外')
    await symlink(`${root}-outside.md`, join(root, 'manuscript/002-外.md'))
    expect(await shown()).toEqual(['1 甲'])
    await rm(`${root}-outside.md`)
  })

  test('a project without manuscript folder has no documents, and a deleted one is NOT_FOUND', async () => {
    await rm(join(root, 'manuscript'), { recursive: true })
    expect(await shown()).toEqual([])
    await rm(root, { recursive: true })
    await expect(manuscript.list('p')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a repeated list sees edits, renames, removals and swaps of the same size', async () => {
    await put('001-甲.md', '# 甲')
    await put('002-乙.md', '# 乙')
    const past = new Date(Date.now() - 60_000)
    for (const name of ['001-甲.md', '002-乙.md']) await utimes(join(root, 'manuscript', name), past, past)
    expect([await shown(), await shown()]).toEqual([
      ['1 甲', '2 乙'],
      ['1 甲', '2 乙'],
    ])
    await put('001-甲.md', '# 丙')
    expect(await shown()).toEqual(['1 丙', '2 乙'])
    await rename(join(root, 'manuscript/001-甲.md'), join(root, 'manuscript/003-甲.md'))
    // Under another name it stays where the author has it.
    expect(await shown()).toEqual(['1 丙', '2 乙'])
    await rm(join(root, 'manuscript/002-乙.md'))
    expect(await shown()).toEqual(['1 丙'])
  })

  test('only an edited chapter is listed by another object, so that what was made of the others stays', async () => {
    for (const name of ['001-甲', '002-乙', '003-丙']) await put(`${name}.md`, `# ${name.slice(4)}`)
    const before = await manuscript.list('p')
    await put('002-乙.md', '# 乙\n雾起。')
    const after = await manuscript.list('p')
    expect(after.map((summary, at) => summary === before[at])).toEqual([true, false, true])
    await put('000-卷首.md', '献给海')
    const longer = await manuscript.list('p')
    expect(longer.slice(1).map((summary, at) => summary === after[at])).toEqual([true, true, true])
  })

  test('characters are UTF-16 units without the mark; hash is of the bytes', async () => {
    const bytes = Buffer.from('\uFEFF𠮷\r\n')
    const path = await put('001-a.md', bytes)
    expect(await manuscript.list('p')).toEqual([
      {
        documentId: idOf(path),
        path,
        kind: 'chapter',
        title: 'a',
        chapterNumber: 1,
        characters: 4,
        words: 1,
        hash: sha256Hex(bytes),
        unnumbered: true,
      },
    ])
  })
})

describe('in the reading of a chapter,', () => {
  test('a file in another encoding is listed, its reading is refused and the file is untouched', async () => {
    const bytes = iconv.encode('第一章 雾', 'gb18030')
    const documentId = await put('001-雾.md', bytes)
    expect(await shown()).toEqual(['1 雾'])
    // An export or a search of the whole book says by it which of many chapters is meant.
    const refused = { code: 'DOCUMENT_ENCODING', details: { path: 'manuscript/001-雾.md' } }
    await expect(manuscript.read('p', documentId)).rejects.toMatchObject(refused)
    await expect(manuscript.save('p', documentId, '新', sha256Hex(bytes))).rejects.toMatchObject(refused)
    expect(await readFile(join(root, documentId))).toEqual(bytes)
  })

  test('ids that are no chapter of this project are refused by code', async () => {
    await writeFile(join(root, 'project.json'), '{}')
    const cases = {
      'manuscript/none.md': 'NOT_FOUND',
      'project.json': 'PATH_INVALID',
      'manuscript/a.txt': 'PATH_INVALID',
      '../manuscript/a.md': 'PATH_OUTSIDE_PROJECT',
      'manuscript/../../a.md': 'PATH_OUTSIDE_PROJECT',
      '/etc/a.md': 'PATH_OUTSIDE_PROJECT',
      'manuscript/con.md': 'PATH_INVALID',
      'manuscript\\a.md': 'PATH_INVALID',
    }
    const codes = Object.keys(cases).map(async (id) => [
      id,
      await manuscript.read('p', id).catch(({ code }) => code),
    ])
    expect(Object.fromEntries(await Promise.all(codes))).toEqual(cases)
  })

  test('a file above 64 MiB is listed and refused', { tags: ['whole'] }, async () => {
    const documentId = await put('001-大.md', Buffer.alloc(64 * 1024 * 1024 + 1, 'a'))
    expect(await shown()).toEqual(['1 大'])
    await expect(manuscript.read('p', documentId)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' })
  })

  test('kind, title and number are part of the answer, also after a save changed the title', async () => {
    await put('001-甲.md', '# 甲\n')
    const documentId = await put('002-乙.md', '# 乙\n')
    const { hash } = await manuscript.read('p', documentId)
    await manuscript.save('p', documentId, '# 新乙\n', hash)
    expect(await manuscript.read('p', documentId)).toEqual({
      documentId: idOf(documentId),
      path: documentId,
      text: '# 新乙\n',
      hash: sha256Hex('# 新乙\n'),
      title: '新乙',
      kind: 'chapter',
      chapterNumber: 2,
    })
    await put('000-1-前.md', '# 前\n')
    expect((await manuscript.read('p', documentId)).chapterNumber).toBe(3)
  })
})

describe('in the saving of a chapter,', () => {
  test.each(strangeTexts)('what is saved is what is read back: $name', async ({ text }) => {
    for (const stored of ['旧', '\uFEFF旧']) {
      const documentId = await put('001-a.md', stored)
      const saving = manuscript.save('p', documentId, text, sha256Hex(stored))
      if (!text.isWellFormed()) {
        await expect(saving).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { offsetUtf16: 1 } })
        continue
      }
      const { hash } = await saving
      const read = await manuscript.read('p', documentId)
      const bytes = await readFile(join(root, documentId))
      expect([read.text, read.hash, sha256Hex(bytes)]).toEqual([text, hash, hash])
      expect(bytes.subarray(0, 3).equals(Buffer.from('\uFEFF'))).toBe(
        stored !== '旧' || text.startsWith('\uFEFF'),
      )
    }
  })

  test('a change from outside is a CONFLICT with its hash, and nothing is overwritten', async () => {
    const documentId = await put('001-a.md', '旧')
    await put('001-a.md', '外面改的')
    await expect(manuscript.save('p', documentId, '我改的', sha256Hex('旧'))).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { currentHash: sha256Hex('外面改的') },
    })
    expect(await readFile(join(root, documentId), 'utf8')).toBe('外面改的')
    expect(await readdir(join(root, 'manuscript'))).toEqual(['001-a.md'])
  })

  test('exactly one of two saves at once on one base succeeds, and the other gets a conflict', async () => {
    const documentId = await put('001-a.md', '旧')
    const texts = Array.from({ length: 8 }, (_, index) => `第${index}稿`)
    const results = await Promise.all(
      texts.map((text) => manuscript.save('p', documentId, text, sha256Hex('旧')).catch(({ code }) => code)),
    )
    const stored = await readFile(join(root, documentId), 'utf8')
    expect(results).toEqual(
      texts.map((text) => (text === stored ? { hash: sha256Hex(stored), replaced: '旧' } : 'CONFLICT')),
    )
  })

  test('a document that was removed is NOT_FOUND and is not made again', async () => {
    const documentId = await put('001-a.md', '旧')
    await rm(join(root, documentId))
    await expect(manuscript.save('p', documentId, '新', sha256Hex('旧'))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await readdir(join(root, 'manuscript'))).toEqual([])
  })

  test('listeners get each change once, no save without change, and nothing after dispose', async () => {
    const documentId = await put('001-a.md', '旧')
    const heard: unknown[] = []
    const listening = manuscript.onSaved((saved) => heard.push(saved))
    const { hash } = await manuscript.save('p', documentId, '新', sha256Hex('旧'))
    await manuscript.save('p', documentId, '新', hash)
    await listening.dispose()
    await manuscript.save('p', documentId, '再新', hash)
    expect(heard).toEqual([
      { projectId: 'p', documentId: idOf(documentId), path: documentId, text: '新', hash },
    ])
  })
})

describe('in the creation of chapters,', () => {
  test('a chapter is created in an empty project, at the end, and between two chapters', async () => {
    await manuscript.create('p', { title: '起' })
    await manuscript.create('p', { title: '承' })
    const { path } = await manuscript.create('p', { title: ' 插\n入 ', after: 'manuscript/001-起.md' })
    expect([path, await readFile(join(root, path ?? ''), 'utf8'), await shown()]).toEqual([
      'manuscript/001-1-插 入.md',
      '# 插 入\n\n',
      ['1 起', '2 插 入', '3 承'],
    ])
  })

  test('ten chapters created at once get ten files', async () => {
    await Promise.all(Array.from({ length: 10 }, () => manuscript.create('p', { title: '新' })))
    expect((await shown()).length).toBe(10)
  })

  test('an unknown chapter before it and an empty title are refused', async () => {
    await expect(manuscript.create('p', { title: '新', after: 'manuscript/x.md' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(manuscript.create('p', { title: '# ' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(await readdir(join(root, 'manuscript'))).toEqual([])
  })
})
