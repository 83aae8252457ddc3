import { AlignmentType, Document, HeadingLevel, Packer, Paragraph, TextRun } from 'docx'
import type { Book } from './book.ts'
import { type Piece, piecesOf, type Run } from './pieces.ts'

/** Half points, and twentieths of a point. */
const bodySize = 24
const lineHeight = 400

/** The book as a Word document: chapters are headings of the first rank on a page of their own, scenes of the second. */
export async function toDocx({ title, language, chapters }: Book): Promise<Uint8Array> {
  const isChinese = language.startsWith('zh')
  const document = new Document({
    title,
    creator: '',
    styles: {
      default: {
        document: {
          run: {
            font: { ascii: 'Times New Roman', eastAsia: 'SimSun', hAnsi: 'Times New Roman' },
            size: bodySize,
            language: isChinese ? { eastAsia: 'zh-CN', value: 'zh-CN' } : { value: language },
          },
        },
      },
    },
    sections: [
      {
        children: [
          new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(title)] }),
          ...chapters.flatMap((chapter) =>
            piecesOf(chapter).map((piece, at) => paragraphOf(piece, at === 0, isChinese)),
          ),
        ],
      },
    ],
  })
  return new Uint8Array(await Packer.toArrayBuffer(document))
}

function paragraphOf(piece: Piece, isFirst: boolean, isChinese: boolean): Paragraph {
  if (piece.kind === 'break')
    return new Paragraph({ alignment: AlignmentType.CENTER, children: [new TextRun('* * *')] })
  if (piece.kind === 'paragraph')
    return new Paragraph({
      spacing: { line: lineHeight },
      // Two characters of the body's size, as Chinese books are set; English paragraphs start flush here.
      indent: { ...(isChinese && { firstLine: 2 * bodySize * 10 }), ...(piece.quoted && { left: 720 }) },
      children: piece.runs.map(runOf),
    })
  const heading = piece.kind === 'scene' ? HeadingLevel.HEADING_2 : HeadingLevel.HEADING_1
  return new Paragraph({
    heading,
    pageBreakBefore: isFirst,
    children: [new TextRun(piece.text)],
  })
}

const runOf = ({ text, strong, emphasis }: Run) =>
  new TextRun({ text, ...(strong && { bold: true }), ...(emphasis && { italics: true }) })
