import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Book } from '../../../../../main/src/services/manuscript/export/book.ts'
import { maxCoverBytes, readCover } from '../../../../../main/src/services/manuscript/export/cover.ts'
import { toEpub } from '../../../../../main/src/services/manuscript/export/epub.ts'
import { readEpub } from '../../../../../main/src/services/manuscript/import/epub.ts'

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46])
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])

describe('the picture in a book’s folder', () => {
  let folder: string
  let root: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'creonow-cover-'))
    root = join(folder, 'book')
    await mkdir(join(root, '.creonow'), { recursive: true })
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const leftOut = (path: string, problem: string) => ({ code: 'COVER_LEFT_OUT', params: { path, problem } })

  test('is the cover under every name in any case, and what it is its first bytes say', async () => {
    const kinds = []
    for (const [name, bytes] of [
      ['Cover.JPG', jpeg],
      ['.creonow/COVER.jpeg', jpeg],
      ['cover.png', png],
      ['.creonow/cover.jpg', png],
    ] as const) {
      await writeFile(join(root, name), bytes)
      const { cover, notices } = await readCover(root)
      kinds.push([cover?.mediaType, cover && Buffer.from(cover.bytes).equals(bytes), notices])
      await rm(join(root, name))
    }
    expect(kinds).toEqual([
      ['image/jpeg', true, []],
      ['image/jpeg', true, []],
      ['image/png', true, []],
      ['image/png', true, []],
    ])
  })

  test('is no cover under another name, and a book without one has no notice', async () => {
    await writeFile(join(root, 'my cover.jpg'), jpeg)
    await writeFile(join(root, 'cover.gif'), jpeg)
    expect(await readCover(root)).toEqual({ cover: undefined, notices: [] })
    await rm(join(root, '.creonow'), { recursive: true })
    expect(await readCover(root)).toEqual({ cover: undefined, notices: [] })
  })

  test('that is none is left out with a notice, and the next one is the cover', async () => {
    await writeFile(join(root, 'cover.jpg'), 'GIF89a')
    await writeFile(join(root, '.creonow/cover.png'), png)
    expect(await readCover(root)).toEqual({
      cover: { bytes: png, mediaType: 'image/png' },
      notices: [leftOut('cover.jpg', 'noPicture')],
    })
  })

  test('that is too large, a folder, or empty is left out with a notice', async () => {
    await writeFile(join(root, 'cover.jpg'), jpeg)
    await truncate(join(root, 'cover.jpg'), maxCoverBytes + 1)
    await mkdir(join(root, 'cover.png'))
    await writeFile(join(root, '.creonow/cover.png'), '')
    expect(await readCover(root)).toEqual({
      cover: undefined,
      notices: [
        leftOut('cover.jpg', 'tooLarge'),
        leftOut('cover.png', 'unreadable'),
        leftOut('.creonow/cover.png', 'noPicture'),
      ],
    })
  })

  test('is not followed out of the project, neither by its own link nor by its folder’s', async () => {
    await writeFile(join(folder, 'cover.jpg'), jpeg)
    await symlink(join(folder, 'cover.jpg'), join(root, 'cover.jpg'))
    await rm(join(root, '.creonow'), { recursive: true })
    await symlink(folder, join(root, '.creonow'))
    expect(await readCover(root)).toEqual({
      cover: undefined,
      notices: [leftOut('cover.jpg', 'outside'), leftOut('.creonow', 'outside')],
    })
  })
})

const book: Book = {
  ...{ id: 'urn:x', title: '雾港 & "来信"', language: 'zh', modified: '2026-01-01T00:00:00Z' },
  chapters: [{ kind: 'chapter', title: '第一章', name: '第一章', text: '第一章\n\n她上了岸。\n' }],
}
const partsOf = (given: Book) =>
  Object.fromEntries(
    Object.entries(unzipSync(toEpub(given))).map(([name, bytes]) => [
      name.replace('EPUB/', ''),
      Buffer.from(bytes).toString(),
    ]),
  )

describe('an EPUB', () => {
  test('with a cover has its picture, its page before all others, and says so to readers of both ages', () => {
    const parts = partsOf({ ...book, cover: { bytes: jpeg, mediaType: 'image/jpeg' } })
    const opf = parts['package.opf'] ?? ''
    expect(
      opf.split('\n').filter((line) => /cover|visual|accessMode|alternative|Summary/.test(line)),
    ).toEqual([
      '<meta name="cover" content="cover-image"/>',
      '<meta property="schema:accessMode">textual</meta>',
      '<meta property="schema:accessMode">visual</meta>',
      '<meta property="schema:accessModeSufficient">textual</meta>',
      '<meta property="schema:accessibilityFeature">alternativeText</meta>',
      '<meta property="schema:accessibilitySummary">除封面外全书都是文字，有目录；封面的替代文字是书名。</meta>',
      '<item id="cover-image" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>',
      '<item id="cover" href="cover.xhtml" media-type="application/xhtml+xml"/>',
      '<itemref idref="cover"/>',
      '<guide><reference type="cover" title="封面" href="cover.xhtml"/></guide>',
    ])
    expect(opf).toMatch(/<spine toc="ncx">\n<itemref idref="cover"\/>\n<itemref idref="page-1"\/>/)
    expect(parts['cover.xhtml']).toContain(
      '<section epub:type="cover" class="cover">\n<img src="cover.jpg" alt="雾港 &amp; &quot;来信&quot;"/>\n</section>',
    )
    expect(parts['nav.xhtml']).toContain(
      '<ol>\n<li><a epub:type="cover" href="cover.xhtml">封面</a></li>\n<li><a epub:type="titlepage"',
    )
    expect(Object.hasOwn(parts, 'cover.jpg')).toBe(true)
  })

  test('takes a picture in PNG under its own extension, with English words in an English book', () => {
    const parts = partsOf({ ...book, language: 'en', cover: { bytes: png, mediaType: 'image/png' } })
    expect(parts['package.opf']).toContain(
      'href="cover.png" media-type="image/png" properties="cover-image"/>',
    )
    expect(parts['package.opf']).toContain('<reference type="cover" title="Cover" href="cover.xhtml"/>')
    expect(parts['package.opf']).toContain('except for the cover')
    expect(parts['nav.xhtml']).toContain('<a epub:type="cover" href="cover.xhtml">Cover</a>')
  })

  test('without a cover has no word of one', () => {
    const parts = partsOf(book)
    expect(Object.keys(parts).filter((name) => name.includes('cover'))).toEqual([])
    expect(Object.values(parts).filter((text) => /cover|封面|visual|<guide/.test(text))).toEqual([])
  })

  test('with a cover comes back with the same text as without', async () => {
    const read = async (given: Book) => (await readEpub(Buffer.from(toEpub(given)))).text
    expect(await read({ ...book, cover: { bytes: png, mediaType: 'image/png' } })).toBe(await read(book))
  })
})
