import { sha256Hex } from './hash.ts'

/** An apostrophe and a hyphen are inside words. */
const mark = String.raw`(?!['’-])[\p{P}\p{S}]`
const gap = String.raw`(?:${mark}|\s)`
const segments = new RegExp(`(?:^${gap}+)?(?:(?!${mark})[^])+${gap}*`, 'gu')
const words = /[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*/gu

/** A stretch of a paragraph up to its next marks. */
export interface Clause {
  /** With the marks behind it, and with those that the paragraph begins with; all of them joined are the paragraph. */
  readonly text: string
  /** Of its words without marks and white space around them: 16 hex digits. */
  readonly hash: string
}

/** The clauses of a paragraph without line ends; none where it has no word. Another mark changes no hash. */
export function clausesOf(paragraph: string): readonly Clause[] {
  if (paragraph.search(words) < 0) return []
  return (paragraph.match(segments) ?? []).map((text) => {
    const inOrder = (text.match(words) ?? []).join(' ').replaceAll('’', "'")
    return { text, hash: sha256Hex(inOrder).slice(0, 16) }
  })
}
