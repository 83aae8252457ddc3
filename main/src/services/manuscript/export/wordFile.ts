import { AlignmentType, Document, HeadingLevel, Packer, Paragraph, type ParagraphChild, TextRun } from 'docx'
import type { Block, Inline } from '../document/block.ts'
import { isVerse } from '../document/block.ts'
import { paragraphFormOf, readMarkdown } from '../document/readMarkdown.ts'
import { fontOf, languageOf, pageOf, runsOf, stylesOf } from './docxFile.ts'
import { charactersOfXml } from './htmlBlocks.ts'
import { manuscriptForm } from './pageForm.ts'

/** A part of a document that is no book. */
type WordPart =
  /** Of the navigation pane; 3 is also the level of every heading within `markdown`. */
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  /** A paragraph without indent, such as the title of a list. */
  | { readonly kind: 'line'; readonly text: string }
  /** Short paragraphs that belong together. */
  | { readonly kind: 'list'; readonly items: readonly string[] }
  /** Text as an author writes it. */
  | { readonly kind: 'markdown'; readonly text: string }

/** A document that is read on a screen, in its order. */
export interface WordDocument {
  /** Above all parts, and in the properties of the file. */
  readonly title: string
  /** BCP 47. */
  readonly language: string
  /** What comes below the title. */
  readonly parts: readonly WordPart[]
}

const ranks = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2, 3: HeadingLevel.HEADING_3 } as const

/**
 * A document in Word with the fonts and paragraph styles of a manuscript, but set for a screen: lines are close, and
 * headings are at the left without pages of their own.
 */
export async function toWordFile({ title, language, parts }: WordDocument): Promise<Uint8Array> {
  const form = manuscriptForm({ language })
  const heading = (size: number, before: number) => ({
    run: { size, bold: true, font: fontOf(form.headingFont), color: '000000' },
    paragraph: { spacing: { before, after: 120 }, keepNext: true },
  })
  const document = new Document({
    title: charactersOfXml(title),
    creator: '',
    lastModifiedBy: '',
    styles: {
      default: {
        document: { run: { font: fontOf(form.font), size: form.bodySize, language: languageOf(language) } },
        title: {
          run: { size: 36, bold: true, font: fontOf(form.headingFont) },
          paragraph: { alignment: AlignmentType.CENTER, spacing: { after: 360 } },
        },
        ...{ heading1: heading(32, 480), heading2: heading(28, 360), heading3: heading(form.bodySize, 240) },
      },
      paragraphStyles: [
        ...stylesOf({ ...form, lineHeight: 300 }),
        { id: 'Line', name: 'Line', basedOn: 'Normal', paragraph: { spacing: { line: 300, before: 120 } } },
        { id: 'ListLine', name: 'List Line', basedOn: 'Normal', paragraph: { spacing: { line: 300 } } },
      ],
    },
    sections: [
      {
        properties: { page: pageOf(form) },
        children: [plain('Title', title), ...parts.flatMap((part) => paragraphsOf(part, form.sceneBreak))],
      },
    ],
  })
  return new Uint8Array(await Packer.toArrayBuffer(document))
}

function paragraphsOf(part: WordPart, sceneBreak: string): readonly Paragraph[] {
  if (part.kind === 'heading')
    return [
      new Paragraph({ heading: ranks[part.level], children: [new TextRun(charactersOfXml(part.text))] }),
    ]
  if (part.kind === 'line') return [plain('Line', part.text)]
  if (part.kind === 'list') return part.items.map((item) => plain('ListLine', item))
  return stretchesOf(part.text).flatMap(({ isCode, text }) =>
    isCode
      ? text.split('\n').map((line) => plain('ListLine', line))
      : readMarkdown(text, paragraphFormOf(text)).map((block) => paragraphOf(block, sceneBreak)),
  )
}

const plain = (style: string, text: string) =>
  new Paragraph({ style, children: [new TextRun(charactersOfXml(text))] })

function paragraphOf(block: Block, sceneBreak: string): Paragraph {
  if (block.kind === 'sceneBreak') return plain('SceneBreak', sceneBreak)
  const sign: Inline = { kind: 'text', text: block.kind === 'note' ? `[${block.id}] ` : '' }
  const children = childrenOf(block.kind === 'note' ? [sign, ...block.content] : block.content)
  if (block.kind === 'note') return new Paragraph({ style: 'Line', children })
  if (block.kind !== 'paragraph') return new Paragraph({ heading: HeadingLevel.HEADING_3, children })
  const style = block.quoted ? 'Quote' : isVerse(block.content) ? 'Verse' : 'BodyText'
  return new Paragraph({ style, children })
}

/** Notes are paragraphs where they stand, so that their signs are words. */
const childrenOf = (content: readonly Inline[]): ParagraphChild[] =>
  runsOf(
    content.map((inline) =>
      inline.kind === 'noteSign'
        ? { kind: 'text', text: `[${inline.id}]` }
        : inline.kind === 'text'
          ? { ...inline, text: charactersOfXml(inline.text) }
          : inline,
    ),
    () => 0,
  )

/** The text in parts: that between two fences of code is no Markdown. The fences are left out. */
function stretchesOf(text: string): readonly { readonly isCode: boolean; readonly text: string }[] {
  const stretches: { isCode: boolean; lines: string[] }[] = [{ isCode: false, lines: [] }]
  let fence = ''
  for (const line of text.split(/\r\n|\r|\n/)) {
    const mark = /^(?:```|~~~)/.exec(line)?.[0] ?? ''
    const isEnd = fence !== '' && mark === fence && line.trim() === fence
    if (isEnd || (fence === '' && mark !== '')) {
      fence = isEnd ? '' : mark
      stretches.push({ isCode: fence !== '', lines: [] })
    } else stretches.at(-1)?.lines.push(line)
  }
  return stretches
    .filter(({ lines }) => lines.length > 0)
    .map(({ isCode, lines }) => ({ isCode, text: lines.join('\n') }))
}
