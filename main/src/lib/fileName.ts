import { graphemes } from './text.ts'

const fullWidth: Readonly<Record<string, string>> = {
  ':': '：',
  '?': '？',
  '"': '”',
  '<': '《',
  '>': '》',
  '|': '｜',
  '*': '＊',
  '/': '／',
  '\\': '＼',
}

/** A title as the stem of a file name on every system: what Windows forbids is replaced by its full-width form. */
export function fileNameStem(title: string): string {
  return title
    .toWellFormed()
    .replaceAll(/[:?"<>|*/\\]/g, (character) => fullWidth[character] ?? ' ')
    .replaceAll(/\((\d+)\)$/g, '（$1）')
    .replaceAll(/(?:[\s\p{Cc}\uFFFD]|(?!\u200D)\p{Cf})+/gu, ' ')
    .trim()
}

/** The beginning of a text of at most `maxBytes` bytes of UTF-8, cut between graphemes. */
export function cutToBytes(text: string, maxBytes: number): string {
  let cut = ''
  let bytes = 0
  for (const { segment } of graphemes.segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > maxBytes) break
    cut += segment
  }
  return cut
}

/** Two names with the same folded name are one file on some system. */
export const foldedName = (name: string): string => name.normalize('NFC').toLowerCase()

/** Whether a name has no character that Windows forbids or that nobody sees: controls, marks of direction. */
export const isPortable = (name: string): boolean => !/[:?"<>|*/\\\p{Cc}]|(?!\u200D)\p{Cf}/u.test(name)
