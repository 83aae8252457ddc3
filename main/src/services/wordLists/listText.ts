import { AppError } from '../../lib/appError.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'

/** What is wrong with a word: a typo with what is meant, or a word that a publisher refuses. */
export type ListKind = 'typos' | 'sensitive'

/** One line of a list. */
export interface ListedWord {
  readonly word: string
  /** What is meant; undefined: it is to be avoided, and nothing stands for it. */
  readonly right: string | undefined
}

export const maxWords = 20_000
const maxWordUnits = 99

/**
 * The text of a list that somebody has made: UTF-8 or UTF-16 with a mark, else GBK with its later characters.
 * @throws AppError DOCUMENT_ENCODING when it is none of them.
 */
export function decodeList(bytes: Uint8Array): string {
  const utf8 = decodeUtf8(bytes)?.text
  if (utf8 !== undefined) return utf8
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'gb18030'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    throw new AppError('DOCUMENT_ENCODING', undefined, { cause: error })
  }
}

/**
 * The words of a list, one a line, each once; a typo is `wrong=right`. `skipped`: lines that are none, such as a typo
 * without what is meant, and words that are too long or too many. Empty lines, and those that begin with #, are none
 * either, and are not counted.
 */
export function wordsOfList(
  text: string,
  kind: ListKind,
): { readonly words: readonly ListedWord[]; readonly skipped: number } {
  const words = new Map<string, ListedWord>()
  let skipped = 0
  for (const line of text.split(/\r\n|\n|\r/)) {
    const trimmed = line.replace(/^\uFEFF/, '').trim()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    const entry = wordOfLine(trimmed, kind)
    if (entry === undefined || words.size >= maxWords) skipped += 1
    else if (!words.has(entry.word)) words.set(entry.word, entry)
  }
  return { words: [...words.values()], skipped }
}

function wordOfLine(line: string, kind: ListKind): ListedWord | undefined {
  if (kind === 'sensitive') return line.length > maxWordUnits ? undefined : { word: line, right: undefined }
  const parts = line.split(/[=＝]/).map((part) => part.trim())
  const [word = '', right = ''] = parts
  const isPair = parts.length === 2 && word !== '' && right !== '' && word !== right
  return isPair && word.length <= maxWordUnits && right.length <= maxWordUnits ? { word, right } : undefined
}

/** The list as `wordsOfList` reads it. */
export const textOfList = (words: readonly ListedWord[]): string =>
  words.map(({ word, right }) => (right === undefined ? word : `${word}=${right}`)).join('\n')
