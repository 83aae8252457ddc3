import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block, Inline } from '../../../../../main/src/services/manuscript/document/block.ts'
import { readMarkdown } from '../../../../../main/src/services/manuscript/document/readMarkdown.ts'
import { writeBlock } from '../../../../../main/src/services/manuscript/document/writeMarkdown.ts'
import type { ExportFormat } from '../../../../../main/src/services/manuscript/export/book.ts'
import { extensionOf, makeFile } from '../../../../../main/src/services/manuscript/export/makeFile.ts'
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

const formats = ['docx', 'epub', 'markdown'] as const

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

test('every word is in a text file, notes at the end of the chapter', async () => {
  const bytes = await makeFile({
    book: bookOf('河*水*[^1]流[港](https://a.cn/)。\n\n[^1]: 水经注', 'zh'),
    ...{ format: 'txt', layout: 'indented' },
  })
  expect(Buffer.from(bytes).toString()).toBe(
    '第一卷 海\n第一章 雾起\n\u3000\u3000河水[1]流港 (https://a.cn/)。\n[1] 水经注\n',
  )
})
