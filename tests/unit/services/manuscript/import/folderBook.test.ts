import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { contentOf, readBook, titleOf } from '../../../../../main/src/services/manuscript/import/book.ts'
import { openFolder } from '../../../../../main/src/services/manuscript/import/fileTree.ts'
import { temporaryFolder } from '../../../../support/hostedTestApp.ts'
import { docxOf, paragraph, zipOf } from '../../../../support/officeFiles.ts'

type Files = Readonly<Record<string, string | Uint8Array>>

/** What an import makes of files in a zip: each chapter as a line and its text, and what is said. */
async function bookOf(files: Files, language: 'zh' | 'en' = 'en') {
  const book = await readBook({ bytes: zipOf(files), fileName: 'book.zip' })
  return {
    chapters: book.parts.map((part) => [
      part.volume ?? '',
      titleOf(part, book, 'book.zip'),
      contentOf(part, book).trimEnd(),
    ]),
    said: book.issues.map(({ message, english }) => (language === 'zh' ? message : english)),
    facts: book.facts,
  }
}

test('files come in natural order, folders are parts, and an epilogue is last', async () => {
  expect(
    await bookOf({
      '第十回.txt': '十。',
      '第二回.txt': '　　二。',
      '后记.txt': '完。',
      '楔子.md': '起。',
      '第三卷 潮/10 雾.md': '雾。',
      '第三卷 潮/9 港.docx': docxOf(paragraph('港', '1') + paragraph('港口。')),
    }),
  ).toEqual({
    chapters: [
      ['', '楔子', '# 楔子\n\n起。'],
      ['', '第二回', '# 第二回\n\n　　二。'],
      ['', '第十回', '# 第十回\n\n十。'],
      ['第三卷 潮', '港', '# 第三卷 潮\n\n# 港\n\n港口。'],
      ['第三卷 潮', '雾', '# 雾\n\n雾。'],
      ['', '后记', '# 后记\n\n完。'],
    ],
    said: [],
    facts: {},
  })
})

test('a file with several chapters is as many, and what is no text is listed', async () => {
  expect(
    await bookOf({
      'Novel/1.md': '# Chapter 1\n\nOne.\n\n## Scene\n\nTwo.',
      'Novel/2.txt': 'Chapter 2\n\nThree.\n\nChapter 3\n\nFour.',
      'Novel/cover.png': 'x',
      'Novel/.git/config': 'x',
      'Novel/Templates/Scene.md': 'x',
    }),
  ).toEqual({
    chapters: [
      ['', 'Chapter 1', '# Chapter 1\n\nOne.\n\n## Scene\n\nTwo.'],
      ['', 'Chapter 2', 'Chapter 2\n\nThree.'],
      ['', 'Chapter 3', 'Chapter 3\n\nFour.'],
    ],
    said: [
      '1 other file was left out: cover.png',
      '1 template was left out.',
      '1 hidden file (settings of programs, a trash) was left out.',
    ],
    facts: {},
  })
})

test('a folder whose name is no word for a part gets one, and it is said in both languages', async () => {
  const files = { 'The Coast/a.md': 'A.', 'The Sea/b.md': 'B.' }
  expect(await bookOf(files, 'zh')).toEqual({
    chapters: [
      ['Part 1: The Coast', 'a', '# Part 1: The Coast\n\n## a\n\nA.'],
      ['Part 2: The Sea', 'b', '# Part 2: The Sea\n\n## b\n\nB.'],
    ],
    said: ['2 个文件夹的名字前面加上了“第几卷”，书里才认得出是卷。'],
    facts: {},
  })
})

const index = `---
title: ignored
longform:
  format: scenes
  title: 盐路
  sceneFolder: /scenes
  scenes:
    - Low Water
    - - The Pier
  ignoredFiles: [Notes]
---
`

test('a vault comes in the order of its Longform draft, as its notes are shown, without its settings', async () => {
  expect(
    await bookOf({
      '.obsidian/app.json': '{}',
      '.trash/Old.md': 'Old.',
      'Draft/Index.md': index,
      'Draft/scenes/Low Water.md':
        '---\nstatus: done\nsynopsis: She waits.\n---\nShe met [[Elinor|Nell]] at [[The Pier]]. %%check%% ==Now== ^b1\n\n![[map.png]]',
      'Draft/scenes/The Pier.md': 'Fog.',
      'Draft/scenes/Notes.md': 'A note.',
    }),
  ).toEqual({
    chapters: [
      ['', 'Low Water', '# Low Water\n\nShe met Nell at The Pier.  Now'],
      ['', 'The Pier', '# The Pier\n\nFog.'],
    ],
    said: [
      '2 files are not listed in the draft and were left out: Draft/Index.md, Draft/scenes/Notes.md',
      '2 hidden files (settings of programs, a trash) were left out.',
      'The YAML at the start of the file is no part of the text.',
      '1 comment for the author alone was left out.',
      '1 embedded note or picture was left out.',
      '2 links to other places of the file, or that are not safe, were left out; the words are there.',
      '1 highlighted passage is no longer highlighted; the words are there.',
    ],
    facts: { title: '盐路' },
  })
})

describe('a folder on the disk', () => {
  const folderOf = async (files: Files) => {
    const { path: root, remove } = await temporaryFolder()
    onTestFinished(remove)
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, name)), { recursive: true })
      await writeFile(join(root, name), content)
    }
    return root
  }

  test('is read like a packed one, and no link leads out of it', async () => {
    const outside = await folderOf({ 'secret.md': 'Secret.' })
    const root = await folderOf({ '1.md': 'One.', '2 Two.md': 'Two.' })
    await symlink(join(outside, 'secret.md'), join(root, '3.md'))
    await symlink(outside, join(root, '4'))
    const book = await readBook({ tree: await openFolder(root), fileName: 'novel' })
    expect([book.encoding, book.text]).toEqual(['folder', '# 1\n\nOne.\n\n# Two\n\nTwo.\n\n'])
  })

  // Windows and macOS make no such name.
  test.runIf(process.platform === 'linux')(
    'with a name in an old encoding lists that file, and the others come in',
    async () => {
      const root = await folderOf({ 'b.md': 'B.' })
      const gbk = Buffer.from([0xb5, 0xda, 0x2e, 0x6d, 0x64])
      await writeFile(Buffer.concat([Buffer.from(`${root}/`), gbk]), 'A.')
      const book = await readBook({ tree: await openFolder(root), fileName: 'novel' })
      expect([book.text, book.issues.map(({ english }) => english)]).toEqual([
        '# b\n\nB.\n\n',
        ['1 file could not be read and was left out: \uFFFD\uFFFD.md'],
      ])
    },
  )

  test('without a text is refused in both languages', async () => {
    const root = await folderOf({ 'a.png': 'x' })
    await expect(readBook({ tree: await openFolder(root), fileName: 'n' })).rejects.toMatchObject({
      code: 'IMPORT_UNSUPPORTED',
    })
  })
})

test('the folder of chapters in a book or backup of this app is no part, and no line of the book', async () => {
  const { chapters, said } = await bookOf({
    'creonow-backup.json': '{}',
    '.creonow/project.json': '{}',
    'manuscript/001-雾.md': '# 雾\n\n进港。',
    'manuscript/第一卷 雾港/002-潮.md': '# 潮\n\n退了。',
  })
  expect(chapters).toEqual([
    ['', '雾', '# 雾\n\n进港。'],
    ['第一卷 雾港', '潮', '# 第一卷 雾港\n\n# 潮\n\n退了。'],
  ])
  expect(said).toContain(
    'This is a book of CreoNow, whose 1 file of codex, rules, plans and records was left out; to use them, open the folder itself, unpacked if it is an archive.',
  )
})

test('a file that cannot be read is listed by its name, and the others come in', async () => {
  const { chapters, said } = await bookOf({ 'a.md': 'A.', 'b.docx': 'no zip', 'c.odt': 'no zip' })
  expect([chapters, said]).toEqual([
    [['', 'a', '# a\n\nA.']],
    ['2 files could not be read and were left out: b.docx, c.odt'],
  ])
})

test('two thousand files are two thousand chapters, in less than four times the work of half as many', {
  tags: ['whole'],
}, async () => {
  const filesOf = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.md`, `Text ${at}.`]))
  const time = async (count: number) => {
    const bytes = zipOf(filesOf(count))
    const times: number[] = []
    for (let round = 0; round < 3; round++) {
      const start = process.cpuUsage()
      const { parts } = await readBook({ bytes, fileName: 'a.zip' })
      const { user, system } = process.cpuUsage(start)
      expect(parts.length).toBe(count)
      times.push(user + system)
    }
    return Math.min(...times)
  }
  await time(100)
  const half = await time(1000)
  expect((await time(2000)) / half).toBeLessThan(4)
})
