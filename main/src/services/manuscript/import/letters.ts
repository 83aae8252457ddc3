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

/** Names of the styles that programs have for a quotation or a letter, in small letters. */
export const quotationStyle = /^(?:intense )?quote$|^quotations?$|^block text$|^block quot(?:e|ation)$/
