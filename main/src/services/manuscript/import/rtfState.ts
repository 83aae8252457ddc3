import type { Inline } from '../document/block.ts'
import type { LetterProperties } from './letters.ts'

/** What the text of a group is; that of a container is none, but groups within may have some. */
type Destination =
  | 'text'
  | 'skipped'
  | 'pageLine'
  | 'container'
  | 'fonts'
  | 'styles'
  | 'title'
  | 'author'
  | 'code'

/** What `\pard` takes back. */
interface ParagraphProperties {
  /** Number of its style. */
  readonly style?: number
  /** Level of the outline from 0. */
  readonly outline?: number
  /** With a line above or below. */
  readonly ruled?: true
  /** In the cell of a table. */
  readonly inTable?: true
}

/** What a group sets for itself and the groups within. */
export interface Group {
  /** Where its text goes. */
  readonly destination: Destination
  /** How its letters look. */
  readonly letters: LetterProperties
  /** Struck out in tracked changes. */
  readonly deleted: boolean
  /** Of the paragraph it is in. */
  readonly paragraph: ParagraphProperties
  /** Number in the list of fonts; -1: none was named. */
  readonly font: number
  /** How many characters behind `\u` stand for it in old programs. */
  readonly fallback: number
  /** What ends with the group. */
  readonly ends?: 'note' | 'box' | 'field' | undefined
}

/** A flow of paragraphs: the body, a note or a text box. */
export interface Flow {
  /** Of the paragraph that is open. */
  content: Inline[]
  /** Of that paragraph, to be written behind it. */
  notes: { readonly id: string; readonly content: readonly Inline[] }[]
  /** Of the paragraph that is open, once it has words. */
  properties: ParagraphProperties | undefined
  /** The paragraphs of a note as one; undefined elsewhere. */
  readonly note: Inline[] | undefined
}

/** A style of paragraphs or letters. */
export interface Style {
  /** In small letters. */
  name: string
  /** Level of the outline from 0. */
  outline: number | undefined
  /** How its letters look. */
  letters: LetterProperties
}

/** `note`: where the paragraphs of a note go. */
export const newFlow = (note?: Inline[]): Flow => ({ content: [], notes: [], properties: undefined, note })
