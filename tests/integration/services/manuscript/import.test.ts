import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ManuscriptService, previewBook } from '../../../../main/src/services/manuscript/index.ts'
import { idOf } from '../../../support/chapterId.ts'
import { manuscriptIn } from '../../../support/manuscript.ts'
import { docxOf, epubOf, page, paragraph } from '../../../support/officeFiles.ts'
import { novels } from './novels.ts'

let root: string
let manuscript: ManuscriptService
beforeEach(async () => {
  root = join(await realpath(await mkdtemp(join(tmpdir(), 'creonow-import-'))), '书')
  await mkdir(root)
  manuscript = manuscriptIn(root)
})
afterEach(() => rm(join(root, '..'), { recursive: true, force: true }))

async function joined(): Promise<Buffer> {
  const documents = await manuscript.list('p')
  return Buffer.concat(await Promise.all(documents.map(({ path }) => readFile(join(root, path ?? '')))))
}

/** The words of a novel, without the backslashes before signs that would be marks. */
const plain = (bytes: Buffer) => bytes.toString().replace(/\\(?=[*_~#>[<])/g, '')

const book = Buffer.from('第一章 起\r\n正文一。\r\n\r\n第二章 承\n正文二。\n')

describe('the import of a whole novel', () => {
  test.each(novels())(
    'has every chapter once and loses nothing: $name',
    async ({ name, bytes, fronts, chapters }) => {
      const { paths, encoding } = await manuscript.importInto(root, { bytes, fileName: `${name}.txt` })
      const documents = await manuscript.imported('p', paths)
      const listed = await manuscript.list('p')
      const numbers = documents
        .filter(({ kind }) => kind === 'chapter')
        .map(({ chapterNumber }) => chapterNumber)
      expect({
        encoding,
        fronts: documents.length - numbers.length,
        numbers,
        same: plain(await joined()) === plain(bytes),
        longest: Math.max(...paths.map((path) => Buffer.byteLength(path) - 11)) <= 80,
      }).toEqual({
        encoding: 'utf-8',
        fronts,
        numbers: Array.from({ length: chapters }, (_, index) => index + 1),
        same: true,
        longest: true,
      })
      expect(listed.map(({ hash: _, words: _words, ...summary }) => summary)).toEqual(documents)
    },
  )

  test.each(novels().slice(0, 2))('gives the same words in GB18030 and UTF-16: $name', async ({ bytes }) => {
    const text = bytes.toString('utf8')
    for (const encoding of ['gb18030', 'utf-16le'] as const) {
      const source = iconv.encode(text, encoding, { addBOM: encoding === 'utf-16le' })
      const result = await manuscript.importInto(root, { bytes: source, fileName: 'a.TXT' })
      expect([result.encoding, plain(await joined()) === plain(bytes)]).toEqual([encoding, true])
      await rm(join(root, 'manuscript'), { recursive: true })
    }
  })
})

describe('lines that a program broke', () => {
  const line = '林远在雾港的码头上等了整整一夜，灯塔始终没有亮，他把信又读了一遍，又'
  const chapter = (n: string) =>
    `第${n}章 雾起\r\n${`${line}\r\n${line}\r\n没有作声，𠮷。\r\n\r\n`.repeat(8)}`
  const bytes = Buffer.from(['一', '二', '三'].map(chapter).join(''))
  const whole = (n: string) => `第${n}章 雾起\r\n${`${line}${line}没有作声，𠮷。\r\n\r\n`.repeat(8)}`

  test('are listed in the preview with what joining does, and joined only on request', async () => {
    const source = { bytes, fileName: '雾港.txt' }
    const { wrapped, chapters } = await previewBook(source)
    expect(wrapped).toEqual({
      columns: 68,
      before: `第一章 雾起\r\n${line}\r\n${line}\r\n没有作声，𠮷。`,
      after: `第一章 雾起\r\n${line}${line}没有作声，𠮷。`,
    })
    const joining = await previewBook({ ...source, join: true })
    expect(joining.chapters).toEqual(
      chapters.map((one) => ({ ...one, characters: one.characters - 8 * 2 * '\r\n'.length })),
    )
    await manuscript.importInto(root, source)
    expect((await joined()).equals(bytes)).toBe(true)
    await rm(join(root, 'manuscript'), { recursive: true })
    await manuscript.importInto(root, { ...source, join: true })
    expect((await joined()).toString()).toBe(['一', '二', '三'].map(whole).join(''))
  })

  test('stay as they are in Markdown, and a book without them is imported as it is', async () => {
    expect(await previewBook({ bytes, fileName: '雾港.md' })).not.toHaveProperty('wrapped')
    await manuscript.importInto(root, { bytes: book, fileName: '雾港.txt', join: true })
    expect((await joined()).equals(book)).toBe(true)
  })
})

describe('an import into a folder', () => {
  test('is a CONFLICT with a manuscript that is there, which stays as it is', async () => {
    await mkdir(join(root, 'manuscript'))
    await writeFile(join(root, 'manuscript/笔记.txt'), '我的')
    await expect(manuscript.importInto(root, { bytes: book, fileName: 'a.txt' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await readdir(join(root, 'manuscript'))).toEqual(['笔记.txt'])
  })

  test('fills an empty manuscript folder, and one with hidden files only', async () => {
    await mkdir(join(root, 'manuscript'))
    await manuscript.importInto(root, { bytes: book, fileName: 'a.txt' })
    await rm(join(root, 'manuscript'), { recursive: true })
    await mkdir(join(root, 'manuscript'))
    await writeFile(join(root, 'manuscript/.gitkeep'), '')
    await manuscript.importInto(root, { bytes: book, fileName: 'a.txt' })
    expect(await readdir(root)).toEqual(['manuscript'])
    expect((await readdir(join(root, 'manuscript'))).sort()).toEqual([
      '.gitkeep',
      '001-第一章 起.md',
      '002-第二章 承.md',
    ])
  })

  test('what is done before chapters are added may read the book, though nobody has read it before', async () => {
    const fresh = manuscriptIn(root)
    const titles: string[] = []
    const beforeAdding = async () => {
      titles.push(...(await fresh.outline('p')).map(({ title }) => title))
    }
    // Nothing is added to anything where there are no chapters yet.
    const none = () => Promise.reject(new Error('called'))
    await manuscript.importInto(root, { bytes: book, fileName: 'a.txt', beforeAdding: none })
    await fresh.importInto(root, { bytes: book, fileName: 'b.txt', append: true, beforeAdding })
    expect([titles, (await fresh.list('p')).length]).toEqual([['第一章 起', '第二章 承'], 4])
    const refused = { bytes: Buffer.from([0]), fileName: 'c.docx', append: true, beforeAdding }
    await expect(fresh.importInto(root, refused)).rejects.toMatchObject({ code: 'IMPORT_BROKEN' })
    expect(titles.length).toBe(2)
  })

  test('a chapter that is created while the first import is under way waits for no import', async () => {
    await manuscript.importInto(root, { bytes: book, fileName: 'a.txt' })
    const fresh = manuscriptIn(root)
    const { promise: adding, resolve: startAdding } = Promise.withResolvers<void>()
    // It takes the lock of the chapters, which the import needs next, and lists them as the first.
    const created = adding.then(() => fresh.create('p', { title: '第三章 转' }))
    const beforeAdding = async () => {
      startAdding()
      await new Promise(setImmediate)
    }
    await fresh.importInto(root, { bytes: book, fileName: 'b.txt', append: true, beforeAdding })
    await created
    expect((await fresh.list('p')).length).toBe(5)
  })

  test('that appends continues ordinals and chapter numbers, and its front matter takes its turn', async () => {
    await manuscript.importInto(root, { bytes: book, fileName: 'a.txt' })
    const more = Buffer.from('续集说明\n\n第三章 转\n丙\n第四章 合\n丁\n')
    const { paths } = await manuscript.importInto(root, { bytes: more, fileName: 'b.md', append: true })
    const documents = await manuscript.imported('p', paths)
    expect(documents.map(({ path, kind, chapterNumber }) => [path, kind, chapterNumber])).toEqual([
      ['manuscript/003-卷首.md', 'front', 0],
      ['manuscript/004-第三章 转.md', 'chapter', 3],
      ['manuscript/005-第四章 合.md', 'chapter', 4],
    ])
    expect(await joined()).toEqual(Buffer.concat([book, more]))
  })

  test('that appends behind chapters with their number in words sorts behind them', async () => {
    await mkdir(join(root, 'manuscript'))
    await writeFile(join(root, 'manuscript/第一章.md'), '甲')
    await writeFile(join(root, 'manuscript/第二章.md'), '乙')
    const more = Buffer.from('第三章 转\n丙')
    await manuscript.importInto(root, { bytes: more, fileName: 'b.txt', append: true })
    expect(String(await joined())).toBe('甲乙第三章 转\n丙')
  })

  test('leaves nothing when it is cancelled, not even the temporary folder', async () => {
    const signal = AbortSignal.abort()
    await expect(
      manuscript.importInto(root, { bytes: book, fileName: 'a.txt', signal }),
    ).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(await readdir(root)).toEqual([])
  })

  test('refuses a manuscript folder that leads out of the project', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'creonow-elsewhere-'))
    await symlink(elsewhere, join(root, 'manuscript'))
    for (const append of [false, true])
      await expect(
        manuscript.importInto(root, { bytes: book, fileName: 'a.txt', append }),
      ).rejects.toMatchObject({
        code: 'PATH_OUTSIDE_PROJECT',
      })
    expect(await readdir(elsewhere)).toEqual([])
    await rm(elsewhere, { recursive: true })
  })
})

test('other files are refused by kind, emptiness and encoding, and nothing is written', async () => {
  const refused = [
    { bytes: book, fileName: 'a.doc', code: 'IMPORT_UNSUPPORTED' },
    { bytes: book, fileName: 'a.docx', code: 'IMPORT_BROKEN' },
    { bytes: book, fileName: 'a.epub', code: 'IMPORT_BROKEN' },
    { bytes: docxOf('<w:p/>'), fileName: 'a.docx', code: 'INVALID_ARGUMENT' },
    { bytes: book, fileName: 'txt', code: 'IMPORT_UNSUPPORTED' },
    { bytes: Buffer.from('\uFEFF \r\n'), fileName: 'a.txt', code: 'INVALID_ARGUMENT' },
    { bytes: Buffer.alloc(4000, '\u0001\u0002'), fileName: 'a.txt', code: 'DOCUMENT_ENCODING' },
  ]
  for (const { code, ...source } of refused)
    await expect(manuscript.importInto(root, source)).rejects.toMatchObject({ code })
  expect(await readdir(root)).toEqual([])
})

test('a text without headings is one chapter named after its file', async () => {
  const { paths } = await manuscript.importInto(root, {
    bytes: Buffer.from('雾来了。'),
    fileName: '雾港.txt',
  })
  const path = 'manuscript/001-雾港.md'
  expect(await manuscript.imported('p', paths)).toEqual([
    { documentId: idOf(path), path, kind: 'chapter', title: '雾港', chapterNumber: 1, characters: 4 },
  ])
})

test.each([
  [
    'docx',
    docxOf(['雾起', '甲。', '潮落', '𠮷。'].map((text, at) => paragraph(text, at % 2 ? '' : '1')).join('')),
  ],
  ['epub', epubOf([page('<h1>雾起</h1><p>甲。</p>'), page('<h1>潮落</h1><p>𠮷。</p>')])],
])('a .%s becomes one file for each chapter, together the extracted text', async (encoding, bytes) => {
  const { paths, ...imported } = await manuscript.importInto(root, {
    bytes,
    fileName: `雾港.${encoding}`,
  })
  const result = { ...imported, documents: await manuscript.imported('p', paths) }
  expect([result, String(await joined())]).toEqual([
    {
      encoding,
      material: { cards: [], chapters: [] },
      doubts: [],
      facts: {},
      families: [{ id: '#', count: 2, example: '雾起', chosen: true }],
      documents: [
        {
          documentId: idOf('manuscript/001-雾起.md'),
          path: 'manuscript/001-雾起.md',
          kind: 'chapter',
          title: '雾起',
          chapterNumber: 1,
          characters: 10,
        },
        {
          documentId: idOf('manuscript/002-潮落.md'),
          path: 'manuscript/002-潮落.md',
          kind: 'chapter',
          title: '潮落',
          chapterNumber: 2,
          characters: 10,
        },
      ],
    },
    '# 雾起\n\n甲。\n\n# 潮落\n\n𠮷。\n',
  ])
})
