import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import {
  type Block,
  type Inline,
  plainText,
} from '../../../../../main/src/services/manuscript/document/block.ts'
import { readMarkdown } from '../../../../../main/src/services/manuscript/document/readMarkdown.ts'
import { writeBlock } from '../../../../../main/src/services/manuscript/document/writeMarkdown.ts'
import type { Book, ExportFormat } from '../../../../../main/src/services/manuscript/export/book.ts'
import { toDocx } from '../../../../../main/src/services/manuscript/export/docxFile.ts'
import { toEpub } from '../../../../../main/src/services/manuscript/export/epub.ts'
import { toHtml } from '../../../../../main/src/services/manuscript/export/htmlFile.ts'
import { extensionOf, makeFile } from '../../../../../main/src/services/manuscript/export/makeFile.ts'
import { toText } from '../../../../../main/src/services/manuscript/export/textFile.ts'
import { readBook } from '../../../../../main/src/services/manuscript/import/book.ts'
import { readDocx } from '../../../../../main/src/services/manuscript/import/docx.ts'
import { formatOf } from '../../../../../main/src/services/manuscript/import/formats.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'
import { generatedBlocks } from '../../../../support/generatedBlocks.ts'

const titles = { zh: '第一章 雾起', en: 'Chapter 1: Low Water' }

/** A chapter as its file, in a book of one part and one chapter. */
const bookOf = (markdown: string, language: 'zh' | 'en') => ({
  ...{ id: 'urn:x', title: '雾港来信', author: 'Anna Vance', language, modified: '2026-01-01T00:00:00Z' },
  paragraphs: 'blank' as const,
  chapters: [
    {
      kind: 'chapter' as const,
      title: titles[language],
      name: titles[language],
      text: `# ${language === 'zh' ? '第一卷 海' : 'Part One: The Coast'}\n\n## ${titles[language]}\n\n${markdown}\n`,
    },
  ],
})

async function throughFile(markdown: string, language: 'zh' | 'en', format: ExportFormat) {
  const bytes = await makeFile({ book: bookOf(markdown, language), format, layout: 'plain' })
  const { text, facts } = await formatOf(`a${extensionOf(format)}`).read(Buffer.from(bytes), undefined)
  return { blocks: readMarkdown(text, 'wrapped'), facts }
}

/** Notes are numbered anew by some formats, and several spaces are one in others; order and text count. */
function renumbered(blocks: readonly Block[]): readonly Block[] {
  const numbers = new Map<string, string>()
  const numberOf = (id: string) => {
    const number = numbers.get(id) ?? String(numbers.size + 1)
    numbers.set(id, number)
    return number
  }
  return blocks.map((block) => {
    if (!('content' in block)) return block
    const content = block.content.map(
      (inline): Inline =>
        inline.kind === 'noteSign'
          ? { kind: 'noteSign', id: numberOf(inline.id) }
          : inline.kind === 'text'
            ? { ...inline, text: inline.text.replace(/ {2,}/g, ' ') }
            : inline,
    )
    return block.kind === 'note' ? { ...block, content, id: numberOf(block.id) } : { ...block, content }
  })
}

const formats = ['docx', 'paperback', 'rtf', 'epub', 'markdown'] as const

test.each(formats)(
  'a book comes back from .%s with its parts, scenes, quotations, notes, words and marks',
  async (format) => {
    const checked = countedChecks()
    await fc.assert(
      fc.asyncProperty(
        generatedBlocks,
        fc.constantFrom('zh' as const, 'en' as const),
        async (blocks, language) => {
          const markdown = blocks.map((block) => writeBlock(block)).join('\n\n')
          const back = await throughFile(markdown, language, format)
          const heading = (text: string): Block => ({ kind: 'scene', content: [{ kind: 'text', text }] })
          const part = heading(language === 'zh' ? '第一卷 海' : 'Part One: The Coast')
          expect(renumbered(back.blocks)).toEqual([part, heading(titles[language]), ...renumbered(blocks)])
          if (format !== 'markdown')
            expect(back.facts).toMatchObject({ author: 'Anna Vance', title: '雾港来信' })
          checked.when(blocks.some((block) => block.kind === 'paragraph' && block.content.length > 1))
        },
      ),
      { numRuns: 60 },
    )
    checked.expectShare(0.5)
  },
)

test('a book comes back from a Scrivener project with its parts, scenes, notes, words and marks', async () => {
  const checked = countedChecks()
  await fc.assert(
    fc.asyncProperty(
      generatedBlocks,
      fc.constantFrom('zh' as const, 'en' as const),
      async (blocks, language) => {
        // A text without words is left out, and said to be.
        const isEmpty = (block: Block | undefined) => block === undefined || block.kind === 'scene'
        const scenes = blocks.filter((block, at) => block.kind === 'scene' && isEmpty(blocks[at + 1]))
        fc.pre(scenes.length === 0)
        const markdown = blocks.map((block) => writeBlock(block)).join('\n\n')
        const book = bookOf(markdown, language)
        const bytes = Buffer.from(await makeFile({ book, format: 'scrivener', layout: 'plain' }))
        const { text, parts, facts } = await readBook({ bytes, fileName: 'a.scriv.zip' })
        const [part = { from: 0, to: 0 }, ...others] = parts
        expect([others, facts]).toEqual([[], { title: '雾港来信', author: 'Anna Vance' }])
        expect(part).toMatchObject({
          title: titles[language],
          volume: language === 'zh' ? '第一卷 海' : 'Part One: The Coast',
        })
        const [, , ...back] = readMarkdown(text.slice(part.from, part.to), 'wrapped')
        // The titles of its texts have no marks.
        const plain = (block: Block): Block =>
          block.kind === 'scene'
            ? { kind: 'scene', content: [{ kind: 'text', text: plainText(block.content) }] }
            : block
        expect(renumbered(back)).toEqual(renumbered(blocks.map(plain)))
        checked.when(blocks.some((block) => block.kind === 'paragraph' && block.content.length > 1))
      },
    ),
    { numRuns: 60 },
  )
  checked.expectShare(0.5)
})

test('a Scrivener project has front matter, parts and chapters in their order, and the notes of headings', async () => {
  const chapters: Book['chapters'] = [
    { kind: 'front', title: '卷首', name: '卷首', text: '滚滚长江东逝水。\n' },
    ...noted.zh.chapters,
    { kind: 'chapter', title: '第二章 潮', name: '第二章 潮', text: '# 第二章 潮\n\n## 码头\n\n潮退了。\n' },
    {
      kind: 'chapter',
      title: '第三章 灯',
      name: '第三章 灯',
      text: '# 第二卷 山\n\n# 第三章 灯\n\n灯灭了。\n',
    },
  ]
  const bytes = Buffer.from(
    await makeFile({ book: { ...noted.zh, chapters }, format: 'scrivener', layout: 'plain' }),
  )
  const { text, parts } = await readBook({ bytes, fileName: '雾港来信.scriv.zip' })
  expect(parts.map(({ from, to, title, volume }) => [title, volume, text.slice(from, to)])).toEqual([
    ['卷首', undefined, '# 卷首\n\n滚滚长江东逝水。\n\n'],
    [
      ...['第一章 雾起', '第一卷 海'],
      '# 第一卷 海\n\n## 第一章 雾起\n\n※[^1]\n\n[^1]: 卷注。\n\n※[^2]\n\n[^2]: 见 [注中注，又见。]。\n\n河水。\n\n',
    ],
    ['第二章 潮', '第一卷 海', '# 第二章 潮\n\n## 码头\n\n潮退了。\n\n'],
    ['第三章 灯', '第二卷 山', '# 第二卷 山\n\n## 第三章 灯\n\n灯灭了。\n\n'],
  ])
})

test('every word is in a text file, notes at the end of the chapter', async () => {
  const bytes = await makeFile({
    book: bookOf('河*水*[^1]流[港](https://a.cn/)。\n\n[^1]: 水经注', 'zh'),
    ...{ format: 'txt', layout: 'indented' },
  })
  expect(Buffer.from(bytes).toString()).toBe(
    '第一卷 海\n第一章 雾起\n\u3000\u3000河水[1]流港 (https://a.cn/)。\n[1] 水经注\n',
  )
})

const noted: Readonly<Record<'zh' | 'en', Book>> = {
  zh: {
    ...{ id: 'urn:x', title: '雾港来信', language: 'zh', modified: '2026-01-01T00:00:00Z' },
    paragraphs: 'blank',
    chapters: [
      {
        ...{ kind: 'chapter', title: '第一章 雾起', name: '第一章 雾起' },
        text: '# 第一卷 海[^v]\n\n## 第一章 雾起[^1]\n\n河水。\n\n[^1]: 见[^B]。\n\n[^b]: 注中注，又见[^1]。\n\n[^v]: 卷注。\n',
      },
    ],
  },
  en: {
    ...{ id: 'urn:x', title: 'Fog', language: 'en', modified: '2026-01-01T00:00:00Z' },
    paragraphs: 'blank',
    chapters: [
      {
        ...{ kind: 'chapter', title: 'Chapter 1: Fog', name: 'Chapter 1 Fog' },
        text: '# Chapter 1: Fog[^A]\n\nThe river.\n\n[^a]: See[^b].\n\n[^b]: A note in a note.\n',
      },
    ],
  },
}

test('a text file has the notes of headings and the notes in notes once, with their text', () => {
  expect([toText(noted.zh, 'indented'), toText(noted.en, 'plain')]).toEqual([
    '第一卷 海[1]\n第一章 雾起[2]\n\u3000\u3000河水。\n[1] 卷注。\n[2] 见[3]。\n[3] 注中注，又见[2]。\n',
    'Chapter 1: Fog[1]\n\nThe river.\n\n[1] See[2].\n\n[2] A note in a note.\n',
  ])
})

test('a page of HTML has no empty note and no note as a paragraph', () => {
  const sign = (at: number) =>
    `<a epub:type="noteref" role="doc-noteref" id="c1-sign-${at}" href="#c1-note-${at}">${at}</a>`
  const note = (at: number, words: string) =>
    `<aside epub:type="footnote" role="doc-footnote" id="c1-note-${at}"><p><a href="#c1-sign-${at}">${at}.</a> ${words}</p></aside>`
  expect(toHtml(noted.en).split('<body>')[1]).toBe(
    [
      ...['', '<section>', `<h1>Chapter 1: Fog${sign(1)}</h1>`, '<p>The river.</p>'],
      ...[note(1, `See${sign(2)}.`), note(2, 'A note in a note.'), '</section>', '</body>', '</html>', ''],
    ].join('\n'),
  )
})

test('the page of a part in an e-book has the note of its heading, and the page of the chapter has not', () => {
  const files = unzipSync(toEpub(noted.zh))
  const asides = (file: string) =>
    [...strFromU8(files[`EPUB/${file}`] ?? new Uint8Array()).matchAll(/<aside.*<\/aside>/g)].map(([aside]) =>
      aside.replace(/<[^>]*>/g, ''),
    )
  expect([asides('part-00001-1.xhtml'), asides('chapter-00001.xhtml')]).toEqual([
    ['1. 卷注。'],
    ['1. 见2。', '2. 注中注，又见1。'],
  ])
})

test('a printed book has pages of its size, justified lines and, in English, no indent where a chapter or scene begins', async () => {
  const pages = async (language: 'zh' | 'en', format: ExportFormat) => {
    const markdown = 'The fog came.\n\nA lamp went out.\n\n* * *\n\nMorning.'
    const bytes = await makeFile({ book: bookOf(markdown, language), format, layout: 'plain' })
    const files = unzipSync(bytes)
    const [body, styles] = ['document', 'styles'].map((name) =>
      strFromU8(files[`word/${name}.xml`] ?? new Uint8Array()),
    )
    return {
      width: /<w:pgSz w:w="(\d+)"/.exec(body ?? '')?.[1],
      first: [...(body ?? '').matchAll(/w:val="(BodyText|FirstParagraph)"/g)].map(([, style]) => style),
      isJustified: (styles ?? '').includes('<w:jc w:val="both"/>'),
    }
  }
  const text = ['BodyText', 'BodyText', 'BodyText']
  expect([await pages('en', 'paperback'), await pages('zh', 'paperback'), await pages('en', 'docx')]).toEqual(
    [
      { width: '7920', first: ['FirstParagraph', 'BodyText', 'FirstParagraph'], isJustified: true },
      { width: '8391', first: text, isJustified: true },
      { width: '12240', first: text, isJustified: false },
    ],
  )
})

test('a Word file has the text of a note in a note within that note', async () => {
  const read = async (book: Book) => (await readDocx(Buffer.from(await toDocx(book)))).text
  expect([await read(noted.zh), await read(noted.en)]).toEqual([
    '# 第一卷 海[^1]\n\n[^1]: 卷注。\n\n## 第一章 雾起[^2]\n\n[^2]: 见 [注中注，又见。]。\n\n河水。\n',
    '# Chapter 1: Fog[^1]\n\n[^1]: See [A note in a note.].\n\nThe river.\n',
  ])
})

test('a chapter with a note on its heading in a Word file has a title without the sign', async () => {
  const title = async (book: Book) => {
    const { parts } = await readBook({ bytes: Buffer.from(await toDocx(book)), fileName: 'a.docx' })
    return parts.map(({ kind, title, volume }) => ({ kind, title, volume }))
  }
  expect([await title(noted.zh), await title(noted.en)]).toEqual([
    [{ kind: 'chapter', title: '第一章 雾起', volume: '第一卷 海' }],
    [{ kind: 'chapter', title: 'Chapter 1: Fog', volume: undefined }],
  ])
})
