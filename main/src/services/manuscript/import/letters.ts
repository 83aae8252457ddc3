import type { Marks } from '../document/block.ts'

/** The properties of letters: those given here, undefined where an outer style decides. */
export interface LetterProperties {
  emphasis?: boolean
  strong?: boolean
  smallCaps?: boolean
  strike?: boolean
  hidden?: boolean
  underline?: boolean
  /** Shown in capitals, whatever was typed. */
  capitals?: boolean
  /** Above or below the line. */
  raised?: boolean
  /** On a coloured ground, as with a marker. */
  highlighted?: boolean
  /** The font, where its letters are pictures; or ''. */
  signFont?: string
}

/** The marks among them. */
export function marksOfLetters({ emphasis, strong, smallCaps, strike }: LetterProperties): Marks {
  return {
    ...(emphasis && { emphasis }),
    ...(strong && { strong }),
    ...(smallCaps && { smallCaps }),
    ...(strike && { strike }),
  }
}

/**
 * Whether a style for whole paragraphs gives their letters marks. They are the style's and not the text's, so that they
 * do not come in, but are counted.
 */
export const isStyled = (letters: LetterProperties): boolean =>
  Object.keys(marksOfLetters(letters)).length > 0

/** Names of the styles that programs have for a quotation or a letter, in small letters. */
export const quotationStyle = /^(?:intense )?quote$|^quotations?$|^block text$|^block quot(?:e|ation)$/
