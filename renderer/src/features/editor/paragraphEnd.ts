import { isSeparate } from './paragraphStyle.ts'

/** An end mark with what closes behind it. */
const endMark = /[。．｡！？…⋯‥.!?][”’」』》】〕）)\]"'*_]*$/u
/** Speech that is broken off. */
const brokenOff = /[—–～~♪-][”’」』"'][*_]*$/u
/** Speech that is all of the paragraph, also without a mark in it. */
const onlySpeech = /^\s*[“‘「『"][^“”‘「」『』"]*[^“”‘「」『』"，、：；,:;\s][”’」』"]$/u
/** Latin end marks with a space behind them: the writer is at the next sentence of the same paragraph. */
const nextSentence = /[.!?]["'”’)\]]*[ \u00a0]+$/
const abbreviation = /(?:^|[\s“‘"'(])(?:Mr|Mrs|Ms|Dr|St|Prof|Rev|Capt|Col|Gen|Lt|Sgt|No|vs|etc|[A-HJ-Z])\.$/
const openAfter = /[：:—–]$/u

/**
 * Whether a paragraph is over where this text ends: `finished`; `open` when what follows may stand on a line of its
 * own (他说：); else `unfinished`. What is not sure counts as unfinished.
 */
export const paragraphEnd = (paragraph: string): 'finished' | 'open' | 'unfinished' => {
  if (isSeparate(paragraph)) return 'finished'
  if (nextSentence.test(paragraph)) return 'unfinished'
  const text = paragraph.trimEnd()
  const opensQuote = text.endsWith('"') && (text.split('"').length - 1) % 2 === 1
  if (opensQuote || abbreviation.test(text)) return 'unfinished'
  if (endMark.test(text) || brokenOff.test(text) || onlySpeech.test(text)) return 'finished'
  return openAfter.test(text) ? 'open' : 'unfinished'
}
