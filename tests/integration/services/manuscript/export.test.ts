import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EPub } from 'epub2'
import { unzipSync } from 'fflate'
import mammoth from 'mammoth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExportFormat } from '../../../../main/src/services/manuscript/export/book.ts'
import { formatOf } from '../../../../main/src/services/manuscript/import/formats.ts'
import type { TestApp } from '../../../support/app.ts'
import { startNovel } from '../../../support/novel.ts'
import { zipMarks } from '../../../support/zipMarks.ts'
import { novels } from './novels.ts'

// The book is exported from a real project and read by others (mammoth, epub2) and by our own importer.
const novel = novels().find(({ name }) => name.startsWith('三国演义'))
let test: TestApp
beforeAll(async () => {
  test = await startNovel({
    'manuscript/000-卷首.md': '滚滚长江东逝水 & <浪花>\r\n',
    'manuscript/001-第一章 雾起.md':
      '第一卷 雾港\n\n第一章 雾起\n\n\u3000\u3000林远**没有**回头。\n***\n“走罢。”𠮷说。\n',
    'manuscript/002-雨.md': '# 雨\n\n## 码头\n\n1998. 那一年。\n',
  })
})
afterAll(() => test.remove())

type Format = ExportFormat
async function exported(format: Format, layout?: 'indented' | 'plain' | 'spaced') {
  const answer = await test.invoke('book:export', {
    projectId: test.projectId,
    format,
    ...(layout && { layout }),
  })
  return { ...answer, bytes: Buffer.from(answer.base64, 'base64') }
}

async function onDisk(format: Format): Promise<string> {
  const { bytes, fileName } = await exported(format)
  const path = join(test.folder, fileName)
  await writeFile(path, bytes)
  return path
}

describe('book:export', () => {
  it('writes a range of chapters, and no range that ends before it begins', async () => {
    const { projectId } = test
    const { documents } = await test.invoke('documents:list', { projectId })
    const [front, first, second] = documents.map(({ documentId }) => documentId)
    const textOf = async (range: object) => {
      const answer = await test.invoke('book:export', { projectId, format: 'txt', ...range })
      return [answer.fileName, answer.chapters, Buffer.from(answer.base64, 'base64').toString().slice(0, 8)]
    }
    expect([
      await textOf({ documentId: first, lastDocumentId: second }),
      await textOf({ documentId: second, lastDocumentId: second }),
      await textOf({ lastDocumentId: first }),
      await test.codeOf('book:export', {
        ...{ projectId, format: 'txt', documentId: second, lastDocumentId: front },
      }),
    ]).toEqual([
      ['试稿.txt', 2, '第一卷 雾港\n第'],
      ['雨.txt', 1, '雨\n码头\n\u3000\u30001'],
      ['试稿.txt', 2, '\u3000\u3000滚滚长江东逝'],
      'INVALID_ARGUMENT',
    ])
  })

  it('writes text without a mark, in three layouts', async () => {
    const indented = await exported('txt')
    expect(indented).toMatchObject({ fileName: '试稿.txt', chapters: 3 })
    const chapters = [
      '\u3000\u3000滚滚长江东逝水 & <浪花>\n',
      '第一卷 雾港\n第一章 雾起\n\u3000\u3000林远没有回头。\n* * *\n\u3000\u3000“走罢。”𠮷说。\n',
      '雨\n码头\n\u3000\u30001998. 那一年。\n',
    ]
    expect(indented.bytes.toString()).toBe(chapters.join('\n\n'))
    const spaced = (await exported('txt', 'spaced')).bytes.toString()
    expect(spaced).toContain('第一章 雾起\n\n\u3000\u3000林远没有回头。\n\n* * *\n\n')
    expect((await exported('txt', 'plain')).bytes.toString()).toBe(spaced.replaceAll('\u3000\u3000', ''))
  })

  it('writes a text file for each chapter, named so that they sort', async () => {
    const files = unzipSync((await exported('chapters')).bytes)
    expect(Object.keys(files)).toEqual(['1-卷首.txt', '2-第一章 雾起.txt', '3-雨.txt'])
    expect(Buffer.from(files['3-雨.txt'] ?? []).toString()).toBe('雨\n码头\n\u3000\u30001998. 那一年。\n')
  })

  it('marks the files in the archive as those of Unix: unzip on Linux garbles Chinese names otherwise', async () => {
    const { bytes } = await exported('chapters')
    expect(zipMarks(bytes)).toEqual(Array(3).fill({ system: 3, mode: 0o100644 }))
  })

  it('writes Markdown with parts above chapters above scenes, and a blank line between paragraphs', async () => {
    expect((await exported('markdown')).bytes.toString()).toBe(
      '滚滚长江东逝水 & <浪花>\n\n# 第一卷 雾港\n\n## 第一章 雾起\n\n林远**没有**回头。\n\n* * *\n\n“走罢。”𠮷说。\n\n## 雨\n\n### 码头\n\n1998. 那一年。\n',
    )
  })

  it('writes a Word document whose headings, letters and words another reader finds', async () => {
    const { value } = await mammoth.convertToHtml({ path: await onDisk('docx') })
    expect(value).toBe(
      [
        '<p>约 42 字</p><p>试稿</p>',
        '<p>滚滚长江东逝水 &amp; &lt;浪花&gt;</p>',
        '<h1>第一卷 雾港</h1><h2>第一章 雾起</h2>',
        '<p>林远<strong>没有</strong>回头。</p><p>* * *</p><p>“走罢。”𠮷说。</p>',
        '<h2>雨</h2><h3>码头</h3><p>1998. 那一年。</p>',
      ].join(''),
    )
  })

  it('writes an EPUB that another reader opens: contents, order, words, and the file that must come first', async () => {
    const path = await onDisk('epub')
    const { bytes } = await exported('epub')
    expect(bytes.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip')
    const book = await EPub.createAsync(path)
    expect(book.metadata).toMatchObject({ title: '试稿', language: 'zh' })
    expect(book.toc.map((entry: { title: string }) => entry.title)).toEqual([
      '卷首',
      '第一卷 雾港',
      '第一章 雾起',
      '雨',
    ])
    const second = await book.getChapterAsync(book.flow[3]?.id ?? '')
    expect(second).toContain('<p>林远<strong>没有</strong>回头。</p>\n<hr/>\n<p>“走罢。”𠮷说。</p>')
  })

  it('writes an EPUB whose contents and landmarks name pages of the spine alone', async () => {
    const files = unzipSync((await exported('epub')).bytes)
    const text = (name: string) => Buffer.from(files[`EPUB/${name}`] ?? []).toString()
    const opf = text('package.opf')
    const spine = [...opf.matchAll(/<itemref idref="([^"]+)"/g)].map(
      ([, id]) => new RegExp(`<item id="${id}" href="([^"]+)"`).exec(opf)?.[1],
    )
    const linked = [...text('nav.xhtml').matchAll(/href="([^"#]+\.xhtml)/g)].map(([, href]) => href)
    expect(linked.filter((href) => !spine.includes(href))).toEqual([])
    expect(linked.length).toBeGreaterThan(spine.length)
  })

  it('writes one web page with the language of the book', async () => {
    const html = (await exported('html')).bytes.toString()
    expect(html).toContain('<html lang="zh">')
    expect(html).toContain('<p>林远<strong>没有</strong>回头。</p>\n<hr/>\n<p>“走罢。”𠮷说。</p>')
  })

  it('takes a heading that only the file’s name tells for the title, once', async () => {
    const other = await startNovel({
      'manuscript/001-☆、雾起.md': '☆、雾起\n\n　　她上了岸。\n',
      'manuscript/002-The Lamp.md': 'The Lamp\n\nShe lit it.\n',
    })
    const { base64 } = await other.invoke('book:export', { projectId: other.projectId, format: 'markdown' })
    expect(Buffer.from(base64, 'base64').toString()).toBe(
      '# ☆、雾起\n\n她上了岸。\n\n# The Lamp\n\nShe lit it.\n',
    )
    await other.remove()
  })

  it('answers with the refusal of a chapter that cannot be read, instead of a book without it', async () => {
    await writeFile(join(test.project, 'manuscript/003-坏.md'), Buffer.from([0xff, 0xfe, 0x41]))
    expect(await test.codeOf('book:export', { projectId: test.projectId, format: 'txt' })).toBe(
      'DOCUMENT_ENCODING',
    )
  })
})

describe('a whole novel', () => {
  let projectId: string
  let chapters: readonly string[]
  const letters = (text: string) => text.replace(/[\s*#>\\_-]/g, '')
  const titlesOf = (documents: readonly { kind: string; title: string }[]) =>
    documents.filter(({ kind }) => kind === 'chapter').map(({ title }) => title.replace(/\s+/g, ' '))
  beforeAll(async () => {
    if (!novel) throw new Error('no novel')
    const created = await test.invoke('projects:create', {
      rootPath: join(test.folder, '三国'),
      name: '三国',
    })
    projectId = created.projectId
    const upload = { fileName: 'a.txt', base64: novel.bytes.toString('base64') }
    chapters = titlesOf((await test.invoke('documents:import', { projectId, upload })).documents)
    expect(chapters).toHaveLength(novel.chapters)
  })

  it.each(['txt', 'docx', 'epub'] as const)(
    'comes back from .%s with its chapters and every letter',
    async (format) => {
      const { base64, fileName } = await test.invoke('book:export', { projectId, format })
      const again = await test.invoke('import:preview', { upload: { fileName, base64 } })
      expect(titlesOf(again.chapters)).toEqual(chapters)
      const { text } = await formatOf(fileName).read(Buffer.from(base64, 'base64'), undefined)
      const { documents } = await test.invoke('documents:list', { projectId })
      const stored = await Promise.all(
        documents.map(({ documentId }) => test.invoke('documents:read', { projectId, documentId })),
      )
      const whole = letters(stored.map((document) => document.text).join(''))
      expect(whole.length).toBeGreaterThan(1000)
      expect(letters(text) === whole).toBe(true)
    },
  )
})
